"""Running a club on a computer: the first start, serving, its processes, copies of the database.

**A start imports once** (`run`). One gunicorn process imports and forks. Static files are collected when their digest
changed, migrations run when there are any, a new database gets its tables from the models (`new_database`), and the
demo is filled in beside that. Byte code is kept under `make` whatever the shell says: compiling takes half of a start's
processor time.

**A slow sender never holds a thread** (`serving`). gunicorn keeps the processes (`processes`), or there is one alone;
in each, waitress reads and sends in one loop, and threads only work. (gunicorn's own threaded worker reads in its
threads, and fifty dripping phones held all of them.) A request must be whole within a minute. Sixty tablets may stand
behind one router, so no address has a limit of connections: when a process is full, the address with the most loses the
connection that has waited longest. A process whose threads all hang for half a minute, while a request waits, is ended.
After some thousand requests a fresh process takes over, one at a time.

**What nobody may send is not read** (`serving`, `ground.uploads`). Of a body anybody sends 256 KB. A larger one waits
until a thread has asked by its head whose session it carries and which file its address takes; else it is 413 from its
length, and the rest is let by at the pace of Wi-Fi: a browser that is cut off in the middle shows no answer.

**An evening's tables come first** (`Threads`). The cookies tell whose a request is before it is looked at: the club
tells the server as it answers (`sent_by`). Tables, officials, members, cards at home and strangers stand in lines of
their own, in each of which addresses take turns. While cards are written, strangers have one thread of a process at a
time and rest twice as long as they worked. Waiting for what is done apart takes no share.

**Examined before it opens** (`examining`). Named checks in the order in which one rests on the other, each with a
sentence and its cure: the same at a start, beside a copy, from `manage.py check` and on the page of health. SQLite's
file is read through before Django opens it, since that would make an empty file a new club. What a database knows of
its server is a `Fact`, which no room of the club reads.

**Looked after while it is open** (`health`, `saving`). Every twenty seconds, and right after trouble, a thread of each
server process writes a row and takes it out again, examines the computer, and asks after copies, mail, the worker and
other servers: 6 ms of processor time. So a board that shows a light asks nothing.

**A copy is one once it was read** (`backups`). It bears its name after its integrity check, with every table counted.
`make run` holds a lock for as long as one of its processes lives; a restore asks for it, and so does a second start,
which says where the club is open and stops.

**One is made by itself, and tried** (`nightly`, `trial`). A hall's laptop is off at night, so a copy is due after an
evening was closed, too, and by day where the last night was missed. The worker sees to it, since there is one for all
servers. The trial is `make restore` into a folder of its own, where another process works all totals out from the
cards.

**A clock may be wrong** (`pinochle_club.ground.clock`). The worker compares it with the one that nobody sets, and a
jump is told for a week (`clock_jumps`).

**A second computer is seconds behind, and which one is the club is a number** (`standby`, `replicating`, `pieces`).
Litestream writes each change of SQLite into a folder, at most half a second later, and the other computer asks the
club's own address each second for the pieces it lacks: SFTP or a share would want an account and an open door. In the
hall that is plain http, so the pieces are sealed with a key of 25 letters that both computers have (Fernet).
`SECRET_KEY` is handed over with them: table cards and links go on being good.

No computer takes over by itself: which of two that don't hear each other goes on, only a person can see. A takeover
raises the generation, a number in SQLite's own header that every copy has, and tells the other computer, which writes
no more, hands over the rest, and nothing is lost. One that was off asks those that ever stood by for it before it opens
and each second; a drive tells by the names of its folders. Between waking up and its first question lies a second in
which it could still write.

PostgreSQL copies itself. Its timeline tells nothing here: each of two servers that came apart knows its own alone, and
a database that was put back begins at 1 again. To keep the old server from writing is PostgreSQL's tools' work
(fencing; docs/server.md).

**Left open.** A second computer takes over by a key that a person presses, and its address is set by hand; two that
never meet again can't tell each other. Where the drive can't be written to, signing in fails too. A flood of wrong
passwords from ever new addresses makes an official who signs in wait, who until then is a stranger. A tablet that was
cut off, or is at a card of an evening long over, still counts as one at a table. A clock that starts years behind makes
letters late, and what was made while one was ahead (links, roles of an evening) lasts longer. A second place for copies
is not told from the club's own drive. At an address of numbers there are no passkeys, only codes. Nobody here tells
that a replica of PostgreSQL is gone.
"""
