"""Seatings, round by round: no database, no Django, chance passed in. Read in this order:

`schedule`   values: a table's seats and sides, a round's tables, a season's meetings
`wishes`     wishes of couples, fixed partners and people who can't move, the tables that a count makes, and what is
             impossible at once
`verify`     the certificate: is a schedule right, and how good; it shares no code with the makers
`numbers`    numbers of tables in the hall: one out of use, one with another number
`whist`      full cycles known from theory: every pair partners once and opposes twice
`sit_outs`   whose turn it is to sit out
`annealing`  short evenings by search: fewest repeated partners, opponents and table-mates
`board_sets` duplicate: which set of boards is on which table, so that nobody meets one twice
`planning`   the front door of individual rotation: plan the rounds to come, tell what changed
`sides`      fixed sides: half move and round robin, in which nobody meets twice; bent as little as may be
`movement`   winners move: the next round from each table's winners
`bracket`    a knock-out: winners go on, who lost the first match goes on in the consolation bracket
`directions` duplicate: tables turned, so that any two are compared about as often either way
`tasks`      all that a search follows from as one value, for another process
"""
