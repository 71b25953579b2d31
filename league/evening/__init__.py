"""An evening: everything around its tables, from the seating to what they came to.

Its rooms, each of which imports only those before it. What is read from cards lies below the rooms that judge and
close them; the clock is a room, since tables and lateness ask it; and starting a round lies above judging and tables,
which it asks.

    ties      how people who are level are told apart, for a cut and for a season; pure
    cards     a table's card begun; what the cards of a round come to; who plays in which seat
    ledger    what everybody came to in each round of a closed evening, in rows that add up
    clock     the round's clock, the break, the message to all tables
    seating   seatings made, published, swapped, planned again; the search is pure and lies in `schedules`
    tables    passes, tablets, calls, the bar above a card, paper cards
    check_in  roll call, walk-ins, fees and what is owed from before, the door
    judging   lateness, who plays on, penalties; the host that tells the score card of all this
    rulings   rulings at a table: given, left for later, appealed, decided; claims that a hand was recorded wrongly
    rounds    rounds started, closed, reopened, deleted; which of them count, and what that does
    chairs    who really sat where: chairs that people changed in a round that runs or is closed
    totals    the grid of all totals: players by rounds, typed over or pasted
    boards    duplicate: boards made, printed, recorded; what the director decides about one
    finals    who plays in a final: the cut, ties at its line, the extra hand, who is next in line
    travelers  duplicate: what boards came to, for everybody and for each, on pages and paper
    desk      the director’s page, the projector, the log
    paper     everything that is printed for an evening
    money     prizes, pots and the cash sheet: who has won what, what moved money, what is in the box
    events    events, series, an evening's front page, which sums up all rooms before it; what it comes to if it
              stops now
    coming    who comes to a night that is ahead, by account or a member's own link
    standing_tables  tables online that meet every week: set up, who comes, the way to their seats
    calendar  the club's calendar, as a page and as a feed
"""
