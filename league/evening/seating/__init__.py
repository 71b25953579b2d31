"""Seatings made, published, swapped, planned again. The search is pure, in `schedules`.

**Nobody is seated behind the director's back.** Seatings are drafts until published; a proposal is taken exactly as
shown. Before a round starts, the desk lists all whose place is in doubt (`before_round`). A search runs outside the
transaction, and is written only if the field is unchanged.

**A seating knows what it was made of** (`Event.made_of`, `made_of`): people here, their wishes, tables that didn't
count. A person not here after all has no place in the next search unless the director waits for them, and no
certificate is given for people who aren't there.

**At a duplicate a seating knows each table's boards**: the search avoids those that people met or made. Boards stay on
their tables when people swap, come or leave.
"""
