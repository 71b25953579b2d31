"""What the table shows, ready to print: every string of the page is made here, once. No queries.

In reading order: `faces` (a playing card, the own hand) → `mat` (players, calls, melds, the trick) → `frames` (one
action, to be watched) → `panels` (what the player is asked) → `melds` (own meld counted by hand) → `score` (the score
card in short, the hand that is over) → `table` (the whole page, of which the fragment `_table.html` answers every tap);
beside them `action_words` (what an action is called) → `reasons` (why one choice and not another) → `hints` → `review`.
Everything is made from a `SeatView`: what a seat may not know cannot reach a page. What forms send, `forms/acts` reads.
"""
