"""Many deals of bots, to see a rule's effect before a club votes. Pure.

In reading order: `deals` (one deal, and its facts) → `measures` (figures compared) → `tally` (sums in any order) →
`runs` (a plan, its chunks, all cores, or a Dask `cluster`) → `report` (figures with intervals) → `listing` (text or
JSON) → `charts`; `rarity` counts melds for `scoring.rules.rarity`.

Every deal stands alone at 0–0; a game score's effect on bidding isn't simulated.
"""
