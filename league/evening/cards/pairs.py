"""Points of fixed pairs and of teams, from those of their players. A pair is two who sit across, or share a bye. It
has its side's points once, less what either lost alone. Two who part are a pair for the rounds they played. A team that
is one side of a table has them as a pair does; any other has the points of all its players, or pairs."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias, TypeVar

from league.models import Entrant, Event
from scoring.boards.comparison import Method
from scoring.rules.notation import listed
from scoring.rules.tournament import ScoreStep

from .boards import Shares
from .reading import PlayerRound, RoundReading, Scored, ScoredRound, Scorer, credit_of, event_points

# Steps of both partners; all others are one player's own.
SHARED: Final = ("round", "game", "round.skunk")

PairKey: TypeAlias = tuple[int, int]
Whole = TypeVar("Whole", bound=Scorer)


@dataclass(frozen=True)
class Pair:
    """Two who play together, the lower number first. Named and numbered as an entrant is."""

    one: Entrant
    other: Entrant

    @classmethod
    def of(cls, first: Entrant, second: Entrant) -> Pair:
        one, other = sorted((first, second), key=lambda entrant: (entrant.is_house_player, entrant.number))
        return cls(one, other)

    @property
    def pk(self) -> PairKey:
        return self.one.pk, self.other.pk

    @property
    def number(self) -> int:
        return self.one.number

    @property
    def name(self) -> str:
        return f"{self.one.name} & {self.other.name}"

    @property
    def called(self) -> str:
        return f"{self.one.called} & {self.other.called}"

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Team:
    """Those whose points are added up, in the order of their numbers. Named and numbered as an entrant is."""

    called: str
    people: tuple[Entrant, ...]

    @property
    def pk(self) -> tuple[int, ...]:
        return tuple(one.pk for one in self.people)

    @property
    def number(self) -> int:
        return self.people[0].number

    @property
    def name(self) -> str:
        return f"{self.called} ({listed([one.name for one in self.people])})"

    def __str__(self) -> str:
        return self.called


PairRound: TypeAlias = Scored[Pair]
Points: TypeAlias = Mapping[Any, Sequence[ScoredRound]]


def points_of(event: Event, rounds: Sequence[RoundReading]) -> Points:
    """Rounds of all who have a place: teams, pairs at an evening of pairs, else entrants."""
    return next(iter(lists_of(event, rounds).values()))


def lists_of(
    event: Event, rounds: Sequence[RoundReading], points: Mapping[int, Sequence[PlayerRound]] | None = None
) -> Mapping[str, Points]:
    """Rounds of all who have a place, the list that decides first, by who is in it: `team`, `pair` or `player`."""
    players = event_points(event, rounds) if points is None else points
    found: dict[str, Any] = {"pair": pair_points(event, rounds, players)} if event.is_for_pairs else {}
    found["player"] = players
    return {"team": team_points(event, next(iter(found.values()))), **found} if event.team_size else found


def team_points(event: Event, points: Points) -> Points:
    """Every team's rounds, from those of its players or pairs."""
    people: dict[str, dict[int, Entrant]] = {}
    rounds: dict[tuple[str, int], list[ScoredRound]] = {}
    for one in (one for own in points.values() for one in own):
        members = people_of(one.entrant)
        if name := next((who.team for who in members if who.team), ""):
            people.setdefault(name, {}).update((who.pk, who) for who in members if not who.is_house_player)
            rounds.setdefault((name, one.number), []).append(one)
    teams = {name: Team(name, tuple(sorted(own.values(), key=lambda one: one.number))) for name, own in people.items()}
    if not event.is_for_sides or event.side_size == 2:
        return _with_byes(event, [_of_team(teams[name], number, own) for (name, number), own in rounds.items()])
    out = {key for key, own in rounds.items() if any(one.kind == "sat_out" for one in own)}
    played = [
        _together(teams[key[0]], [one for one in own if one.kind != "substitute"] or own)
        for key, own in rounds.items()
        if key not in out
    ]
    return _with_byes(event, played, ((teams[name], number) for name, number in out))


