"""An evening: everything around its tables, from the seating to the results.

Its rooms, each of which imports only those before it. The clock is a room, since tables and lateness ask it; starting a
round lies above judging and tables, which it asks.

    ties      order of tied players, for a cut and for a season; pure
    cards     a table's card begun; results of a round's cards; the player in each seat
    ledger    results of each round of a closed evening, in rows that add up
    clock     the round's clock, the break, the message to all tables
    seating   seatings made, published, swapped, planned again; the search is pure and lies in `schedules`
    tables    passes, tablets, calls, the bar above a card, paper cards
    check_in  roll call, walk-ins, fees and debts, the door
    judging   lateness, replacements, penalties; the host that tells the score card of all this
    rulings   rulings at a table: given, left for later, appealed, decided; claims that a hand was recorded wrongly
    rounds    rounds started, closed, reopened, deleted; which of them count, and the effects
    chairs    chairs that people changed in a running or closed round
    totals    the grid of all totals: players by rounds, typed over or pasted
    boards    duplicate: boards made, printed, recorded, decided on by the director
    finals    the cut, ties at its line, the extra hand, the next in line
    travelers  duplicate: results of boards, for everybody and for each, on pages and paper
    desk      the director's page, the projector, the log
    paper     everything that is printed for an evening
    money     prizes, pots and the cash sheet
    events    events, series, an evening's front page, which sums up all rooms before it; its result if it stops now
    coming    answers for nights ahead, by account or a member's own link
    standing_tables  weekly tables online: set up, answers, the way to the seats
    calendar  the club's calendar, as a page and as a feed
"""
