"""A director's entries about a player. Their cost follows from the book; they stand on the table's card and in the
log."""
