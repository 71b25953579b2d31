"""What players see of themselves, and what referees and directors see of a player."""
