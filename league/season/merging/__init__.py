"""A member entered twice: merged into the entry that stays, and split again.

A merge remembers which rows moved, of every column that names a member, so a split gives back exactly those. Rows of
the ledger hang on entrants and follow; of lists of planned nights the newest word holds for both. What cannot be one
person's is refused, such as two on the list of one evening. Publications stay: where both stand in a closed season,
each of their lines says "entered twice".
"""
