"""Tables that the coming players make, in words. Pure."""

from __future__ import annotations

from typing import Final

from scoring.rules.notation import counted

TABLE: Final = 4


def fit_words(players: int, *, odd: str = "sit_out", at_table: int = TABLE) -> str:
    """`four tables and one over`, by the evening's rule for odd players; empty for less than one table."""
    tables, over = divmod(players, at_table)
    if odd == "house_player" and over:
        return f"{counted(tables + 1, 'table')} with {counted(at_table - over, 'house player')}"
    threes = -players % TABLE
    if odd == "three_handed" and at_table == TABLE and over and players >= 3 * threes:
        fours = (players - 3 * threes) // TABLE
        parts = (f"{counted(fours, 'table')} of four" if fours else "", f"{counted(threes, 'table')} of three")
        return " and ".join(filter(None, parts))
    if not tables:
        return f"not yet a table ({at_table - over} more)" if over else ""
    return f"{counted(tables, 'table')} and {over} over" if over else counted(tables, "table")


def fit_of_pairs(pairs: int, looking: int) -> str:
    """How pairs fit the tables, two at each; those who look for a partner are paired as far as they go."""
    tables, over = divmod(pairs + looking // 2, 2)
    left = [*(["a pair"] if over else []), *(["one without a partner"] if looking % 2 else [])]
    if not tables:
        return ""
    return f"{counted(tables, 'table')} and {' and '.join(left)} over" if left else counted(tables, "table")
