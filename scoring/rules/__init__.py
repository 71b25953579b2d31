"""The rules of pinochle, book by book: what is legal and what it is worth.

Pure Python; imports nothing else of this project and no Django. Read in this order:

`book` (a rule book is data, a module for each chapter) → `cards`, `notation` → `dealing` → `auction` → `melds` →
`tricks` → `deal_score` → `game` → `tournament`; `prose` says a book in sentences and `wording` says a score in
sentences; `changes` makes another book of one; `rulings` lead from what happened to what a book proposes;
`conformance` runs case files against all of it.
"""
