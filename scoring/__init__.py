"""What four people need at a kitchen table: rules, a score card, a deal played out.

Knows no clubs, members or events; round and table numbers are plain text here. Read in this
order: `rules` (what is legal and what it is worth) → `models` (what is kept) → `boards` (the same
cards at several tables) → `score_card` (the card a table keeps) → `play` (a deal played out by
people and bots).
"""
