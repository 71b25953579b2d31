"""What was typed, checked: one file per noun."""
