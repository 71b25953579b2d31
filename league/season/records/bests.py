"""The best rounds of a club's life, or of a season. Pure. Level ones have a record together, the earliest first."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from itertools import groupby
from typing import Final, TypeAlias

from league.evening.ties.parting import AT_THE_TABLE
from league.season.seasons.standings import SAT_OUT

# So many are named that have a record together.
MOST_TIED: Final = 4
# An average is worth keeping over so many rounds of a night.
ENOUGH_ROUNDS: Final = 3
# A run is more than one.
SHORTEST_RUN: Final = 2


@dataclass(frozen=True, slots=True)
class Round:
    """One round, from the ledger. `who` is the same person over evenings; a level round isn't `won`."""

    who: int
    entrant: int
    partners: tuple[int, ...]
    event: int
    day: date
    number: int
    kind: str
    points: int
    won: bool
    table: int | None
    side: str
    place: int
    book: int
    best_hand: int = 0
    best_meld: int = 0
    best_bid: int = 0
    bids: int = 0
    made: int = 0
    run: str = ""


@dataclass(frozen=True, slots=True)
class Holder:
    entrant: int
    event: int
    partners: tuple[int, ...] = ()
    number: int | None = None
    table: int | None = None
    side: str = ""
    hand: int | None = None

    @property
    def people(self) -> tuple[int, ...]:
        return self.entrant, *self.partners


@dataclass(frozen=True, slots=True)
class Best:
    what: str
    figure: Fraction
    holders: tuple[Holder, ...]
    more: int = 0


# Records by rule book, the one with the most rounds first, and last those counted over all of them (None).
Bests: TypeAlias = Mapping[int | None, tuple[Best, ...]]


def bests_of(rounds: Iterable[Round]) -> Bests:
    found: dict[int, list[Round]] = defaultdict(list)
    everything = list(rounds)
    for one in everything:
        found[one.book].append(one)
    ordered = sorted(found.items(), key=lambda item: (-len(item[1]), item[0]))
    by_book = ((book, tuple(_of_book(played))) for book, played in ordered)
    return {**{book: bests for book, bests in by_book if bests}, None: tuple(_counts(everything))}


def _of_book(rounds: Sequence[Round]) -> Iterator[Best]:
    sat = [one for one in rounds if one.kind in AT_THE_TABLE]
    candidates: tuple[tuple[str, Iterable[tuple[Fraction, Holder]]], ...] = (
        ("round", _at_tables(sat, lambda one: one.points)),
        ("hand", _at_tables(sat, lambda one: one.best_hand)),
        ("meld", _at_tables(sat, lambda one: one.best_meld)),
        ("bid", ((Fraction(one.best_bid), _holder(one)) for one in sat if one.best_bid)),
        ("run", _runs(rounds)),
        ("night", _nights(rounds, sum)),
        ("average", _nights(rounds, _average)),
    )
    for what, found in candidates:
        if best := _best(what, found):
            yield best


def _best(what: str, found: Iterable[tuple[Fraction, Holder]]) -> Best | None:
    most, holders = Fraction(0), list[Holder]()
    for figure, holder in found:
        if figure > most:
            most, holders = figure, []
        if figure == most:
            holders.append(holder)
    if not most:
        return None
    named = tuple(dict.fromkeys(holders))
    return Best(what, most, named[:MOST_TIED], max(len(named) - MOST_TIED, 0))


def _holder(one: Round, partners: tuple[int, ...] = ()) -> Holder:
    return Holder(one.entrant, one.event, partners, one.number, one.table, one.side)


def _at_tables(rounds: Iterable[Round], of: Callable[[Round], int]) -> Iterator[tuple[Fraction, Holder]]:
    """The figure of each side: partners with the same count once."""
    sides: dict[tuple[object, ...], Holder] = {}
    for one in rounds:
        if figure := of(one):
            where = one.event, one.number, one.table, one.side, figure
            holder = sides.setdefault(where, _holder(one, one.partners))
            yield Fraction(figure), holder


# -- runs ----------------------------------------------------------------------------------


def _runs(rounds: Iterable[Round]) -> Iterator[tuple[Fraction, Holder]]:
    """Each player's longest run of bids made, over evenings, with the round that first made it as long."""
    now: dict[int, int] = defaultdict(int)
    longest: dict[int, tuple[int, Holder]] = {}
    for one in rounds:
        for letter in one.run:
            now[one.who] = now[one.who] + 1 if letter == "m" else 0
            if now[one.who] > max(SHORTEST_RUN - 1, longest[one.who][0] if one.who in longest else 0):
                longest.pop(one.who, None)  # in the order in which they were reached
                longest[one.who] = now[one.who], _holder(one)
    yield from ((Fraction(length), holder) for length, holder in longest.values())


# -- nights --------------------------------------------------------------------------------


def _average(points: Sequence[int]) -> Fraction:
    return Fraction(sum(points), len(points)) if len(points) >= ENOUGH_ROUNDS else Fraction(0)


def _nights(
    rounds: Iterable[Round], of: Callable[[Sequence[int]], int | Fraction]
) -> Iterator[tuple[Fraction, Holder]]:
    """Points of each night, with credits; an average is of rounds played. Partners of all of them who have
    the same share it: who sat out has a credit that the partner of the other rounds hasn't."""
    for event, played in groupby(rounds, key=lambda one: one.event):
        people: dict[int, list[Round]] = defaultdict(list)
        for one in played:
            people[one.entrant].append(one)
        counting = {who: [one.points for one in own if of is sum or one.kind != SAT_OUT] for who, own in people.items()}
        figures = {who: Fraction(of(points)) for who, points in counting.items()}
        sides: dict[tuple[object, ...], Holder] = {}
        for entrant, own in people.items():
            sat = [one for one in own if one.kind != SAT_OUT]
            if not sat:
                continue
            partners = {frozenset(one.partners) for one in sat}
            figure = figures[entrant]
            one_side = partners.pop() if len(partners) == 1 else ()
            shared = tuple(sorted(one_side)) if all(figures.get(who) == figure for who in one_side) else ()
            holder = Holder(entrant, event, shared)
            yield figure, sides.setdefault((frozenset(holder.people), figure), holder)


# -- counted -------------------------------------------------------------------------------


def _counts(rounds: Iterable[Round]) -> Iterator[Best]:
    """Counts over a lifetime, whatever the book: the last evening of each names the holder."""
    counts: dict[str, dict[int, int]] = {what: defaultdict(int) for what in ("nights", "night_won", "won")}
    last: dict[int, Holder] = {}
    by_person = sorted(rounds, key=lambda one: one.who)  # in order still
    for (who, event), played in groupby(by_person, key=lambda one: (one.who, one.event)):
        sat = [one for one in played if one.kind != SAT_OUT]
        if sat:
            counts["nights"][who] += 1
            counts["night_won"][who] += sat[0].place == 1
            counts["won"][who] += sum(one.won for one in sat)
            last[who] = Holder(sat[-1].entrant, event)
    for what, found in counts.items():
        if best := _best(what, ((Fraction(count), last[who]) for who, count in found.items())):
            yield best
