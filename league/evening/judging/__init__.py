"""What officials decide at a table: lateness, who plays for whom, penalties."""
