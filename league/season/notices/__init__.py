"""The week in words: what a club tells of an evening, as a page, on paper and by email."""
