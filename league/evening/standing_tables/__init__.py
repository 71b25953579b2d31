"""Standing tables: weekly games online, each player at home.

On screen they are *online tables*. A director sets one up; members say by one tap that they come to the next date. From
a quarter of an hour before, the same key leads to the table: play seats each (`scoring/play/together.py:sit_in_row`),
bots take the other seats, and one alone plays too. The next date is worked out each time, so that nothing has to be
made weekly.
"""
