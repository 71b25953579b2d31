"""Lateness, replacements and penalties, which officials decide at a table."""
