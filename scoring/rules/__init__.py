"""The rules of pinochle, book by book: pure Python with pydantic, which imports nothing else of this project. In order:

`book` (a rule book is data, a module for each chapter) → `cards`, `notation` → `dealing` → `auction` → `melds` →
`tricks` → `deal_score` → `game` → `money` → `tournament`; `claims` checks claimed melds, `questions` and `deal_checks`
what must be asked of a score. `prose` puts a book into sentences, `wording` a score; `reminders` are for a step of a
hand. `entries` lists the schema for the form of a club's own rules, `comparison` compares two books, `changes` makes
another book of one; `nearest` makes a game of three answers, `argued` finds examples of the rules people argue about.
`rulings` lead from what happened to what a book proposes; `conformance` runs case files
(`case_format`) against all of it.

No rule is written a second time, in JavaScript neither. Nothing outside asks which book it has: what differs between
clubs is a figure or a switch in one checked schema (`book`). Every number explains itself: `score_deal` returns steps
with a reason, an amount and its rule, and screens, PDFs and the history say the same sentence.

Questions are found, not listed (`questions`): a hand is scored with every answer, and only what can change the score is
asked. How rare a figure is, is data beside the books (`rarity`), found by a fingerprint of all that melds depend on,
and another of bids and takes. `odds` turns it into chances."""
