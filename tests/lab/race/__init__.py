"""How far the race for the title can be trusted: seasons whose end is known, asked after each night how they will end.

    .venv/bin/python -m tests.lab.race         tells it, table by table (half an hour)
    .venv/bin/python -m tests.lab.race bots    plays the three seasons of bots again, card by card

`seasons` makes them: three that bots have played (`bots.json`), and as many as are asked for from players whose
strength is known. `calibration` holds what was said to what came.
"""
