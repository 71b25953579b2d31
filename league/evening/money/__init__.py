"""Prizes, pots and the cash sheet of an evening."""
