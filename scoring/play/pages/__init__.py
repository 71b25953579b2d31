"""What the table shows: every string of the page, made here once from a `SeatView`, so nothing secret can reach a page.

In reading order: `faces` (a card, the own hand) → `mat` (players, calls, melds, the trick) → `frames` (one action to
watch) → `panels` (the question) → `melds` (meld counted by hand) → `score` → `table` (the page; `_table.html` answers
every tap); then `action_words` → `reasons` → `hints` → `review`.
"""
