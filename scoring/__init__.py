"""What four people need at a kitchen table: the rules, the score card, and later play."""
