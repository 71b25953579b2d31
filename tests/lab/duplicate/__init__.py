"""Does duplicate rank better? Seasons of bots whose strength is known, each once with the same cards at all tables and
once as ordinary nights.

    .venv/bin/python -m tests.lab.duplicate    tells it, table by table (half an hour)

`nights` plays them, with two kinds of bots: the same people with the same partners and opponents, as many hands.
"""
