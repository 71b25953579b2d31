"""What templates ask for by themselves."""
