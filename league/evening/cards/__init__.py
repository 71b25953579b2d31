"""Results of an evening's cards: rounds, tables and players, read for each request.

**An evening's card is an ordinary card.** A table of an event enters, corrects and signs on the same pages as a kitchen
table; the host says what stands above it and what this browser may do. A card's `length` says how its round ends. Typed
totals are not on the card: they count in place of its hands, and card and print say so.

**Points are read, not kept in the database** (`reading`), in six queries at most; a process keeps sheets in memory,
each by its newest entry. A seating of winners can't follow a correction: it keeps by whom it was made, and the desk
tells when others won. Judgments have one reading (`judged`) for own pages, history, report and file.

**A duplicate counts by its boards** (`boards`), each compared with other tables' results; a round's are its `shares`.
Points and prizes meet them only through `standings`, which goes by the exact figure; two digits in words show the
order. The holder of a round's points holds its boards; a replaced player keeps those done before.

**Final places** (`ranking`) appear with the last signature of the last round, which counts up the event's version:
tablets, own pages and projector ask again by themselves.

**The player in a seat is read from its card** (`seats`). The seating names the seat's player, who keeps the points, and
an agreed substitute. The seat's last entry on lateness says how late the player came and who plays on, by the entrant's
number; `RoundSeat.objects.with_players()` reads it in the same query.

**Cards of closed evenings are public** (`views`), by their place and not by their key, without judgments and notes;
figures and marks stay, since they add up to the results. No search lists them.
"""
