"""The season: what evenings come to together, and what a club tells and remembers of them.

Its rooms, each of which imports only those before it:

    seasons  a season's rules, adjustments, standings with their reasons, publications
    notices  the week in words: written from the ledger, typed over, published, printed, mailed
    race     who wins the season, and what each can still reach
    grades   how well members play apart from partners and opponents, where a club wants that
    ladder   the deal of the day in a club: the week's table, the ladder; what play asks of members' accounts
    merging  a member entered twice: merged, and split again
    past     seasons from before, from a file: names matched, every row told, brought in, taken out again
    dues     what each owes: evenings not paid, the year's dues; the treasurer's list
    players  a member's record for everybody, from the ledger; a player's own pages; for those who rule, history,
             the conduct file and the report
    records  what a club remembers: its records, the champions of its seasons, a season as a book
    front    the club's front page, which sums up all rooms before it, and the search
"""
