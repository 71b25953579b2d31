"""The tables in the hall: their passes, tablets, calls, and cards that are kept on paper."""
