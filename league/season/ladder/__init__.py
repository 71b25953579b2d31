"""The deal of the day in a club: the week's table, and the ladder of the last weeks; what play asks the clubs.

Places go by points beside par, over the better half of one's days (`points`), in the points of the club's own book: so
books and days compare, and nobody gains by playing more. A hand whose par is still to come counts once it is there.
"""
