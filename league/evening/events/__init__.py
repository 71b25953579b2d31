"""Events and series, and the front page of an evening, which sums up the rooms below it."""
