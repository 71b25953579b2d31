"""Running a club on a computer: the first start, serving, its processes, copies of the database.

**A start imports once** (`run`). One gunicorn process imports and forks. Static files are collected when their digest
changed, migrations run when there are any, and a new database gets its tables from the models at once
(`new_database`). The demo is filled in while the pages are imported. Byte code is kept under `make` whatever the shell
says: compiling takes half of a start's processor time (imports 1.2 s in place of 2.5).

**A slow sender never holds a thread** (`serving`). gunicorn keeps the processes (`processes`), or where it can't be, or
`WORKERS` is 0, there is one alone. waitress serves in each: one loop reads requests and sends what is left of answers,
threads only work. gunicorn's own threaded worker reads in its threads, and fifty dripping phones held all of them. A
request must be whole within a minute. There is no limit of connections for an address, since sixty tablets may stand
behind one router: when a process is full, the address with the most loses the connection that has waited longest. A
process whose threads all work and finish nothing for half a minute, while somebody waits, is ended. After some thousand
requests a fresh process takes over, one at a time, and what it has done apart ends with it: Python would wait for it.

**What nobody may send is not read** (`serving`, `pinochle_club.ground.uploads`). Of a body anybody sends 256 KB. A larger one waits,
its head read, until a thread has asked whose session it carries and which file its address takes; else it is 413 from
its length. Then the rest is let by at the pace of Wi-Fi: a browser that is cut off in the middle shows no answer.

**An evening's tables come first** (`Threads`). Who sends is known before a request is looked at, by its cookies: the
club tells the server whose they are as it answers (`sent_by`). Tables, officials, members, cards at home and strangers
stand in lines of their own, in each of which addresses take turns. While cards are written, in an evening or at home,
strangers have one thread of a process at a time and rest twice as long as they worked, however often they ask: the
busier the machine, the longer. Who waits for what is done apart takes no share.

**Examined before it opens** (`examining`). Named checks, in the order in which one rests on the other, each with a
sentence and its cure, and the same words at a start, beside a copy, from `manage.py check` and on the page of health.
SQLite reads the database through before Django opens it, since that would make an empty file a new club. What a
database knows of its server (whose key it belongs to) is a `Fact` in a table of this app, which no room of the club
reads.

**Looked after while it is open** (`health`, `saving`). Every twenty seconds, and right after a request met trouble, a
thread of each server process writes a row and takes it out again, examines the computer, and asks after copies, mail,
the worker and other servers: 6 ms of processor time. So a board that shows a light asks nothing.

**A copy is one once it was read** (`backups`). A backup bears its name after its integrity check, with every table
counted, so the newest such name says when the last good one was made. `make run` holds a lock for as long as one of its
processes lives. A restore asks for it, and so does a second start, which says where the club is open and stops.

**One is made by itself, and tried** (`nightly`, `trial`). A hall's laptop is off at night, so a copy is due after an
evening was closed, too, and by day where the last night was missed. The worker sees to it, since there is one for all
servers; when the last was made is a `Fact`. The trial is `make restore` itself, into a folder of its own, and another
process there works all totals out from the cards, where nothing is kept in memory that could hide a fault.

**A clock may be wrong** (`pinochle_club.ground.clock`). What is counted "lately" has two ends, so that nobody is locked
out by a clock that was put right. The worker compares it with the one that nobody sets, and a jump is told for a week
(`clock_jumps`).

**A second computer is seconds behind, and who is the club is a number** (`standby`, `replicating`, `pieces`).
Litestream writes each change of SQLite into a folder, beside the server and at most half a second later. The way to the
other computer is the club's own address: that one asks each second for the pieces it lacks. SFTP would want an account
and an open door on one of the laptops, and a share another program; the club's port is open anyway. In the hall that is
plain http, and the pieces are all that the club has, so they are sealed with a key of 25 letters that both computers
have (Fernet). The key that signs (`SECRET_KEY`) is handed over with them: table cards and links go on being good.

No computer takes over by itself: which of two that don't hear each other goes on, only a person can see. Who takes over
raises the generation, a number in SQLite's own header that every copy has, and tells the other computer, which gives
way at once: it writes no more, hands over the rest, and nothing is lost. One that was off asks, before it opens and
each second, those that ever stood by for it; a drive tells by the names of its folders. Between its waking up and its
first question lies a second in which it could still write. The page of health says how far behind the other one is, and
lights the board when it was there and asks no more.

PostgreSQL copies itself. Its own number of that kind, the timeline, tells nothing here: each of two servers that came
apart knows its own alone, a database that was put back begins at 1 again and would be refused in an emergency, and a
club that may reach both follows whatever `DATABASE_URL` names. What keeps the old server from writing is that it is
off, or that the second one may switch it off (fencing); that is PostgreSQL's tools' work (docs/server.md).

**Left open.** A second computer takes over by a key that a person presses, and its address is set by hand; two that
never meet again can't tell each other. Where the drive can't be written to, signing in fails too: each try is a row.
A flood of wrong passwords from ever new addresses makes an official who signs in wait, who until then is a stranger.
A tablet that was cut off, or is at a card of an evening long over, still counts as one at a table, of which none waits
for another. A clock that starts years behind makes letters late that were written before it was set, and what was made
while one was ahead (links, roles of an evening) lasts longer. A second place for copies is not told from the club's own
drive.
Passkeys need https and a name: at an address of numbers there are codes alone. That a replica of PostgreSQL is gone is
told by nobody here; how many there are stands on the page of health.
"""
