"""Grades: how well members play apart from their partners and opponents.

**A grade is one linear model** (`model`, pure): a side's margin in a hand is the difference of its players' worth, and
luck; how far players are apart is found from the club's rounds. Usual partners have a term of their own for the worth
of one above the other. At a duplicate other results with the same cards tell a part of the luck: that is taken off, and
the rest weighs more. It is solved as a whole, since the error comes from the same factor. Simulated clubs hold it to
the truth. No library of the field fits: those rate wins, and a hand is won by margins.

Years of rounds take seconds, so the process that prints works grades out and keeps them by the marks of the ledger
(`ledger.findings`). A book's grades show once they have foretold the latest months from what came before
(`foretelling`).
"""
