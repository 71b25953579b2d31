"""A club's records, the champions of its seasons, a season as a book. Records are found, not kept (`bests`, pure), so
they follow corrections and merges."""
