"""What the cards of an evening come to: rounds, tables and players, read again whenever they are asked for.

**An evening's card is an ordinary card.** A table of an event enters, corrects and signs on the same pages as a
kitchen table; the host says what stands above it and what this browser may do. A card's `length` says how its round
ends. A table's totals alone are not on the card: they count in place of its hands, and card and print say so.

**Points are read, not kept in the database** (`reading`), in six queries at most for any number of tables; a process
keeps sheets in memory, each by its newest entry. A seating of winners cannot follow a correction by itself: it keeps
by whom it was made, and the board tells when others won. What was judged has one reading (`judged`), of which own
pages, history, report and file are made.

**A duplicate counts by its boards** (`boards`): each is compared with what other tables made of it, and what a round's
boards came to hangs on it as its `shares`. Points, prizes and places never meet them but through `standings`, which
goes by the exact figure; in words two digits stand behind the point, so that who is ahead is seen to be. Who holds
a round's points holds its boards; of somebody who was replaced those that were done before.

**Places at the end** (`ranking`) are told with the last signature of the last round, which counts the event's version
up: tablets that wait at their tables, players' own pages and the projector ask again by themselves.

**Who plays in a seat is read from its card** (`seats`). The seating says whose place a seat is, and who sits in for
them by agreement; the player keeps the points. The last entry on lateness in a seat says how late the player came and
who plays on, by the entrant's number. `RoundSeat.objects.with_players()` reads it in the same query.

**Everybody reads cards as they were played** (`views`): at closed evenings alone, by their place and not by their key.
They are drawn from a context without what was judged or said and by whom; figures and marks stay, since they add up to
the results. No search lists them.
"""
