"""Clubs, the roles in them, the links by which people get one, and the line of places on top of every page."""
