"""The clock of a round, the break, the message to all tables, and what the projector shows."""
