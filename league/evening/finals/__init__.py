"""The final: who plays in it by a cut after the last round, ties at the line, extra hands, who is next in line.

A player who is cut has a last round, as a latecomer has a first: `Entrant.last_round` is all that seating, check-in
and board ask. The extra hand is an ordinary round with a title, whose points `event_points` leaves out. The figures of
the cut are not kept: the board works the line out each time (`line` is pure) and says where it would fall now.
"""
