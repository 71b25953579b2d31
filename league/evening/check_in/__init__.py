"""Check-in: roll call, walk-ins, leavers, fees, and the door where people enter themselves.

A fee is due until it is paid, wherever that is (`debts`). `Entrant.paid_late` counts late fees on all sheets, so no
page asks twice. Taken at a later check-in, it is the evening's own fee while that is open, its late fee until it is
final, and then an entry of tonight's sheet: what is final stays. Check-in asks for a year's fees, and for none of an
evening without any.
"""
