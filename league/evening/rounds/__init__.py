"""Rounds: started with a card for every table, closed, reopened, deleted; casual tables that form one by one.

**Voided rounds are left out where they are read.** A round or table started by mistake, or broken off, keeps its cards
with `counts` False; a round's follows from its tables', and only `counting` sets either. `cards.reading.read_event`
leaves both out, and with it points, places, prizes, the ledger and winners; seatings read `Field.before`, so nobody met
or sat out there. The round keeps its number, and another is planned in its place. The effects of a choice are shown
first, by the same readings with other tables counted (`as_if_void`).
"""
