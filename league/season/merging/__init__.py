"""A member entered twice: merged into the entry that stays, and split again."""
