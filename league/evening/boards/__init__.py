"""Duplicate boards: made, printed, recorded at their first table, decided on by the director.

A *board* is a deal that several tables play, a *set* those that a table plays in a round; results are read in
`cards.boards`. Dealt by the server, all cards follow from a secret seed, its digest published before and the seed after
(`made`). Shuffled at the table, the first table to play a board records it (`records`), each player their own hand,
unseen by others. `paper` hands out files with hands to those who sort packs, and the log says to whom.

**A hidden hand leaves the server in no way before its board is over for all** (`secrecy`): whatever shows cards asks
there.

With one to three tables, bots play too (`field`), on the worker and before the evening.
"""
