"""An evening: everything around its tables, from the seating to what they came to."""
