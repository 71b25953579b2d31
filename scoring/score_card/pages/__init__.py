"""Contents of pages and paper, ready to print: every string of a screen is made here, once. No queries.

In reading order: `penalties` (with lateness, the skunk and each player's score), `money` → `entries` (in words) →
`card` (the sheet: heads, rows, banner) → `panels` (the step being entered) and `details` (names and first dealer) →
`history`, `explanations`, `corrections` (one hand: entered, explained, put right) → `signing` (the card from one side's
view) → `sharing` (secret addresses) → `summaries` (a card in a few words)."""
