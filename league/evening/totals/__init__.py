"""All totals of an evening in one grid, to type over or paste from a spreadsheet."""
