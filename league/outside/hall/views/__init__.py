"""Pages of an evening’s way to the hall and back, and the line between the two computers."""
