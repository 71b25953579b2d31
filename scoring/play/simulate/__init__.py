"""Many deals played by bots, to see what a rule does before a club votes on it. Pure.

`scoring.rules.changes` makes a book with one house rule changed. Read in this order: `deals` (one deal, and what is
noted of it) → `measures` (which figures are compared) → `tally` (sums that can be added up in any order) → `runs` (a
plan, its chunks, all cores, or a Dask `cluster`) → `report` (figures with intervals) → `listing` (the report as text or
JSON) → `charts` (where bars lie); `rarity` counts how often a side melds so many points, for `scoring.rules.rarity`.

Every deal stands alone at 0–0: what a game's score does to bidding is not simulated.
"""
