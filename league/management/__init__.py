"""The demo, and the commands of the league.

The demo is three clubs as archives (`archives`), made of stories (`clubs`) that bots told by the deeds at a clock of
their own (`telling`); `demo --build` makes them again when a story changes, which a test notices. Each comes in as one
transaction, moved to today (`moving`). Last of all, one club gets almost two years of nights before its story, by their
tables' sums alone (`earlier`).
"""
