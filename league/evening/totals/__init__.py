"""All totals of an evening in one grid, to be typed over and to be laid in from a spreadsheet."""
