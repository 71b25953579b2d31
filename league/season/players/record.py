"""A member's rounds summed up: nights, marks, partners and opponents. Pure. Points of different books never meet."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from functools import cached_property
from itertools import groupby
from typing import Final, TypeAlias

from league.evening.cards.boards import Shares, together
from league.evening.ledger.facts import Facts, summed
from league.evening.ledger.marks import COUNTED, passed
from league.season.seasons.standings import SAT_OUT
from scoring.boards.comparison import Method
from scoring.play.record import Streak


@dataclass(frozen=True, slots=True)
class Played:
    """One round, from the ledger. A level one isn't `won`. `partners` and `opponents` sat there to the end. The
    member was this `entrant`."""

    event: int
    day: date
    number: int
    kind: str
    points: int
    won: bool
    table: int | None
    place: int
    book: str
    facts: Facts = field(default_factory=dict)
    partners: tuple[int, ...] = ()
    opponents: tuple[int, ...] = ()
    shares: Shares | None = None
    entrant: int = 0

    @property
    def counts(self) -> bool:
        return self.kind != SAT_OUT


@dataclass(frozen=True, slots=True)
class Tally:
    rounds: int = 0
    points: int = 0
    won: int = 0

    def plus(self, one: Played) -> Tally:
        return Tally(self.rounds + 1, self.points + one.points, self.won + one.won)

    @property
    def average(self) -> Fraction | None:
        return Fraction(self.points, self.rounds) if self.rounds else None


Tallies: TypeAlias = Mapping[str, Tally]  # by book


def tally_of(rounds: Iterable[Played], found: Tally = Tally()) -> Tally:
    """The played rounds summed up, on top of what was `found` before."""
    for one in rounds:
        found = found.plus(one) if one.counts else found
    return found


@dataclass(frozen=True, slots=True)
class Night:
    """One evening by one book. `points` include credits; `running` is the average per round up to it."""

    event: int
    day: date
    book: str
    place: int
    points: int
    tally: Tally
    running: Fraction | None
    shares: Shares | None = None


def nights_of(rounds: Iterable[Played]) -> tuple[Night, ...]:
    found, so_far = [], Tally()
    for event, played in _by_event(rounds):
        so_far = tally_of(played, so_far)
        points = sum(one.points for one in played)
        shares = together(one.shares for one in played)
        first = played[0]
        found.append(Night(event, first.day, first.book, first.place, points, tally_of(played), so_far.average, shares))
    return tuple(found)


def _by_event(rounds: Iterable[Played]) -> Iterator[tuple[int, list[Played]]]:
    for event, played in groupby(rounds, key=lambda one: one.event):
        yield event, list(played)


# A trend is what so many nights say beside those before.
LATELY: Final = 10


def trend_of(nights: Sequence[Tally]) -> tuple[int, Tally, Tally]:
    """The number of latest nights, their tally, and that of those before."""
    lately = nights[-LATELY:]
    return (len(lately), added(lately), added(nights[: -len(lately)] if lately else ()))


def added(tallies: Iterable[Tally]) -> Tally:
    every = list(tallies)
    return Tally(sum(one.rounds for one in every), sum(one.points for one in every), sum(one.won for one in every))


def streak_of(outcomes: Iterable[bool]) -> Streak:
    now = longest = 0
    for is_well in outcomes:
        now = now + 1 if is_well else 0
        longest = max(longest, now)
    return Streak(now, longest)


@dataclass(frozen=True)
class Record:
    """Some of a member's rounds, in order, and all that is made of them, each once."""

    rounds: tuple[Played, ...]

    def of_those(self, which: Callable[[Played], bool]) -> Record:
        return Record(tuple(filter(which, self.rounds)))

    @cached_property
    def books(self) -> Mapping[str, Record]:
        return by_book(self.rounds)

    @cached_property
    def together(self) -> Mapping[int, Tallies]:
        return tallies_by(self.rounds, lambda one: one.partners)

    @cached_property
    def against(self) -> Mapping[int, Tallies]:
        return tallies_by(self.rounds, lambda one: one.opponents)

    @cached_property
    def met(self) -> Sequence[int]:
        """The players met at a table, the most met first."""
        often: Counter[int] = Counter()
        for found in (self.together, self.against):
            for other, tallies in found.items():
                often[other] += sum(tally.rounds for tally in tallies.values())
        return sorted(often, key=lambda other: (-often[other], other))

    @cached_property
    def marks(self) -> tuple[Mark, ...]:
        return marks_of(self.rounds)

    @cached_property
    def evenings(self) -> Mapping[int, Played]:
        return {one.event: one for one in self.rounds if one.counts}

    @cached_property
    def tally(self) -> Tally:
        return tally_of(self.rounds)

    @cached_property
    def facts(self) -> Facts:
        return summed(one.facts for one in self.rounds)

    @cached_property
    def nights(self) -> tuple[Night, ...]:
        return nights_of(self.rounds)

    @cached_property
    def percent(self) -> tuple[Fraction, int]:
        found = [night.shares for night in self.nights if night.shares and night.shares.boards]
        percents = [100 * one.figure for one in found if one.method is Method.MATCHPOINTS]
        return sum(percents, Fraction(0)) / max(len(percents), 1), len(percents)

    @cached_property
    def points(self) -> int:
        return sum(one.points for one in self.rounds)

    @cached_property
    def best_round(self) -> Played | None:
        return max((one for one in self.rounds if one.counts), key=lambda one: one.points, default=None)

    @cached_property
    def best_night(self) -> Night | None:
        return max((one for one in self.nights if one.tally.rounds), key=lambda one: one.points, default=None)

    @cached_property
    def bests(self) -> Mapping[str, Played]:
        """For each fact `best_…` the first round in which it was greatest."""
        found: dict[str, Played] = {}
        for one in self.rounds:
            for name in one.facts:
                if name.startswith("best_") and (name not in found or one.facts[name] > found[name].facts[name]):
                    found[name] = one
        return found

    @cached_property
    def figures(self) -> Counter[str]:
        """Facts that are counts, rounds, points and wins, as in the club's (`club.ClubSums`)."""
        tally, counts = self.tally, {name: one for name, one in self.facts.items() if isinstance(one, int)}
        return Counter({**counts, "rounds": tally.rounds, "points": tally.points, "won": tally.won})

    @cached_property
    def bids_made(self) -> Streak:
        return streak_of(letter == "m" for letter in self.facts.get("run", ""))

    @cached_property
    def rounds_won(self) -> Streak:
        return streak_of(one.won for one in self.rounds if one.counts)

    @cached_property
    def trend(self) -> tuple[int, Tally, Tally]:
        return trend_of([night.tally for night in self.nights if night.tally.rounds])

    @cached_property
    def by_partner(self) -> Mapping[int, Record]:
        found: dict[int, list[Played]] = defaultdict(list)
        for one in self.rounds:
            for other in one.partners:
                found[other].append(one)
        ordered = sorted(found.items(), key=lambda item: (-len(item[1]), item[0]))
        return {other: Record(tuple(played)) for other, played in ordered}


