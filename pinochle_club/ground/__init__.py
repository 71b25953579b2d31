"""What everything stands on, whatever the club plays: it imports nothing of ours.

**SQLite by default, PostgreSQL by one setting.** On SQLite the writers of a machine queue at a file lock, since its own
busy wait is unfair (`write_queue`). On PostgreSQL an entry holds its table's row and closing a round holds all of them,
so no table waits for another. Servers may share it: what only one may do at a time runs `alone(…)` (`locks`), and work
that counts rows before it writes says what it counts (`queued_write("sign-in")`).

**What is quick is the plain way, kept** (`plainly`): queries are built once (`prepared`), sheets and finished lines
stay in memory, form controls are drawn without templates (`form_controls`). All of it is bounded and found by what
makes it true, so no process tells another, and a restored backup needs no thought. A test holds both ways to the same
bytes.

**What takes long is done apart** (`apart`), in a process of low priority that reads the database and cannot write
there: it would hold the lock for long. Sheets are kept by what makes them true (`pdfs`): a book by its digest, a card
by its version, each by the program.

**A lost database connection is a retry** (`lost_database`). A broken request is made again from its start (`ask_again`
in the middleware), at once and for the ten seconds of a restart, which is safe since every write is. After that it is
503 with `Retry-After`, and no thread waits.

**The program and the club lie apart** (`places`), `commands` knows what to type where this program runs, and `system`
alone asks what the operating system can do, with a stand-in for each thing.

**Trouble of the computer is told, not tried again** (`trouble`): a full or failing drive, a damaged file. 503 with a
sentence, on which tablets write on (`saving.js`); what cures it is told to officials (`health`).
"""

__version__ = "1.12.3"
