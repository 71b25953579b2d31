"""What can go wrong with a rule that a person at the table can put right."""


class RuleError(ValueError):
    """Something the rules do not allow; the message says what to do about it."""
