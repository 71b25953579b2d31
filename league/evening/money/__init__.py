"""Prizes, pots and the cash sheet of an evening.

**The cash sheet is read, its entries stay.** Winners are worked out from the cards at each look; money that moved is an
entry with a number, and a mistaken one is taken back and counts no more. A key that moves money carries its amount: if
that changed meanwhile it is refused, so people are paid the amount that was seen. Closing an event fixes the reading,
and what each pot leaves to the series' next night, by name. Prizes won then can be paid until results are final, unless
a correction moved them; so can a late fee, which fills no pot; all other money needs the event reopened.
"""
