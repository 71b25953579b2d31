"""Lateness, replacements and penalties, decided by officials at a table."""
