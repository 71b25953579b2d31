"""Who sits where, round by round: no database, no Django, chance passed in. This is the order to read it in.

`schedule`   what is made here: the seats of a table, the tables of a round, and who met whom in a season
`wishes`     what couples, fixed partners and people who cannot walk ask for, and what cannot be granted at once
`verify`     the certificate: is a schedule right, and how good; it shares no code with what makes schedules
`whist`      full cycles known from theory: every pair partners once and opposes twice
`sit_outs`   how many tables there are, and whose turn it is to sit out
`annealing`  short evenings by search: as few repeated partners, opponents and table-mates as can be found
`board_sets` duplicate: which set of boards is on which table, so that nobody meets one twice
`planning`   the front door for individual rotation: plan the rounds to come, tell what changed
`pairs`      fixed pairs: half move and round robin, in which nobody meets twice; bent as little as may be
`movement`   winners move: the next round from who won at each table
`directions` duplicate: tables turned, so that any two are compared about as often one way as the other
`tasks`      all that a search follows from as one value, so that another process can do it
"""
