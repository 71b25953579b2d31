"""Players' own pages, and a player as everybody, referees and directors see one.

**A member's page comes from the ledger, the page of an evening from the cards.** `record` (pure) sums up the rounds
that `rounds` reads, in as many queries for a lifetime as for a night; `club` adds up everybody's. Points of two books
never meet. The page of an evening reads the player's cards live and keeps all places until the next entry (`places`).
Without an account it opens by the code on the slip (`members.links`), for that evening and its cards alone.

**What a member opens every week is one page** (`views.own.about`): by account within *My pages*, without one by the
link for life. The same is mailed after a night on request (`views.you.write_night`).

**Family follows by leave** (`watch`): a link for one evening, which the player takes back by one tap. Its page names
the player alone and asks again every twenty seconds: three small queries while nothing is new.

**Looking back** (`pages.back`): once the evening is closed, players of a table and officials read its hands beside what
is usual for such a bid (`scoring.rules.expectations`).

Whom a member follows (`following`) only the member reads. The conduct file stands in no log, and is deleted once it has
faded, with the next note or closed evening.
"""
