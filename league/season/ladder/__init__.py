"""The deal of the day in a club: the week's table, the ladder of the last weeks, and answers to play's questions.
Places go by points beside par (`points`), in the points of the club's own book. A hand counts once its par is there."""
