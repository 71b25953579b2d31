"""The final: the cut after the last round, ties at its line, extra hands, the next in line.

A player cut has a last round, as a latecomer a first: `Entrant.last_round` is all that seating, check-in and desk ask.
The extra hand is an ordinary round with a title, left out by `event_points`. The cut's figures aren't kept: the desk
works the line out each time and says where it would fall now.
"""
