"""Who is here: roll call, walk-ins, leavers, fees, and the door where people enter themselves."""
