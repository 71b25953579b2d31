"""A director's entries about a player, on the table's card and in the log. Their cost follows from the book."""
