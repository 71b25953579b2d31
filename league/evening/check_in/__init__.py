"""Check-in: roll call, walk-ins, leavers, fees, and the door where people enter themselves.

A fee is due until it is paid, on whatever evening (`debts`). It counts as the evening's own fee while that is open, as
its late fee until it is final, and then as an entry of tonight's sheet: what is final stays. Check-in asks about a year
of fees, and about none of an evening without any.
"""
