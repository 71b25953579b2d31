"""What a club needs around the card tables. Knows the score card; nothing of `scoring` knows this.

Clubs have members and house rules; an event is one club night or tournament, its rounds seat entrants at
tables, and a table keeps a score card. Read a noun through the folders, which all use the same ones
(clubs, members, house_rules, events, check_in, rotation, rounds, tables, board, log): `models` (what is
kept) → `domain` (what is done to it, the only writers) → `forms`, `listings`, `contexts`, `pdfs` → `views` →
`urls`. Pure and without a database: `seating` (who sits where), `clock`. `permissions` is the one table of who may
do what.
"""
