"""Everything that is printed for an evening."""
