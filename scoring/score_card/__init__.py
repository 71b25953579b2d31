"""The digital score card: hands entered step by step, explained, corrected, signed, printed.

In reading order: `sheet` (entries → lines → totals; pure) → `recording` (the only writer) →
`access` (devices and secret links) → `forms` → `contexts` (what pages and paper show) →
`pdfs` → `views`, `urls`.
"""
