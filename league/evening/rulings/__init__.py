"""What officials rule at a table, and what comes of it: rulings, their slips, and the calls that led to them."""
