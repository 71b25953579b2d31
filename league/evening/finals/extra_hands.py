"""An extra hand for those tied at the line: its tie-break and its seats. Pure."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from league.evening.ties.parting import Figures, TieBreak

SEATS_AT_A_TABLE: Final = 4
EXTRA_HAND: Final = "Extra hand"


def extra_hand(points: Figures) -> TieBreak:
    """The tie-break by an extra hand; None unless all tied players were in it."""
    return TieBreak("extra", EXTRA_HAND, lambda level: points if all(one.who in points for one in level) else None)


def extra_tables(
    level: Sequence[int], fill_ins: Sequence[int | None], chance: random.Random
) -> tuple[tuple[int | None, ...], ...]:
    """Seats of an extra hand by table. Tied players are dealt out, two as opponents; `fill_ins` take the rest."""
    drawn = list(level)
    chance.shuffle(drawn)
    count = -(-len(drawn) // SEATS_AT_A_TABLE)
    others = iter(fill_ins)
    tables = []
    for at in range(count):
        seated: list[int | None] = [*drawn[at::count]]
        seated += [next(others, None) for _ in range(SEATS_AT_A_TABLE - len(seated))]
        tables.append(tuple(seated))
    return tuple(tables)
