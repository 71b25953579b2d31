"""The race for the title: who wins an open season, how often out of many.

**The nights left are played thousands of times** (`model`, pure), each player from their own nights. How far its
figures can be trusted is measured on seasons whose end is known (`tests/lab/race.md`). It is worked out apart and kept
(`ledger.findings`); a club can switch it off.
"""
