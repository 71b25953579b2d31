"""Grades: how well members play apart from their partners and opponents.

A grade is one linear model (`model`): a side's margin in a hand is the difference of its players' worth, and luck. It
is solved as a whole, since the error comes from the same factor. No library of the field fits: those rate wins, and a
hand is won by margins. A book's grades show once they have foretold the latest months (`foretelling`).
"""
