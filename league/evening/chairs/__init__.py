"""Changed chairs: where people really sat in a running or closed round.

Hands stay as written, by chair; the sitters are restated (`reseating`) from some hand on, and all that is a person's
goes with them: replacement, lateness, penalties. It is written on the touched tables' cards and in the round's rows, so
every reading follows by itself; its effects are shown before. A table may propose a change as a hold on its card:
nothing changes before a director says yes.
"""
