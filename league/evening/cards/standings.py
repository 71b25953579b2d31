"""Places after some rounds: one order for screens, projector, paper and prizes. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import inf
from typing import Any, Final, Generic, TypeVar

from league.models import Entrant, Event
from scoring.rules.cards import Side

from .boards import together
from .reading import ScoredRound, Scorer

Round = TypeVar("Round", bound=ScoredRound)
A_ROUND_WON: Final = 10**7  # more than the points of an evening, either way


@dataclass(frozen=True)
class Standing(Generic[Round]):
    """The place of a player or pair, shared by equals. `total` is made of the `counted` of all `rounds`: a finalist's
    in the final, with those before where points carry over; else those before. At a duplicate it is `Shares.counted`,
    `is_by_wins` what `wins_and_points` takes apart; `direction` names the list, if there are two."""

    place: int
    total: int
    rounds: tuple[Round, ...]
    counted: tuple[Round, ...]
    is_finalist: bool = False
    direction: Side = ""
    is_by_wins: bool = False

    @property
    def entrant(self) -> Scorer:
        return self.rounds[0].entrant


def standings(event: Event, points: Mapping[Any, Sequence[Round]]) -> tuple[Standing[Round], ...]:
    """All places by these points, best first. Once a round of the final is among them, finalists stand first."""
    people = [tuple(played) for played in points.values()]
    if directions := _directions(event, people):
        return tuple(one for side, there in directions.items() for one in _placed(there, direction=side))
    if event.is_knock_out:
        return tuple(_placed([(played, played) for played in people], by=how_far))
    by_wins = event.is_by_wins
    if not counts_final(event, people):
        return tuple(_placed([(played, played) for played in people], is_by_wins=by_wins))
    inside, outside = [], []
    for played in people:
        before = tuple(one for one in played if one.number <= event.cut_after)
        if not is_finalist(event, played[0].entrant):
            outside.append((played, before))
        else:
            final = tuple(one for one in played if one.number > event.cut_after)
            inside.append((played, played if event.final_carries else final))
    return (
        *_placed(inside, is_finalist=True, is_by_wins=by_wins),
        *_placed(outside, above=len(inside), is_by_wins=by_wins),
    )


def _directions(
    event: Event, people: Sequence[tuple[Round, ...]]
) -> Mapping[Side, Sequence[tuple[tuple[Round, ...], tuple[Round, ...]]]]:
    """Pairs by the direction they sat all evening; empty where a pair changed, since all are in one list."""
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
    return event.cut_after > 0 and any(one.number > event.cut_after for played in people for one in played)


def is_finalist(event: Event, entrant: Scorer) -> bool:
    """Whether an entrant plays in the final; never before it is decided, and never a pair."""
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
    is_by_wins: bool = False,
    by: Callable[[Sequence[ScoredRound]], tuple[Any, ...]] | None = None,
) -> Iterator[Standing[Round]]:
    total = _total_by_wins if is_by_wins else _total
    by = by or (lambda counted: (total(counted),) if is_by_wins else worth(*counted))
    found = [(by(counted), played, counted) for played, counted in people]
    found.sort(key=lambda each: (each[0], -each[1][0].entrant.number), reverse=True)
    place, before = 0, None
    for at, (own, played, counted) in enumerate(found, start=above + 1):
        if own != before:
            place, before = at, own
        yield Standing(place, total(counted), played, counted, is_finalist, direction, is_by_wins)


def how_far(counted: Sequence[ScoredRound]) -> tuple[float, float]:
    """How far a pair came in a knock-out: the round of its defeat, and of that in the consolation bracket, 0 where it
    had no second chance; infinite where it was never beaten."""
    beaten = [one.number for one in counted if one.kind != "sat_out" and not one.is_round_won]
    first = next((one.number for one in counted if one.kind != "sat_out"), 0)
    if not beaten:
        return inf, 0
    return beaten[0], 0 if beaten[0] != first else beaten[1] if len(beaten) > 1 else inf


def worth(*counted: ScoredRound) -> tuple[bool, Fraction | int]:
    """The exact figure that decides a place; without a board at a duplicate it is last."""
    shares = together(one.shares for one in counted)
    return (shares.boards > 0, shares.figure) if shares else (True, sum(one.points for one in counted))


def _total(counted: Sequence[ScoredRound]) -> int:
    shares = together(one.shares for one in counted)
    return shares.counted if shares else sum(one.points for one in counted)


def _total_by_wins(counted: Sequence[ScoredRound]) -> int:
    return sum(one.is_round_won for one in counted) * A_ROUND_WON + _total(counted)


def wins_and_points(total: int) -> tuple[int, int]:
    """The rounds won and the points in a total, or a gap, by rounds won; points may be below 0."""
    wins = (total + A_ROUND_WON // 2) // A_ROUND_WON
    return wins, total - wins * A_ROUND_WON