def by_book(rounds: Iterable[Played]) -> Mapping[str, Record]:
    found: dict[str, list[Played]] = defaultdict(list)
    for one in rounds:
        found[one.book].append(one)
    ordered = sorted(found.items(), key=lambda item: (-len(item[1]), item[0]))
    return {book: Record(tuple(played)) for book, played in ordered}


# -- with and against --------------------------------------------------------------------


def tallies_by(rounds: Iterable[Played], others: Callable[[Played], Iterable[int]]) -> Mapping[int, Tallies]:
    found: dict[int, dict[str, Tally]] = defaultdict(dict)
    for one in rounds:
        for other in others(one):
            found[other][one.book] = found[other].get(one.book, Tally()).plus(one)
    return found


# -- marks -------------------------------------------------------------------------------

# Points by one book, over a lifetime and in a single night.
POINTS: Final = (1_000, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000)
NIGHT_POINTS: Final = tuple(range(500, 5_001, 500))
# What a mark counts where a figure of a record has another name.
CALLED: Final = {"night_won": "nights_won"}


@dataclass(frozen=True, slots=True)
class Mark:
    """A first or milestone, and the round that brought it. `book` where it is one book's alone. It is the `first` so
    many of a figure (`hands.OPEN`); all of the evening's where there is no number."""

    says: str
    played: Played
    book: str = ""
    fact: str = "hands"
    first: int = 0


def marks_of(rounds: Sequence[Played]) -> tuple[Mark, ...]:
    found = [*_counted(rounds)]
    for book, record in by_book(rounds).items():
        found += _passed(record.rounds, lambda one: one.points, POINTS, lambda step: f"{step:,} points in all", book)
        ends = {night.event: night.points for night in record.nights}
        lasts = [played[-1] for _, played in _by_event(record.rounds)]
        found += _passed_at_once(lasts, ends, book)
    order = {id(one): at for at, one in enumerate(rounds)}
    return tuple(sorted(found, key=lambda mark: order[id(mark.played)], reverse=True))


def counted_marks(rounds: Sequence[Played], event: int) -> tuple[Mark, ...]:
    """The marks of an evening that count whatever the book, from all rounds up to it."""
    return tuple(mark for mark in _counted(rounds) if mark.played.event == event)


def _counted(rounds: Sequence[Played]) -> Iterator[Mark]:
    totals: Counter[str] = Counter()
    for one, gains in _gains(rounds):
        for name, gain in gains.items():
            for step in passed(name, totals[name], gain):
                yield Mark(COUNTED[name].says(step), one, "", CALLED.get(name, name), step)
            totals[name] += gain


def _gains(rounds: Sequence[Played]) -> Iterator[tuple[Played, Mapping[str, int]]]:
    """The sum that each round adds; a night counts with its first round played."""
    for _, played in _by_event(rounds):
        begun = False
        for one in played:
            is_new = one.counts and not begun
            begun = begun or one.counts
            gains = {**one.facts, "won": one.won, "nights": is_new, "night_won": is_new and one.place == 1}
            yield one, {name: int(gains[name]) for name in COUNTED if gains.get(name)}


def _passed(
    rounds: Iterable[Played], gain: Callable[[Played], int], steps: Sequence[int], says: Callable[[int], str], book: str
) -> Iterator[Mark]:
    """The steps that a sum passed for the first time: it may fall again."""
    total, played, left = 0, 0, list(steps)
    for one in rounds:
        total, played = total + gain(one), played + one.counts
        while left and total >= left[0]:
            yield Mark(says(left.pop(0)), one, book, "rounds", played)


def _passed_at_once(lasts: Iterable[Played], points: Mapping[int, int], book: str) -> Iterator[Mark]:
    """The highest step of each night that no night had reached before."""
    reached = 0
    for one in lasts:
        step = max((step for step in NIGHT_POINTS if step <= points[one.event]), default=0)
        if step > reached:
            reached = step
            yield Mark(f"First night of {step:,} points", one, book)
