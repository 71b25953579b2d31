"""Players' own pages, and a player as everybody, referees and directors see one.

**A member's page comes from the ledger, the page of an evening from the cards.** `record` (pure) sums up the rounds
that `rounds` reads; `club` adds up everybody's. Points of two books never meet. The page of an evening reads the
player's cards live (`places`). Without an account it opens by the code on the slip, for that evening alone.

A member's weekly page (`views.own.about`) opens by account or by the link for life; on request it comes by mail after a
night. Family follows by leave (`watch`), which the player takes back by one tap. Once the evening is closed, hands are
looked back at beside usual ones (`pages.back`). Only the member reads whom they follow. The conduct file stands in no
log, and is deleted once it has faded.
"""
