"""What players see of themselves, and what referees and directors see of a player.

**A member's page is the ledger, an evening's own page the cards.** `record` (pure) sums up rounds that `rounds` reads
in as many queries for a lifetime as for a night, and keeps; `club` adds up everybody's, so that each figure stands
beside the club's. Points of two books never meet. The page has what is of one length whatever the years: the last ten
nights, the partners one had most; all nights and all company have pages of their own. The page of an evening reads the
player's own cards live, with the marks they bring to a lifetime (`ledger.marks`), and keeps everybody's places until
the next entry (`places`). A player without an account opens it by the code on the slip (`members.links`): made from
the server's key and the member's nonce, for that evening and its cards alone, without rulings and without anything to
tap.

**What a member opens every week is one page** (`views.own.about`): by account within *My pages*, without one by the
link for life, which also answers who comes. It is made from the member's nonce, so a new one ends the old, and it dies
with the entry of the list. The same is mailed after a night to who asks for it (`views.you.write_night`). All of it is
what everybody may read: names as the club shows them, and no hidden standings.

**Family follows by leave** (`watch`): the player makes a link for one evening, from the server's key and a nonce of
that leave, and takes it back by one tap. Its page has no name but theirs, and nothing of the round but what their side
has; it asks again every twenty seconds, which costs three small queries while nothing is new.

**Looking back** (`pages.back`): once the evening is closed, who was at a table reads its hands beside what is usual
for such a bid. That comes from the tables kept with the rule books (`scoring.rules.expectations`): nothing is simulated
when somebody looks. It is as private as the page of the own night; officials read it of every table.

Whom a member follows (`following`) only the member reads: on their own pages, in the standings, and as *You and Ruth*
on the other's page. The log has that it was changed, and of whom nothing.

The conduct file is the one thing judged that is not on cards: it stands in no log, and is deleted once it has faded,
with the next note or closed evening.
"""
