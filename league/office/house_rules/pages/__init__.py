"""What the pages of the house rules show. No queries."""
