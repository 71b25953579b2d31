"""What is done to clubs, events, rounds and tables: the only writers of their rows."""
