"""A kitchen table's whole need: rules, a score card, a deal played out. Knows no clubs, members or events; round and
table numbers are plain text here. In reading order: `rules` (legality and points) → `models` (storage) → `boards` (the
same cards at several tables) → `score_card` (a table's card) → `play` (a deal played by people and bots)."""
