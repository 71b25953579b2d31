"""The final: who plays in it by a cut after the last round, ties at the line, extra hands, who is next in line."""
