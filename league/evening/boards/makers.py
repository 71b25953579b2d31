"""Which table makes which set of boards out of slips: one that never plays it. Pure."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

Seats = Mapping[int, tuple[int, frozenset[int]]]
"""A round: for each table the set it plays, 0 for none, and who sits there."""


def makers_of(rounds: Sequence[Seats], sets: int) -> dict[int, int]:
    """For each set, from 1 on, the table of the first round that makes it; a set that everybody plays has none.

    Tables make about equally many. Who sits at a table then never plays what they made in these rounds.
    """
    if not rounds:
        return {}
    plays: defaultdict[int, set[int]] = defaultdict(set)
    for tables in rounds:
        for board_set, people in tables.values():
            for one in people:
                plays[one].add(board_set)
    free = {
        board_set: [
            table for table, (_, people) in sorted(rounds[0].items()) if not any(board_set in plays[p] for p in people)
        ]
        for board_set in range(1, sets + 1)
    }
    makers: dict[int, int] = {}
    made: Counter[int] = Counter()
    for board_set in sorted(free, key=lambda one: len(free[one])):
        if free[board_set]:
            table = min(free[board_set], key=lambda one: (made[one], one))
            makers[board_set] = table
            made[table] += 1
    return makers
