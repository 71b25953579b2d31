"""Results of an evening's cards: rounds, tables and players, read for each request.

**An evening's card is an ordinary card**, entered, corrected and signed on the same pages as at a kitchen table; the
host says what stands above it and what this browser may do. Typed totals are not on the card: they count in place of
its hands, and card and print say so.

**Points are read, not kept in the database** (`reading`), in six queries at most; a process keeps sheets in memory,
each by its newest entry. A seating of winners can't follow a correction: it keeps by whom it was made, and the desk
tells when others won. Judgments have one reading (`judged`).

**A duplicate counts by its boards** (`boards`), each compared with other tables' results; a round's are its `shares`.
Points and prizes meet them only through `standings`, which goes by the exact figure. The holder of a round's points
holds its boards; a replaced player keeps those done before.

**Final places** (`ranking`) appear with the last signature of the last round, which counts up the event's version:
tablets, own pages and projector ask again by themselves.

**The player in a seat is read from its card** (`seats`). The seating names the seat's player, who keeps the points, and
an agreed substitute; the seat's last entry on lateness says how late the player came and who plays on.

**Cards of closed evenings are public** (`views`), by their place and not by their key, without judgments and notes. No
search lists them.
"""
