"""Seasons from before, from a file: names matched, every row shown, brought in, taken out again.

A past season is a closed season whose rules say that it is from a file. Its rows (`PastRow`) aren't in the ledger:
grades, records and averages know nothing of them. The page is worked out each time (`planning`) from text, answers and
typed cells, which its form carries. It asks only about names that could be two people's: the others are found by
likeness (`members.matching`) and by where they stand, since two names of one night are two people. What rows of two
names are, and how new names such as `Lee, Ann` are meant, it asks once.
"""
