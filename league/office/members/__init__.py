"""The members and guests of a club, its pairs, and lists of them from and to other programs."""
