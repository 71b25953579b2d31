"""Winners by one reading of the cards: places, high round and hand, and sets, which are paid at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from league.evening.cards.chairs import stretches_of
from league.evening.cards.pairs import people_of, points_of
from league.evening.cards.reading import (
    PlayerRound,
    RoundReading,
    TableReading,
    event_points,
    table_points,
)
from league.evening.cards.standings import standings
from league.evening.cards.words import standing_words, total_words
from league.evening.ties.parting import AT_THE_TABLE
from league.models import Entrant, Event, EventRound, Prize
from league.models.prizes import ordinal
from scoring.rules.cards import Side
from scoring.rules.notation import counted, listed, numbered
from scoring.score_card.sheet import Line

Kind = Prize.Kind


@dataclass(frozen=True, slots=True)
class Standing:
    """A place in the event, of a player or both of a pair. `has_all`: points in every round that they could play."""

    people: tuple[Entrant, ...]
    rank: str
    points: str
    has_all: bool


@dataclass(frozen=True, slots=True)
class HandOf:
    entrant: Entrant
    round: int
    table: int
    hand: int
    points: int
    is_set: bool
    partner: str

    @property
    def place(self) -> str:
        """`hand 3 of round 2 with Walt, table 4`."""
        partner = f" with {self.partner}" if self.partner else ""
        return f"hand {self.hand} of round {self.round}{partner}, table {self.table}"


@dataclass(frozen=True, slots=True)
class Evening:
    """The cards as prizes ask for them. `hands` are of closed rounds, `sets` of the running one too."""

    standing: tuple[Standing, ...] = ()
    rounds: tuple[PlayerRound, ...] = ()
    hands: tuple[HandOf, ...] = ()
    sets: tuple[HandOf, ...] = ()
    has_totals_alone: bool = False


@dataclass(frozen=True, slots=True)
class Winner:
    entrant: int
    name: str
    why: str


# -- reading -----------------------------------------------------------------------------


def read_winners(event: Event, readings: Sequence[RoundReading]) -> Evening:
    """The evening by all rounds started; an extra hand wins nothing."""
    closed = [one for one in readings if one.event_round.state == EventRound.State.CLOSED]
    standing = final_standing(event, closed)
    readings, closed = ([one for one in some if not one.event_round.is_extra_hand] for some in (readings, closed))
    hands = [hand for reading in readings for hand in _hands(reading)]
    numbers = {reading.event_round.number for reading in closed}
    points = event_points(event, closed)
    return Evening(
        standing=standing,
        rounds=tuple(one for played in points.values() for one in played if one.kind in AT_THE_TABLE),
        hands=tuple(hand for hand in hands if hand.round in numbers),
        sets=tuple(hand for hand in hands if hand.is_set),
        has_totals_alone=any(table.has_totals_alone for reading in readings for table in reading.tables),
    )


def final_standing(event: Event, closed: Sequence[RoundReading]) -> tuple[Standing, ...]:
    """All places, best first; equals share a rank."""
    points = points_of(event, closed)
    numbers = {one.event_round.number for one in closed if not one.event_round.is_extra_hand}
    before_final = {number for number in numbers if number <= event.cut_after}
    places = standings(event, points)
    of_others = before_final if any(one.is_finalist for one in places) else numbers
    return tuple(
        Standing(
            people=tuple(who for who in people_of(one.entrant) if not who.is_house_player),  # players without points
            rank=str(one.place),
            points=standing_words(event, one.total),
            has_all={each.number for each in one.rounds} >= (numbers if one.is_finalist else of_others),
        )
        for one in places
    )


def _hands(reading: RoundReading) -> Iterator[HandOf]:
    number, moved = reading.event_round.number, stretches_of(reading.tables)
    tables = [table for table in reading.tables if table.sheet is not None and not table.has_totals_alone]
    for table in tables:
        players = [one for one in table_points(table, number) if one.kind in AT_THE_TABLE]
        for one in players:
            partners = [other.entrant.called for other in players if other.side == one.side and other is not one]
            if one.entrant.pk not in moved:
                yield from _hands_in(table, number, one.entrant, one.side or "", partners, table.counted_lines)
    for own in (one for stretches in moved.values() for one in stretches):
        partners = [other.called for other in own.partners]
        yield from _hands_in(own.table, number, own.entrant, own.side, partners, own.lines)


def _hands_in(
    table: TableReading, number: int, entrant: Entrant, side: Side, partners: list[str], lines: Iterable[Line]
) -> Iterator[HandOf]:
    for line in lines:
        if line.score is not None:
            yield HandOf(
                entrant=entrant,
                round=number,
                table=table.number,
                hand=line.number,
                points=line.score.sides[side].score,
                is_set=line.score.is_set(side),
                partner=listed(partners),
            )


# -- who has won -------------------------------------------------------------------------


def winners_of(prize: Prize, evening: Evening, categories: Mapping[int, Iterable[int]]) -> tuple[Winner, ...]:
    """Winners of a prize, in the event's order, by each member's `categories`; none if the director decides."""

    def may_win(entrant: Entrant) -> bool:
        return prize.category_id is None or prize.category_id in categories.get(entrant.member_id or 0, ())

    if prize.kind == Kind.PLACE:
        return _at_place([one for one in evening.standing if all(map(may_win, one.people))], prize.place)
    if prize.kind == Kind.LAST:
        return _last([one for one in evening.standing if all(map(may_win, one.people)) and one.has_all])
    if prize.kind == Kind.HIGH_ROUND:
        rounds = [one for one in evening.rounds if may_win(one.entrant)]
        return _high_round(rounds, prize, prize.event)
    if prize.kind == Kind.HIGH_HAND:
        hands = ((one.entrant, one.points, one.place) for one in evening.hands if may_win(one.entrant))
        return _highest(hands, prize.at_least, " and ".join)
    if prize.kind == Kind.MOST_SETS:
        return _most_sets([one for one in evening.hands if may_win(one.entrant)], prize.at_least)
    return ()


def _at_place(standing: Sequence[Standing], place: int) -> tuple[Winner, ...]:
    """Holders of a place: three level after the first each hold places 2, 3 and 4."""
    first = 1
    for tied in _tied(standing):
        if first <= place < first + len(tied):
            held = [ordinal(number) for number in range(first, first + len(tied))]
            level = f", level for {listed(held)} place" if len(tied) > 1 else ""
            return tuple(_winner(who, f"{one.points}{level}") for one in tied for who in one.people)
        first += len(tied)
    return ()


def _last(standing: Sequence[Standing]) -> tuple[Winner, ...]:
    tied = list(_tied(standing))
    if len(tied) < 2:
        return ()
    last = "last of all who played every round"
    return tuple(_winner(who, f"{one.points}, {last}") for one in tied[-1] for who in one.people)


def _tied(standing: Sequence[Standing]) -> Iterator[list[Standing]]:
    """Ranks in order, equals together; where each direction has its list, from both."""
    groups: dict[str, list[Standing]] = {}
    for one in standing:
        groups.setdefault(one.rank, []).append(one)
    yield from (groups[rank] for rank in sorted(groups, key=int))


def _high_round(rounds: Iterable[PlayerRound], prize: Prize, event: Event | None) -> tuple[Winner, ...]:
    """Winners of the best round; at a duplicate by its boards, where prizes ask in whole percents or points."""
    if event is None or not event.is_duplicate:
        return _highest(((one.entrant, one.points, f"round {one.number}") for one in rounds), prize.at_least, listed)
    figures = ((one.entrant, one.shares.counted, f"round {one.number}") for one in rounds if one.shares)
    return _highest(figures, prize.at_least * 100, listed, lambda best: total_words(event, best))


def _highest(
    played: Iterable[tuple[Entrant, int, str]],
    at_least: int,
    in_a_row: Callable[[Sequence[str]], str],
    words: Callable[[int], str] = lambda best: counted(best, "point"),
) -> tuple[Winner, ...]:
    """Players with the most points in a round or hand, by number, each with all places where they had them."""
    played = list(played)
    best = max((points for _, points, _ in played), default=0)
    if best < max(at_least, 1):
        return ()
    found: dict[int, tuple[Entrant, list[str]]] = {}
    for entrant, points, place in played:
        if points == best:
            found.setdefault(entrant.pk, (entrant, []))[1].append(place)
    by_number = sorted(found.values(), key=lambda each: each[0].number)
    return tuple(_winner(entrant, f"{words(best)} in {in_a_row(where)}") for entrant, where in by_number)


def _most_sets(hands: Sequence[HandOf], at_least: int) -> tuple[Winner, ...]:
    by_entrant = by_player(one for one in hands if one.is_set)
    most = max(map(len, by_entrant.values()), default=0)
    if most < max(at_least, 1):
        return ()
    found = sorted((sets for sets in by_entrant.values() if len(sets) == most), key=lambda sets: sets[0].entrant.number)
    return tuple(_winner(sets[0].entrant, sets_words(sets)) for sets in found)


def by_player(hands: Iterable[HandOf]) -> dict[int, list[HandOf]]:
    found: dict[int, list[HandOf]] = {}
    for one in hands:
        found.setdefault(one.entrant.pk, []).append(one)
    return found


def sets_words(sets: Sequence[HandOf]) -> str:
    """`3 sets: round 1, hands 2 and 4; round 3, hand 1`."""
    by_round: dict[int, list[str]] = {}
    for one in sets:
        by_round.setdefault(one.round, []).append(str(one.hand))
    where = "; ".join(f"round {number}, {numbered('hand', hands)}" for number, hands in by_round.items())
    return f"{counted(len(sets), 'set')}: {where}"


def _winner(entrant: Entrant, why: str) -> Winner:
    return Winner(entrant.pk, entrant.name, why)
