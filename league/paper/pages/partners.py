"""Who played with whom, how often, and with what: a table across for a hall of usual size, else a list. No queries."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from league.cards.reading import AT_THE_TABLE
from league.models import Entrant, Event, LedgerRow
from scoring.rules.notation import counted, figure_text

from .heads import alphabetical, paper_head, size_of

# So many columns fit across a sheet.
MOST_ACROSS: Final = 18


@dataclass(frozen=True, slots=True)
class Together:
    """What somebody made with one partner."""

    rounds: int
    points: int


def together_of(rows: Iterable[LedgerRow]) -> Mapping[tuple[int, int], Together]:
    """By player and partner, each way: a penalty is one's own, so the two need not have made the same."""
    found: dict[tuple[int, int], list[int]] = defaultdict(list)
    for row in rows:
        if not row.is_pair and row.partner_id and row.kind in AT_THE_TABLE:
            found[row.entrant_id, row.partner_id].append(row.points)
    return {who: Together(len(points), sum(points)) for who, points in found.items()}


def partners_paper(event: Event, rows: Sequence[LedgerRow]) -> dict[str, Any]:
    """The table of an evening."""
    together = together_of(rows)
    people = alphabetical({row.entrant_id: row.entrant for row in rows if not row.is_pair}.values())
    is_across = len(people) <= MOST_ACROSS
    if is_across:  # where partners stand by their numbers, in the order of these
        people.sort(key=lambda one: one.number)
    return {
        "head": paper_head(event, "Who played with whom"),
        "across": people if is_across else (),
        "rows": [_row(one, people, together) for one in people],
    }


def _row(one: Entrant, people: Sequence[Entrant], together: Mapping[tuple[int, int], Together]) -> dict[str, Any]:
    own = [(other, together.get((one.pk, other.pk))) for other in people]
    with_them = [(other, found) for other, found in own if found]
    total = Together(sum(found.rounds for _, found in with_them), sum(found.points for _, found in with_them))
    return {
        "number": one.number,
        "name": one.name,
        "size": size_of(one.name),
        "cells": [("self", "") if other is one else _cell(found) for other, found in own],
        "partners": [f"{other.name}: {_words(found)}" for other, found in with_them],
        "total": figure_text(total.points),
        "rounds": total.rounds,
    }


def _cell(found: Together | None) -> tuple[str, str]:
    """The points, and how often where it was more than once."""
    if found is None:
        return "", ""
    return figure_text(found.points), f"×{found.rounds}" if found.rounds > 1 else ""


def _words(found: Together) -> str:
    points = figure_text(found.points)
    return f"{points} in {counted(found.rounds, 'round')}" if found.rounds > 1 else points
