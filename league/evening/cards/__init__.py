"""What the cards of an evening come to: rounds, tables and players, read anew whenever they are asked for."""
