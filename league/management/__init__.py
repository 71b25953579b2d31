"""The demo, and the commands of the league.

It is three clubs as archives (`archives`), made of stories (`clubs`) that bots told by the deeds at a clock of their
own (`telling`), and made again by `demo --build` when a story changes, which a test notices. Each comes in as one
transaction, its rows moved to today by whole days, in words too (`moving`); the evening being played is played now.
Signatures are for versions of a card, so they stand. Last of all, one club gets almost two years of nights before its
story, by their tables' sums alone (`earlier`).
"""
