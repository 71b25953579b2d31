"""An extra hand of those who tie at the line: what it decides, and who sits where. Pure."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from league.evening.ties.parting import Figures, TieBreak

SEATS_AT_A_TABLE: Final = 4
EXTRA_HAND: Final = "Extra hand"


def extra_hand(points: Figures) -> TieBreak:
    """What an extra hand came to; nothing unless all who are level played in it."""
    return TieBreak("extra", EXTRA_HAND, lambda level: points if all(one.who in points for one in level) else None)


def extra_tables(
    level: Sequence[int], fill_ins: Sequence[int | None], chance: random.Random
) -> tuple[tuple[int | None, ...], ...]:
    """Who sits where in an extra hand, N E S W by table. Those who tie are drawn and dealt out to as few tables as will
    do, two of them as opponents; `fill_ins`, best first, take the seats that are left, None where there is nobody."""
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
