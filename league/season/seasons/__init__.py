"""A season: rules in versions, points by hand, standings, and every publication of them.

Standings are sums of lines (`standings`, pure). Their sentences hold no names, so that no publication keeps one.
Readers see what was published (`publishing`), so a page costs the same for ten rounds and for a year. Anything that
changes standings publishes them again in its own transaction: a deed on the season, or an evening's rows
(`ledger.following`).
"""
