"""Rounds: started with a card for every table, closed, reopened, deleted; casual tables that form one by one.

**What does not count is left out where it is read.** A round, or a table of one, that was started by mistake or broken
off keeps its cards, and its `counts` is False; a round's is when those of all its tables are, and `counting` alone
sets either. `cards.reading.read_event` leaves both out, and so does whatever rests on points, places, prizes, the
ledger or who won; seatings read `Field.before`, so nobody met and nobody sat out there. The round keeps its number,
and one more is planned in its place (`rounds_planned` is the number of the last). What a choice does is shown before
it is done, by the same readings with other tables counted (`as_if_void`).
"""
