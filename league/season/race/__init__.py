"""The race for the title: who wins an open season, how often out of many.

**The nights left are played thousands of times** (`model`, pure), each player from their own nights. It counts as
standings do, up to their tie-breaks: level players share. How far its figures can be trusted is measured on seasons
whose end is known (`tests/lab/race.md`).

It shows what the standings show to the same reader, and is worked out apart and kept (`ledger.findings`). A club can
switch it off.
"""
