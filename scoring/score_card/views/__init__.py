"""Views, a file for each part: `start`, `details`, `card` (entering hands), `melds` (counting melds), `hands`
(explaining, correcting, dealing again, history), `signing`, `penalties`, `sharing` (links, joining), `reading`,
`papers` (PDFs), `books`; `answers` is shared.

Each follows one rhythm: fetch with the access check → form → one recording → fragment, page or redirect.
"""
