"""Prizes, pots and the cash sheet of an evening.

**The cash sheet is read, its entries stay.** Winners are worked out from the cards at each look; money that moved is an
entry with a number, and a mistaken one is taken back and no longer counts. A key that moves money carries its amount
and is refused if that has changed, so people are paid the amount that was seen.

Closing an event fixes the reading, and what each pot leaves to the series' next night, by name. Until results are
final, a prize won then can still be paid, unless a correction moved it, and so can a late fee, which fills no pot; all
other money needs the event reopened.
"""
