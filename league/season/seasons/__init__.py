"""A season: its rules in versions, what was added by hand, its standings, and every publication of them.

**Standings are sums of lines** (`standings`, pure): rows of the ledger and rules in; places out, each with its lines,
what put it above the next and what is still needed. "If the season closed today" and "what would other rules change"
are the same call with other rows or rules. Sentences hold no names, so that none is kept in a publication.

**What people read of a season was published** (`publishing`): the page of the standings asks for the lines of the
newest publication and for what followed its newest night, so it costs the same for ten rounds and for a year, as does
where one member stands in it (`own`). Everything that standings are made of publishes them again in its own
transaction: a deed on the season, or an evening's rows (`ledger.following`). The lines of one place are read from the
ledger when it is opened (`reading.read_place`), and the database adds up who played with whom (`partners`).
"""
