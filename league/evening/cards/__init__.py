"""Results of an evening's cards: rounds, tables and players, read for each request.

**An evening's card is an ordinary card**, entered, corrected and signed on the same pages as at a kitchen table. The
host says what stands above it and what this browser may do. Typed totals are not on the card: they count in place of
its hands, and card and print say so.

**Points are read, not kept in the database** (`reading`), in six queries at most; a process keeps sheets in memory,
each by its newest entry. A seating of winners can't follow a correction: the desk tells when others won.

**A duplicate counts by its boards** (`boards`), each compared with other tables' results. Points and prizes meet them
only through `standings`, which goes by the exact figure.

**Final places** (`ranking`) appear with the last signature of the last round. It raises the event's version, so
tablets, own pages and the projector ask again.

**The player in a seat is read from its card** (`seats`). The seating names the seat's player, who keeps the points, and
a substitute; the seat's last entry on lateness says how late the player came and who plays on.

**Cards of closed evenings are public** (`views`), without rulings and notes. No search engine lists them.
"""