def _of_team(team: Team, number: int, own: Sequence[ScoredRound]) -> Scored[Team]:
    by_number = sorted(own, key=lambda one: one.entrant.number)
    steps = tuple(ScoreStep(one.entrant.called, one.points, "team") for one in by_number)
    kind = "sat_out" if all(one.kind == "sat_out" for one in own) else "played"
    sums_alone = any(one.has_totals_alone for one in own)
    points = sum(one.points for one in own)
    first, is_side = by_number[0], len({(one.table, one.side) for one in own}) == 1
    return Scored(
        team, number, kind, points, steps, first.table if is_side else None, first.side if is_side else None,
        first.won if is_side else None, sums_alone, is_level=is_side and first.is_level,
    )  # fmt: skip


def people_of(scorer: Scorer) -> tuple[Entrant, ...]:
    if isinstance(scorer, Pair):
        return scorer.one, scorer.other
    if isinstance(scorer, Team):
        return scorer.people
    assert isinstance(scorer, Entrant), "nobody else has points"
    return (scorer,)


def pair_points(
    event: Event, rounds: Sequence[RoundReading], points: Mapping[int, Sequence[PlayerRound]] | None = None
) -> Mapping[PairKey, tuple[PairRound, ...]]:
    """Every pair's rounds, from the `points` of its players; a bye has the event's credit."""
    points = event_points(event, rounds) if points is None else points
    of_players = {(one.entrant.pk, one.number): one for own in points.values() for one in own}
    played = [found for reading in rounds for found in _played(reading, of_players)]
    known = {frozenset(one.entrant.pk) for one in played}
    out = ((pair, reading.event_round.number) for reading in rounds for pair in _out(reading.sit_outs, known))
    return _with_byes(event, played, out)


def _with_byes(
    event: Event, played: Sequence[Scored[Whole]], out: Iterable[tuple[Whole, int]] = ()
) -> Mapping[Any, tuple[Scored[Whole], ...]]:
    """Rounds by side; those that are `out` of one have the event's credit."""
    nothing = Shares(Method(event.compared)) if event.is_duplicate else None
    byes = [
        Scored(side, number, "sat_out", credit.amount, (credit,), shares=nothing)
        for side, number in out
        for credit in [credit_of(event, side, number, played)]
    ]
    by_side: dict[Any, list[Scored[Whole]]] = {}
    for one in sorted((*played, *byes), key=lambda one: one.number):
        by_side.setdefault(one.entrant.pk, []).append(one)
    return {side: tuple(found) for side, found in by_side.items()}


def _played(reading: RoundReading, of_players: Mapping[tuple[int, int], PlayerRound]) -> Iterator[PairRound]:
    for table in reading.tables:
        for side in table.sheet.book.sides if table.sheet else ():
            assert table.sheet is not None, "sides are those of the card's book"
            two = [table.seats[seat].entrant for seat in table.sheet.book.seats_of(side) if seat in table.seats]
            found = [one for entrant in two if (one := of_players.get((entrant.pk, reading.event_round.number)))]
            if len(two) == 2 and found:
                yield _together(Pair.of(*two), found)


def _together(side: Whole, found: Sequence[ScoredRound]) -> Scored[Whole]:
    """A side's round from its players'; a helper has none."""
    first = next((one for one in found if one.kind == "played"), found[0])
    own = [
        ScoreStep(f"{one.entrant.called}: {step.title}", step.amount, step.rule)
        for one in found
        for step in one.steps
        if step.rule not in SHARED
    ]
    steps = (*(step for step in first.steps if step.rule in SHARED), *own)
    points = sum(step.amount for step in steps)
    return Scored(
        side, first.number, first.kind, points, steps, first.table, first.side, first.won, first.has_totals_alone,
        _shares(found), first.is_level,
    )  # fmt: skip


def _shares(found: Sequence[ScoredRound]) -> Shares | None:
    """The pair's boards, as the one with more of them has."""
    shares = [one.shares for one in found if one.shares is not None]
    return max(shares, key=lambda one: one.boards, default=None)


def _out(sit_outs: Iterable[Entrant], known: Collection[frozenset[int]]) -> Iterator[Pair]:
    waiting = list(sit_outs)
    while waiting:
        one = waiting.pop(0)
        other = next((two for two in waiting if two.pk == one.partner_id or frozenset((one.pk, two.pk)) in known), None)
        if other is not None:
            waiting.remove(other)
            yield Pair.of(one, other)
