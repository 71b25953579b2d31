"""A member entered twice: merged into the entry that stays, and split again.

A merge remembers which rows moved, of every column that names a member, found by the models themselves: so a new table
moves by itself, and a split gives back exactly those rows, whatever came since. Rows of the ledger hang on entrants and
follow, and so do the lists of planned nights, where the newest word about a night holds for both. What cannot be one
person's is refused, such as two on the list of one evening. Publications stay: where both stand in a closed season,
each of their lines says "entered twice".
"""
