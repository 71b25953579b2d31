"""Tables that the coming players make, in words. Pure."""

from __future__ import annotations

from typing import Final

from scoring.rules.notation import counted, listed, number

TABLE: Final = 4


def fit_words(players: int, *, odd: str = "sit_out", at_table: int = TABLE, others: int = 3) -> str:
    """`four tables and one over`, by the evening's rule for odd players; empty for less than one table. `others` sit at
    a table of another size."""
    tables, over = divmod(players, at_table)
    if odd == "house_player" and over:
        return f"{counted(tables + 1, 'table')} with {counted(at_table - over, 'house player')}"
    if odd == "three_handed":
        ways = ((players - others * count) % at_table for count in range(players // others + 1))
        over, many = min((over, count) for count, over in enumerate(ways))
        tables = (players - others * many) // at_table
        if many:
            kinds = ((tables, at_table), (many, others))
            parts = [f"{counted(count, 'table')} of {number(size)}" for count, size in kinds if count]
            return listed([*parts, f"{over} over"] if over else parts)
    if not tables:
        return f"not yet a table ({at_table - over} more)" if over else ""
    return f"{counted(tables, 'table')} and {over} over" if over else counted(tables, "table")


def fit_of_pairs(pairs: int, looking: int, *, at_table: int = 2) -> str:
    """How pairs fit the tables; those who look for a partner are paired as far as they go."""
    tables, over = divmod(pairs + looking // 2, at_table)
    several = "a pair" if over == 1 else counted(over, "pair")
    left = [*([several] if over else []), *(["one without a partner"] if looking % 2 else [])]
    if not tables:
        return ""
    return f"{counted(tables, 'table')} and {' and '.join(left)} over" if left else counted(tables, "table")
