"""Contents of pages and paper, ready to print: every string of a screen is made here, once. No queries."""
