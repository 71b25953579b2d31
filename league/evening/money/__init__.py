"""Prizes, pots and the cash sheet of an evening.

**The cash sheet is read, its entries stay.** Who has won what is worked out from the cards at each look; money that
moved is an entry with a number, and one by mistake is taken back and counts no more. A key that moves money carries
the amount that stood on it: what has changed meanwhile is refused, so people are paid the amount that was seen.
Closing an event fixes what was read, and what each pot leaves to the next night of the series, found by its name. What
was won then is still paid until the results are final, unless a correction has moved it: paying changes neither. So is
a fee that is paid late, which fills no pot; all other money needs the event reopened.
"""
