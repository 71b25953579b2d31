"""A club's records, the champions of its seasons, a season as a book.

Records are found, not kept in the database (`bests`, pure, over all rounds of a club): so they follow corrections,
evenings opened again and merges. Rows know a round; the hand is read from the few cards that records rest on. The front
page waits half a second for them at most, and does without.
"""
