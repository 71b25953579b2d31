"""What everything stands on, whatever the club plays: it imports nothing of ours.

**SQLite by default, PostgreSQL by one setting.** On SQLite the writers of one machine queue at a file lock, since its
own busy wait is unfair (`write_queue`). On PostgreSQL an entry of an evening holds its table's row and closing a round
holds all of them, so either waits for the other and no table waits for a table. Several servers may share it: whatever
only one may do at a time (prepare the database, play simulations, fill in the demo) is done `alone(…)` (`locks`). Work
that counts rows before it writes says so (`queued_write("sign-in")`) and waits for others that count the same.

**What is quick is the plain way, kept** (`plainly`). A save costs less than a bare view would: queries are built once
(`prepared`), sheets and finished lines stay in memory, form controls are drawn without templates (`form_controls`),
and what an address leads to is looked for once. Everything kept is bounded and found by what makes it true: the book,
the setup and the newest entry of a card, the very values of a line. So no process tells another, and a restored backup
needs no thought. `plainly()` goes the plain way; a test holds both to the same bytes.

**What takes long is done apart** (`apart`): sheets, stacks of sheets, Experts and seatings each have one process of
low priority beside each server process, and a server process checks permission and waits. Waiting takes a thread, so
few may wait. Such a process reads the database and cannot write there: at its low priority it would hold the lock for
long. A sheet is kept by what makes it true (`pdfs`): a book by its digest, a card by its version and moment, an
evening's paper by all that stands on it, and each by the program.

**A lost database connection is a retry** (`lost_database`). A thread keeps its connection and checks it before a
request's first query. Where it breaks on the way, the whole request is made again (`ask_again` in the middleware),
which is safe since every write is: at once, and for the ten seconds that a restart takes. A database that stays away
longer is told with 503 and `Retry-After`, and no thread waits for it.

**The program and the club lie apart** (`places`): where each is, and what the files of settings say. What to type for
anything is said by `commands`, which knows whether this is a checkout.

**What only Linux has is asked for in one place** (`system`): locks, processes that end with ours and step aside,
alarms, owners of files, each with what stands in for it. So a club runs on other systems too, in one process and with
less to spare; a test takes all of it away and types a hand.

**Trouble of the computer is told, not tried again** (`trouble`). A full drive, one that fails or may only be read, a
damaged file: 503 with a sentence, by which tablets write on (`saving.js`). What somebody at the computer has to do is
told to officials (`health`): a thread of each server process looks, pages show what it found last.
"""

__version__ = "1.6.0"
