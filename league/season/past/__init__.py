"""Seasons from before, from a file: names matched, every row told, brought in, taken out again.

**A past season is a closed season whose rules say that it is from a file** (`seasons.past`, pure). Its rows
(`PastRow`) are no rows of the ledger, since there are no evenings and no hands: grades, records and averages know
nothing of them. Its standings are published by the same function as any, as sums of rows or as a final table has them.
People who are no longer in the list are entered as inactive members, so initials, anonymity and merges follow by
themselves. What the page shows is worked out each time (`planning`) from the text, the answers and the cells that
were typed, all of which the form carries.

**Only what could be two people is asked.** A name that is not quite in the list finds its member, or another spelling
in the file, by what it is like (`members.matching`) and by where it stands: who is there on the same nights is somebody
else. What is clear is chosen beforehand and shown, to be looked over as a whole.
"""
