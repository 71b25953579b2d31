"""The rule books a club plays by: drafts, published versions, and their differences."""
