"""What the table shows: every string of the page, made here once. No queries.

In reading order: `faces` (a card, the own hand) → `mat` (players, calls, melds, the trick) → `frames` (one action to
watch) → `panels` (the question) → `melds` (meld counted by hand) → `score` (the card in short, the finished hand) →
`table` (the page; `_table.html` answers every tap); then `action_words` → `reasons` → `hints` → `review`. All is made
from a `SeatView`, so nothing secret can reach a page. `forms/acts` reads what forms send.
"""
