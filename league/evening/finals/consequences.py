"""Consequences of a changed score for a cut already made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from league.evening.cards.reading import RoundReading, event_points
from league.models import Event


def made_cut(event: Event, before: tuple[RoundReading, ...], after: tuple[RoundReading, ...]) -> Iterator[str]:
    """A sentence if the points behind a made cut change (no queries)."""
    if event.cut_after and _points_by(event, before) != _points_by(event, after):
        yield "Who plays in the final stays as it was decided. The board says if others would be in."


def _points_by(event: Event, rounds: Sequence[RoundReading]) -> Mapping[int, int]:
    counted = [one for one in rounds if one.event_round.number <= event.cut_after]
    return {player: sum(one.points for one in played) for player, played in event_points(event, counted).items()}
