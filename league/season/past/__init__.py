"""Seasons from before, from a file: names matched, every row told, brought in, taken out again.

**A past season is a closed season whose rules say that it is from a file** (`seasons.past`, pure). Its rows (`PastRow`)
are no rows of the ledger: grades, records and averages know nothing of them. Its standings are published by the same
function as any. People no longer in the list are entered as inactive members. The page is worked out each time
(`planning`) from the text, the answers and the typed cells, all of which its form carries.

**Only what could be two people is asked.** A name that is not quite in the list finds its member by likeness
(`members.matching`) and by where it stands: on the same nights are different people. What is clear is chosen beforehand
and shown.
"""
