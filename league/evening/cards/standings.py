"""Who stands where after some rounds: one order for screens, projector, paper and prizes. Pure: it asks for nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, TypeVar

from league.models import Entrant, Event
from scoring.rules.cards import Side

from .boards import together
from .reading import ScoredRound, Scorer

Round = TypeVar("Round", bound=ScoredRound)


@dataclass(frozen=True)
class Standing(Generic[Round]):
    """The place of a player or a pair, shared by all who have as many points. `rounds` are all that were played,
    `counted` those that `total` is made of: of finalists the final and, where points carry over, all before it; of
    others all before it. At a duplicate places go by boards, and `total` is `Shares.counted`; `direction` is the list
    that a place is in, empty where everybody is in one."""

    place: int
    total: int
    rounds: tuple[Round, ...]
    counted: tuple[Round, ...]
    is_finalist: bool = False
    direction: Side = ""

    @property
    def entrant(self) -> Scorer:
        return self.rounds[0].entrant


def standings(event: Event, points: Mapping[Any, Sequence[Round]]) -> tuple[Standing[Round], ...]:
    """Everybody's place by these points (`event_points`, `pair_points`), the first first. Where a round of the final is
    among them, finalists stand above everybody else."""
    people = [tuple(played) for played in points.values()]
    if directions := _directions(event, people):
        return tuple(one for side, there in directions.items() for one in _placed(there, direction=side))
    if not counts_final(event, people):
        return tuple(_placed([(played, played) for played in people]))
    inside, outside = [], []
    for played in people:
        before = tuple(one for one in played if one.number <= event.cut_after)
        if not is_finalist(event, played[0].entrant):
            outside.append((played, before))
        else:
            final = tuple(one for one in played if one.number > event.cut_after)
            inside.append((played, played if event.final_carries else final))
    return (*_placed(inside, is_finalist=True), *_placed(outside, above=len(inside)))


def _directions(
    event: Event, people: Sequence[tuple[Round, ...]]
) -> Mapping[Side, Sequence[tuple[tuple[Round, ...], tuple[Round, ...]]]]:
    """Everybody by the way they sat all evening; nothing where all are compared in one list, since anybody changed."""
    if not event.is_duplicate or event.one_list or not event.is_for_pairs:
        return {}
    found: dict[Side, list[tuple[tuple[Round, ...], tuple[Round, ...]]]] = {}
    for played in people:
        sides = {one.side for one in played if one.side}
        if len(sides) > 1:
            return {}
        found.setdefault(min(sides, default=""), []).append((played, played))
    return {side: found[side] for side in ("NS", "EW", "") if side in found}


def counts_final(event: Event, people: Sequence[Sequence[ScoredRound]]) -> bool:
    """Whether a round of the final is among these."""
    return event.cut_after > 0 and any(one.number > event.cut_after for played in people for one in played)


def is_finalist(event: Event, entrant: Scorer) -> bool:
    """Whether somebody plays in the final; nobody does before it is decided who, and no pair."""
    return (
        event.cut_after > 0
        and isinstance(entrant, Entrant)
        and entrant.last_round is None
        and not entrant.is_house_player
    )


def _placed(
    people: Sequence[tuple[tuple[Round, ...], tuple[Round, ...]]],
    *,
    above: int = 0,
    is_finalist: bool = False,
    direction: Side = "",
) -> Iterator[Standing[Round]]:
    """Everybody's rounds and those of them that count, put in order below as many as are `above`."""
    found = [(*_worth(counted), played, counted) for played, counted in people]
    found.sort(key=lambda each: (each[0], -each[2][0].entrant.number), reverse=True)
    place, before = 0, None
    for at, (worth, total, played, counted) in enumerate(found, start=above + 1):
        if worth != before:
            place, before = at, worth
        yield Standing(place, total, played, counted, is_finalist, direction)


def _worth(counted: Sequence[ScoredRound]) -> tuple[tuple[bool, Fraction | int], int]:
    """What puts somebody in their place, exactly, and how it is counted. Who played no board stands last."""
    shares = together(one.shares for one in counted)
    if shares is None:
        points = sum(one.points for one in counted)
        return (True, points), points
    return (shares.boards > 0, shares.figure), shares.counted
