"""The deal of the day in a club: the week's table, the ladder of the last weeks, and what play asks the clubs.

Places go by points beside par, over the better half of one's days (`points`), in the points of the club's own book: so
books and days compare, and playing more brings nothing by itself. A hand counts once its par is there.
"""
