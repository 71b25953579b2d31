"""Grades: how well members play apart from their partners and opponents."""
