"""The season: what evenings come to together, and what a club tells and remembers of them."""
