"""The club's front page, which sums up all rooms below it, and the search."""
