"""What officials decide at a table: lateness, who plays on for whom, penalties, disputes."""
