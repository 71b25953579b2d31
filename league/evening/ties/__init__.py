"""Tied players ordered: at the line of a cut, and in a season's standings. Pure."""
