"""Grades: how well members play apart from their partners and opponents.

**A grade is one linear model** (`model`, pure): a side's margin in a hand is the difference of its players' worth, and
luck. Usual partners have a term of their own for the worth of one above the other. At a duplicate other results with
the same cards tell a part of the luck. It is solved as a whole, since the error comes from the same factor. No library
of the field fits: those rate wins, and a hand is won by margins.

Years of rounds take seconds, so grades are worked out apart and kept (`ledger.findings`). A book's grades show once
they have foretold the latest months (`foretelling`).
"""
