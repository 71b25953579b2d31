"""What stands on the paper of an event, ready to print: one module per kind of sheet. No queries."""
