"""Changed chairs: where people really sat in a running or closed round.

Hands stay as written, by chair. From some hand on other people sat there (`reseating`), and all that is theirs goes
with them: replacement, lateness, penalties. A change is written on the tables' cards and in the round's rows, so every
page follows; its effects are shown first. A table may propose one as a hold on its card, which changes nothing before a
director says yes.
"""
