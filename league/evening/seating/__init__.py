"""Who sits where: made, published, exchanged, planned again. The search itself is pure and lies in `schedules`.

**Nobody is seated behind the director's back.** Seatings are drafts until published; what is taken of a proposal is
exactly what was shown. Before a round starts, its board lists everybody whose place is in doubt (`before_round`), also
those who were replaced in the last round they had a seat in: they are back when somebody says so. A seating made
afresh must be clearly better than keeping people's places. It is searched outside the transaction, and written only if
the field is still the one that was searched for.

**A seating knows what it was made of** (`Event.made_of`, `made_of`): who was here, what they wished, which tables
before it did not count. Somebody who was here then and is not after all has no place in the next search unless the
director waits for them, and no certificate is given for people who are not there.

**In a duplicate a seating knows the boards of each table.** Who met which, and who made them, is read from the rounds
that were begun or published, those that don't count too: the search keeps away from both, and the certificate counts
for itself. Boards stay on their tables when people swap, come or leave.
"""
