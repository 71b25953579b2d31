"""Trouble after trouble while tables save: what was acknowledged is there, once, and adds up.

`tests/lab/chaos.md` has the figures of the newest run.

python -m tests.lab.chaos --rounds 100                tells what became of it, trouble by trouble
python -m tests.lab.chaos kill full --rounds 100      of these alone
python -m tests.lab.chaos --rounds 100 --write        writes the figures into tests/lab/chaos.md, too

`rounds.py` plays the evening and counts, `troubles.py` has what befalls the club. `halls.py` is of evenings in a hall,
with two computers (`test_halls.py`).
"""
