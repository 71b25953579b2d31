"""The rules of pinochle, book by book: what is legal and what it is worth.

Pure Python with pydantic; imports nothing else of this project. Read in this order:

`book` (a rule book is data, a module for each chapter) → `cards`, `notation` → `dealing` → `auction` → `melds` →
`tricks` → `deal_score` → `game` → `money` → `tournament`; `claims` checks what people say a hand is worth, `questions`
and `deal_checks` what must be asked of a score. `prose` says a book in sentences, `wording` a score, `reminders` what a
book asks of a table at a step. `entries` lists the schema for the form of a club's own rules, `comparison` says what
differs between two books, `changes` makes another book of one. `rulings` lead from what happened to what a book
proposes; `conformance` runs case files (`case_format`) against all of it.

No rule is written a second time, in JavaScript neither. Nothing outside asks which book it has: what differs between
clubs is a figure or a switch in one checked schema (`book`). Every number explains itself: `score_deal` returns steps
with a reason, an amount and the rule it rests on, and a side's steps add up to its score. Screens, PDFs and the history
say the same sentence.

Which questions a hand must be asked is found, not listed (`questions`): the hand is scored with every answer, and only
what can change the score is asked.

How rare a figure is, is data beside the books (`rarity`), found by a fingerprint of all that melds depend on, and
another of bids and takes, whose rules clubs change more often. `odds` turns it into chances."""
