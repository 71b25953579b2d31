"""The rules of pinochle, book by book: what is legal and what it is worth.

Pure Python; imports nothing else of this project, and works where there is no Django: Python and pydantic are enough.
Read in this order:

`book` (a rule book is data, a module for each chapter) → `cards`, `notation` → `dealing` → `auction` → `melds` →
`tricks` → `deal_score` → `game` → `money` → `tournament`; beside melds, `claims` is what people say a hand is worth,
and beside a score, `questions` and `deal_checks` are what must be asked of it. `prose` says a book in sentences,
`wording` a score, and `reminders` what a book asks of a table at a step. `entries` lists the schema for the form of a
club's own rules, `comparison` says what differs between two books, `changes` makes another book of one. `rulings` lead
from what happened to what a book proposes; `conformance` runs case files against all of it, and `case_format` is what
such a file holds, for other programs too.

No rule is written a second time, in JavaScript neither. Nothing outside asks which book it has: what differs between
clubs is a figure or a switch in one checked schema (`book`). Every number explains itself: `score_deal` returns steps,
each with a reason, an amount and the rule it rests on, and a side's steps add up to its score. Screens, PDFs and the
history say the same sentence.

Which questions a hand must be asked is found, not listed (`questions`): the hand is scored with every answer, and only
what can change the score is asked. Who is stuck is not asked, since it follows from dealer, bidder and amount. How a
renege came about may be said and is never needed.

How rare a figure is, is data beside the books (`rarity`), found by a fingerprint of all that melds depend on. Bids and
takes have a fingerprint of their own, since clubs change those rules more often. `odds` (pure) turns it into chances.
"""
