"""A member entered twice: merged into the entry that stays, and split again. A merge remembers which rows moved, so a
split gives back exactly those. Two entries that cannot be one person's are refused. Publications stay: where both stand
in a closed season, each line says "entered twice"."""
