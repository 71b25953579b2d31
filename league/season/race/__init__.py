"""The race for the title: who wins a season that is still being played, how often out of many.

**The nights that are left are played thousands of times** (`model`, pure), everybody from their own nights. It counts
as standings do, up to their tie-breaks: who is level there shares. How far its figures can be trusted is measured on
seasons whose end is known (`tests/lab/race.md`).

It shows what the standings show to the same reader, and is worked out apart and kept (`ledger.findings`), so that
nobody's look costs more than reading it. A club that does not want it switches it off.
"""
