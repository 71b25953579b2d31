"""Standing tables: every week at the same time some of the club play online, each from home.

On screen they are *online tables*. A director sets one up; a member says by one tap that they come to its next date, by
account or by their link for life. From a quarter of an hour before the time the same place leads to the table: play
finds a seat for each who comes (`scoring/play/together.py:sit_in_row`), bots take the others, and who is alone joins.
Which date is next is worked out each time, so that nothing has to be made every week and nothing is left over.
"""
