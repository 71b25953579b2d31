"""The director’s board, the projector and the log: what officials see of a whole evening.

**A poll that finds nothing is one small query.** A board carries a signed note that this browser may see it, whose
signature a process checks once. When there is news, cards with nothing new are not read again, and tables that look
the same are not drawn again. While a round is played the board stands for the whole page (`.is-room`, `desk.css`):
all but the clock, the tables and what is to be done lies behind Menu. How tables stand and which is open is in the
address, as everything that must outlive a swap.

**Places one by one** (`reveal`): what the projector shows of them follows from the moment the director began, so a
reload goes on where it would be, and each poll carries the moment of the next place.

**The way back** (`pages.leads`): a line of the log leads to where its deed is put right, by the words it is told in; a
test reads the code of all deeds, and names each kind that leads nowhere.
"""
