"""Events and series, and the front page of an evening, which sums up all rooms below it."""
