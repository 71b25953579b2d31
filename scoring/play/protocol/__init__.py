"""How a program of anybody's plays: lines of text over standard input and output, one JSON object a line.

`docs/bot-protocol.md` tells it to people who write bots; nothing there may change its meaning within a version.
`questions` is what is asked and answered (a seat's view as JSON and back), `serving` lets our bots answer. Pure: a
program is asked, within a time, and its answer judged where duels are played, outside the product (`tests/lab`).
"""
