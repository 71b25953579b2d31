"""Seasons from before, from a file: names matched, every row told, brought in, taken out again.

A past season is a closed season whose rules say that it is from a file. Its rows (`PastRow`) are none of the ledger:
grades, records and averages know nothing of them. The page is worked out each time (`planning`) from text, answers and
typed cells, which its form carries. Only what could be two people is asked: a name finds its member by likeness
(`members.matching`) and by where it stands, since on the same nights are different people.
"""
