"""Grades: how well members play apart from their partners and opponents.

**A grade is one linear model** (`model`, pure): what a side makes above the other in a hand is what its players are
worth more than theirs, and luck; how far players are apart is found from the club's rounds. Usual partners have a term
of their own for what one is worth above the other. At a duplicate what others made of the same cards tells a part of
the luck: that is taken off, and what is left weighs more. It is solved as a whole, since the error comes from the same
factor. Simulated clubs hold it to the truth. No library of the field fits: those rate wins, and a hand is won by
margins.

Years of rounds take seconds, so the process that prints works grades out and keeps them by the marks of the ledger
(`ledger.findings`). A book's grades show once they have foretold the latest months from what came before
(`foretelling`).
"""
