"""Numbers of the hall's tables. A seating counts tables from 1 in the order of their use; some have another number
tonight, or are out of use (0)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import count, islice
from typing import Final, TypeAlias

from .schedule import Schedule

# By the table's number in the order: the one it has tonight, 0 for none.
Renumbered: TypeAlias = Mapping[int, int]

MOST: Final = 400


def in_use(changed: Renumbered) -> Iterator[int]:
    """The numbers of tables in the order of their use: 1, 2, 7, 4, … where table 3 has number 7."""
    instead = set(changed.values())
    for number in count(1):
        if number in changed or number not in instead:
            there = changed.get(number, number)
            if there:
                yield there


def counted(schedule: Schedule, changed: Renumbered) -> Schedule:
    """Tables counted from 1. One whose number was given up in mid-evening is the one that took its place."""
    return _renumbered(schedule, places(changed)) if changed else schedule


def places(changed: Renumbered) -> Mapping[int, int]:
    """Places in the order by the numbers tonight, and by those given up."""
    found = {number: place for place, number in enumerate(islice(in_use(changed), MOST), start=1)}
    return {**{was: found[now] for was, now in changed.items() if now in found}, **found}


def in_the_hall(schedule: Schedule, changed: Renumbered) -> Schedule:
    """Tables by the hall's numbers."""
    return _renumbered(schedule, dict(enumerate(islice(in_use(changed), MOST), start=1))) if changed else schedule


def as_now(schedule: Schedule, changed: Renumbered) -> Schedule:
    """Earlier rounds by tonight's numbers, so that who keeps a table still has it."""
    return _renumbered(schedule, {was: now for was, now in changed.items() if now}) if changed else schedule


def _renumbered(schedule: Schedule, numbers: Mapping[int, int]) -> Schedule:
    return tuple(
        replace(
            seating,
            tables=tuple(
                sorted(
                    (replace(table, number=numbers.get(table.number, table.number)) for table in seating.tables),
                    key=lambda table: table.number,
                )
            ),
        )
        for seating in schedule
    )
