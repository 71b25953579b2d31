"""The office: who belongs to a club, and what it plays by."""
