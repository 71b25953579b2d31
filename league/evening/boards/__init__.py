"""Duplicate: an event's boards made, printed, recorded at their first table; and what the director decides about one.

A *board* is a deal that several tables play, a *set* those that a table plays in one round. What they come to is read
in `cards.boards`. **A hidden hand leaves the server in no way before its board is over for all** (`secrecy`): whatever
shows cards asks there.

Where one to three tables play, bots make up for the others (`field`); the worker has them play before the evening.
"""
