"""The deal of the day in a club: the week's table, and the ladder of the last weeks."""
