"""Duplicate: an event's boards made, printed, recorded at their first table; and what the director decides about one.

A *board* is a deal that several tables play, a *set* those that a table plays in one round. What they come to is read
in `cards.boards`. Where the server deals them, all cards follow from a secret seed: its digest is told before, the seed
after (`made`). Where they are shuffled at the table, the first table that plays a board takes it down (`records`), each
player their own hand, and nobody is shown another's. Papers with hands are for those who sort packs: `paper` hands them
out as files, and the log says to whom.

**A hidden hand leaves the server in no way before its board is over for all** (`secrecy`): whatever shows cards asks
there.

Where one to three tables play, bots make up for the others (`field`); the worker has them play before the evening.
"""
