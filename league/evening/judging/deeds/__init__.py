"""A director's entries about a player. Their cost follows from the book; the entry is on the table's card, and in the
event's log with its author."""
