"""What a club remembers: its records, the champions of its seasons, a season as a book."""
