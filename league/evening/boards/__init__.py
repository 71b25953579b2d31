"""Duplicate boards: made, printed, recorded at their first table, decided on by the director.

A *board* is a deal that several tables play, a *set* those that a table plays in a round. A board dealt by the server
follows from a secret seed, whose digest is published before play and the seed after (`made`). One shuffled at a table
is recorded by the first table to play it (`records`), each player their own hand, unseen by others. `cards.boards`
reads the results.

**A hidden hand leaves the server in no way before its board is over for all**: whatever shows cards asks `secrecy`.

With one to three tables, bots play too (`field`).
"""
