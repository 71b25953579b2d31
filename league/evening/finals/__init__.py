"""The final: who plays in it by a cut after the last round, ties at the line, extra hands, who is next in line.

Somebody who is cut has a last round, as a latecomer has a first: `Entrant.last_round` is all that seating, check-in
and board ask. The extra hand is an ordinary round with a title, whose points `event_points` leaves out. The cut is not
kept as a list of figures: the board works the line out anew (`line` is pure) and says where it would fall by now.
"""
