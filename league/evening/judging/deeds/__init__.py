"""Entries of a director against or for a player.

What it costs is the book's to say; what is entered lies on the table's card, and with who did it in the event's log.
"""
