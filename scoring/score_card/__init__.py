"""The digital score card: hands entered step by step, explained, corrected, signed, printed.

In reading order: `sheet` (entries → lines → totals; pure) → `rounds` (skunk, penalties, player
scores; pure) → `recording` (the only writer) → `access` (devices and secret links) →
`next_games` → `forms` → `contexts` (what pages and paper show) → `history`, `explanations`,
`corrections`, `redeals` (one hand: entered, explained, put right, dealt again) → `signing` (the
card from one side's own view) → `pdfs` → `views`, `urls`.
"""
