"""What a club needs around the card tables. Nothing is here yet; this is the order it will be read in.

Clubs have members, a season is a run of events, an event has rounds, a round seats players at tables,
a table hands in a score card, a director's rulings correct it, and the standings add it all up:
clubs, members, seasons, events, rounds, tables, rulings, standings.
"""
