"""The digital score card: hands entered step by step, explained, corrected, signed, printed.

In reading order:

1. What a card comes to, pure: `entries`, `rulings` (what lies on top of a hand), `sheet` (entries →
   lines → totals), `names`, `people` (who plays in each seat), `situations` (a hand as whoever
   rules finds it), `player_scores` (a round's totals and each player's score), `redeals` (why it is
   dealt again), `meld_counts` (what the meld helper's taps come to).
2. What is kept: `recording` (the only writer), `access` (devices and secret links), `beginning`
   (how a card begins: by a tap, or as the next game).
3. What people meet, the same noun in each: `forms` (what was typed) → `pages` (what is shown)
   → `listings`, `pdfs` → `views`, `urls`.
"""
