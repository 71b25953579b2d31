"""Anybody's bot as a program: JSON lines over standard input and output.

`docs/bot-protocol.md` is for people who write bots; within a version no meaning changes. `questions` converts a seat's
view to JSON and back, `serving` lets our bots answer. Pure: duels are played in `tests/lab`.
"""
