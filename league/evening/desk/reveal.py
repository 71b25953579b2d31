"""The places on the projector, one by one from the last up. Pure: they follow from the time since the start."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from itertools import groupby
from typing import Any, Final, TypeAlias

Line: TypeAlias = Mapping[str, Any]  # of `ranking_of`
# Seconds before each place: this many at most, and more for the best.
A_PLACE: Final = 4.0
ALL_PLACES: Final = 120.0
BEST: Final = 3
A_BEST_PLACE: Final = 8.0


def revealed(ranking: Sequence[Line], began: datetime, now: datetime) -> tuple[tuple[Line, ...], datetime | None]:
    """The places shown by now, best first, and when more come (None once all are there). Equal places come together."""
    groups = [tuple(group) for _, group in groupby(reversed(ranking), key=lambda one: one["place"])]
    pace = min(A_PLACE, ALL_PLACES / max(1, len(groups)))
    shown: list[Line] = []
    at = began
    for left, group in zip(range(len(groups), 0, -1), groups, strict=True):
        at += timedelta(seconds=A_BEST_PLACE if left <= BEST else pace)
        if at > now:
            return tuple(reversed(shown)), at
        shown += group
    return tuple(ranking), None
