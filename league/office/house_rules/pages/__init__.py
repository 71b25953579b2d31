"""Pages of the house rules. No queries."""
