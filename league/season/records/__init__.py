"""A club's records, the champions of its seasons, a season as a book.

Records are found, not kept in the database (`bests`, pure): so they follow corrections and merges. The hand is read
from the few cards that records rest on. The front page waits half a second for them at most, and does without.
"""
