"""A season: rules in versions, points by hand, standings, and every publication of them.

**Standings are sums of lines** (`standings`, pure): rows of the ledger and rules in; places out, each with its lines,
the reason it is above the next, and what is still needed. Sentences hold no names, so that no publication keeps one.

**What people read of a season was published** (`publishing`), so a page costs the same for ten rounds and for a year.
Everything that standings are made of publishes them again in its own transaction: a deed on the season, or an evening's
rows (`ledger.following`). The lines of one place are read from the ledger (`reading.read_place`).
"""
