"""Partners of an evening, with rounds and points: a table across in a usual hall, else a list."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, Final, TypeAlias

from league.evening.ledger.rows import by_side
from league.models import Entrant, LedgerRow
from scoring.rules.notation import counted, figure_words

from .heads import PaperHead, size_of, sort_key

# Columns that fit across a sheet, and from how many on in small type.
MOST_ACROSS: Final = 24
DENSE: Final = 19


@dataclass(frozen=True, slots=True)
class Person:
    pk: int
    number: int
    name: str


@dataclass(frozen=True, slots=True)
class Together:
    rounds: int
    points: int


# By player and partner, each way; by a player twice, all rounds with a partner: one has one partner, or two and more.
Meetings: TypeAlias = Mapping[tuple[Person, Person], Together]


def of_evening(entrant: Entrant) -> Person:
    return Person(entrant.pk, entrant.number, entrant.name)


def together_of(rows: Iterable[LedgerRow]) -> Meetings:
    """Partners in the rows of an evening. A penalty is one's own, so the two may differ in points."""
    found: dict[tuple[Person, Person], list[int]] = defaultdict(list)
    for side in by_side(row for row in rows if not row.is_pair).values():
        for row, other in product(side, side) if len(side) > 1 else ():
            found[of_evening(row.entrant), of_evening(other.entrant)].append(row.points)
    return {both: Together(len(points), sum(points)) for both, points in found.items()}


def partners_paper(head: PaperHead, rows: Iterable[LedgerRow]) -> dict[str, Any]:
    return {"head": head, **partners_table(together_of(rows), MOST_ACROSS)}


def partners_table(together: Meetings, most_across: int) -> dict[str, Any]:
    """Partners of each person; across, by number, up to so many people."""
    people = sorted({one for both in together for one in both}, key=lambda one: (sort_key(one.name), one.number))
    is_across = len(people) <= most_across
    if is_across:
        people.sort(key=lambda one: one.number)
    with_whom: dict[Person, list[tuple[Person, Together]]] = defaultdict(list)
    for (one, other), found in sorted(together.items(), key=lambda item: sort_key(item[0][1].name)):
        with_whom[one].append((other, found))
    return {
        "across": people if is_across else (),
        "is_dense": len(people) >= DENSE,
        "rows": [_row(one, people if is_across else (), with_whom[one]) for one in people],
    }


def _row(one: Person, across: Sequence[Person], with_whom: Sequence[tuple[Person, Together]]) -> dict[str, Any]:
    found = dict(with_whom)
    own = found.pop(one)
    return {
        "number": one.number,
        "name": one.name,
        "size": size_of(one.name),
        "cells": [("self", "") if other == one else _cell(found.get(other)) for other in across],
        "partners": [f"{other.name}: {_words(each)}" for other, each in found.items()],
        "total": figure_words(own.points),
        "rounds": own.rounds,
    }


def _cell(found: Together | None) -> tuple[str, str]:
    if found is None:
        return "", ""
    return figure_words(found.points), f"×{found.rounds}" if found.rounds > 1 else ""


def _words(found: Together) -> str:
    points = figure_words(found.points)
    return f"{points} in {counted(found.rounds, 'round')}" if found.rounds > 1 else points
