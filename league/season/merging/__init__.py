"""A member entered twice: merged into the entry that stays, and split again.

A merge remembers which rows moved, so a split gives back exactly those. What cannot be one person's is refused, such as
two on the list of one evening. Publications stay: where both stand in a closed season, each line says "entered twice".
"""
