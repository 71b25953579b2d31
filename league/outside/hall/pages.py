"""An evening in the hall and at home, in words. No queries."""

from __future__ import annotations


def goes_along() -> str:
    """What a slice holds, for whoever lends the evening."""
    return (
        "Along go the evening, the rules, names and numbers of members, who met and what is owed from the last year. "
        "Mail, phones, notes and passwords stay at home."
    )
