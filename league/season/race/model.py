"""The nights left of a season, played many times over: its winners, and the places each can still reach. Pure.

A night is worth and luck. Worth is a player's mean, drawn toward the club's the fewer their nights are, its error drawn
for each play. Luck is drawn from their own nights, as far as these are many, else from all.

Nights count as in the standings. Rounds won are those of the nearest night; those level share a title. A player is out
who cannot win with the best of all nights each time, though the others stay away, or have the worst where that is worse
for them.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from math import ceil, comb, exp, floor, lgamma, sqrt
from operator import itemgetter
from random import Random
from statistics import fmean
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from league.evening.ties.parting import Who
from league.season.seasons.rules import SeasonRules

PLAYS: Final = 10_000
# Of each night before the last one so many, and so many nights at most: what a picture can show.
PLAYS_REPLAYED: Final = 500
MOST_REPLAYED: Final = 40
# Where so many people have so many nights left that this would be more of their nights, fewer plays must do.
MOST_WORK: Final = 20_000_000
MOST_WORK_REPLAYED: Final = 2_000_000
LEAST_PLAYS: Final = 100
# How far people are apart beside the luck of a night, both as variances; measured with bots. A club's own nights say
# more than this as soon as they tell as many people apart.
USUAL_RATIO: Final = 0.05
WEIGHT_OF_USUAL: Final = 8
# So many own nights tell as much of somebody's luck as everybody's do.
OWN_LUCK: Final = 12
LUCKS: Final = 240
# How often somebody comes is asked of so many nights, and of so many more as everybody comes.
LATELY: Final = 20
WEIGHT_OF_USUAL_COMING: Final = 2.0
# Of all times, how often they end below and above what is called likely.
TAIL: Final = 0.05

Whose = TypeVar("Whose")
Worth: TypeAlias = Any  # what a night counts, in an order; by averages also its points and rounds


class Night(NamedTuple):
    """A night of a player by its number in the season, from 0. `came` is false for one who only was missing."""

    at: int
    points: int
    rounds: int
    won: int
    place: int
    came: bool = True


@dataclass(frozen=True, slots=True)
class Runner:
    """A player or pair in the race: nights of the season and `before` it, points by hand, and whether none follow."""

    who: Who
    nights: tuple[Night, ...] = ()
    before: tuple[Night, ...] = ()
    added: int = 0
    is_gone: bool = False


@dataclass(frozen=True, slots=True)
class Chance:
    """A share of plays won, the likely places, and the best and worst that can still be."""

    who: Who
    wins: float
    likely: tuple[int | None, int | None]
    best: int | None
    worst: int | None

    @property
    def is_out(self) -> bool:
        return self.best != 1


def chances(race: Race, *, plays: int | None = None, seed: str = "") -> tuple[Chance, ...]:
    """Chances in order of winning. The same race gives the same."""
    return race.play(plays or plays_of(race), Random(f"{seed}/{race.held}"))


def replayed(race: Race, *, seed: str = "") -> Iterator[tuple[int, Mapping[Who, float]]]:
    """The share of plays each won after so many nights; of each night but the last, or of some evenly."""
    for held in range(race.held - 1, 0, -max(ceil((race.held - 1) / MOST_REPLAYED), 1)):
        before = race.after(held)
        plays = _affordable(before, PLAYS_REPLAYED, MOST_WORK_REPLAYED)
        yield held, {one.who: one.wins for one in chances(before, plays=plays, seed=seed)}


def plays_of(race: Race) -> int:
    return _affordable(race, PLAYS, MOST_WORK)


def _affordable(race: Race, plays: int, work: int) -> int:
    return max(min(plays, work // max(len(race.runners) * race.left, 1)), min(plays, LEAST_PLAYS))


A_ROUND_WON: Final = 10**9  # where rounds won come before points: more than points ever come to
FIRST: Final = itemgetter(0)


# -- who runs --------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Starter:
    """A runner before the nights left. `comes`: the probability of at most 0, 1, 2 … of them."""

    race: Race
    runner: Runner
    mean: float
    error: float
    lucks: Sequence[float]
    comes: Sequence[float]

    @property
    def who(self) -> Who:
        return self.runner.who

    @property
    def left(self) -> int:
        return 0 if self.runner.is_gone else self.race.left

    @cached_property
    def attended(self) -> int:
        return sum(night.came for night in self.runner.nights)

    @cached_property
    def kept(self) -> Sequence[Worth]:
        return self.race.best([self.race.worth(night) for night in self.runner.nights])

    @cached_property
    def more(self) -> int:
        return self.runner.added + sum(map(self.race.bonus, self.runner.nights))

    def score(self, drawn: Sequence[Worth] = (), bonuses: int = 0) -> float:
        return self.race.score([*self.kept, *drawn], self.more + bonuses)


@dataclass(frozen=True)
class Race:
    """A season so far: nights `held`, `held_before` it, and `left`. A worth is a number; where an average decides, the
    key by which nights are chosen, points and rounds."""

    rules: SeasonRules
    runners: tuple[Runner, ...]
    held: int
    left: int
    held_before: int = 0

    def after(self, held: int) -> Race:
        """The race after so many nights. Corrections and points by hand are in it from the start."""
        runners = (replace(one, nights=tuple(night for night in one.nights if night.at < held)) for one in self.runners)
        return replace(self, runners=tuple(runners), held=held, left=self.left + self.held - held)

    # -- what counts

    def worth(self, night: Night) -> Worth:
        by = self.rules.points_by
        if by == "places":
            return sum(self.rules.place_points[night.place - 1 : night.place]) if night.came else 0
        if by == "wins":
            return A_ROUND_WON * night.won + night.points
        if by == "average":
            rounds = night.rounds
            return ((rounds > 0, night.points / rounds if rounds else 0.0, night.won), night.points, rounds)
        return night.points

    def bonus(self, night: Night) -> int:
        rules = self.rules
        won = night.won * rules.round_won_bonus + (night.place == 1) * rules.night_won_bonus
        return rules.night_bonus + won if night.came else 0

    def best(self, worths: Sequence[Worth]) -> Sequence[Worth]:
        """The worths that count, best first."""
        if not self.rules.best:
            return worths
        return sorted(worths, key=FIRST if self.rules.points_by == "average" else None, reverse=True)[: self.rules.best]

    def score(self, worths: Sequence[Worth], more: int) -> float:
        """The figure lines go by before any tie-break; `more` are bonuses and points by hand."""
        best = self.best(worths)
        if self.rules.points_by != "average":
            return sum(best) + more
        rounds = sum(rounds for _, _, rounds in best)
        return (sum(points for _, points, _ in best) + more) / rounds if rounds else 0.0

    # -- who runs

    @cached_property
    def needed(self) -> int:
        return self.rules.needed_after(self.held + self.left)

    @cached_property
    def known(self) -> list[Night]:
        nights = (night for one in self.runners for night in (*one.before, *one.nights) if night.came)
        return sorted(nights, key=lambda night: (night.points, night.won, night.rounds))

    @cached_property
    def spread(self) -> _Spread:
        return _Spread.of(self)

    @cached_property
    def starters(self) -> tuple[_Starter, ...]:
        """Those who played in the season, or lately before it."""
        there = [(one, *self.came(one)) for one in self.runners]
        there = [(one, came, asked) for one, came, asked in there if one.nights or came]
        usual = sum(came for _, came, _ in there) / max(sum(asked for *_, asked in there), 1)
        return tuple(
            _Starter(
                race=self,
                runner=one,
                mean=self.spread.mean(one),
                error=self.spread.error(one),
                lucks=self.spread.lucks(one),
                comes=(1.0,) * (self.left + 1)
                if one.is_gone
                else comings(
                    self.left,
                    came + max(WEIGHT_OF_USUAL_COMING * usual, LEAST_WEIGHT),
                    asked - came + max(WEIGHT_OF_USUAL_COMING * (1 - usual), LEAST_WEIGHT),
                ),
            )
            for one, came, asked in there
        )

    def came(self, one: Runner) -> tuple[int, int]:
        before, held = self.held_before, self.held
        ats = [night.at - before for night in one.before if night.came]
        ats += [night.at for night in one.nights if night.came]
        asked = held - max(min(ats, default=held), held - LATELY)
        return sum(at >= held - LATELY for at in ats), asked

    # -- played on

    def play(self, plays: int, rng: Random) -> tuple[Chance, ...]:
        wins = [0.0] * len(self.starters)
        places: list[list[int]] = [[] for _ in self.starters]
        numbers = range(self.left + 1)
        comes = [rng.choices(numbers, cum_weights=one.comes, k=plays) for one in self.starters]
        for times in zip(*comes, strict=True):
            for at, place, level in placed(self.played_out(times, rng)):
                places[at].append(place)
                if place == 1:
                    wins[at] += 1 / level
        bounds = self.bounds()
        found = [
            Chance(one.who, wins[at] / plays, likely(places[at], plays), *bounds[at])
            for at, one in enumerate(self.starters)
        ]
        return tuple(
            sorted(found, key=lambda one: (-one.wins, one.likely[0] or plays, one.likely[1] or plays, one.who))
        )

    def played_out(self, times: Sequence[int], rng: Random) -> list[tuple[float, int]]:
        """One end of the season, best first: the figures of lines with a place. Each comes so many `times` more."""
        drawn = [self.drawn(one, number, rng) for one, number in zip(self.starters, times, strict=True)]
        places = self.places(drawn, rng) if self.asks_places else drawn
        found = [
            (self.comes_to(one, marks, places[at]), at)
            for at, (one, marks) in enumerate(zip(self.starters, drawn, strict=True))
            if one.attended + len(marks) >= self.needed and (marks or one.runner.nights)
        ]
        found.sort(reverse=True)
        return found

    def drawn(self, one: _Starter, number: int, rng: Random) -> list[int]:
        mean = self.within(rng.gauss(one.mean, one.error)) - self.lowest + 0.5
        return [int(mean + luck) for luck in rng.choices(one.lucks, k=number)]

    def comes_to(self, one: _Starter, marks: Sequence[int], places: Sequence[int]) -> float:
        rules, table = self.rules, self.table
        bonuses = rules.night_bonus * len(marks)
        if rules.round_won_bonus:
            bonuses += rules.round_won_bonus * sum(table[mark].won for mark in marks)
        if rules.night_won_bonus:
            bonuses += rules.night_won_bonus * places.count(1)
        if rules.points_by == "places":
            given = rules.place_points
            return one.score([given[place - 1] if place <= len(given) else 0 for place in places], bonuses)
        return one.score([self.worths[mark] for mark in marks], bonuses)

    @property
    def asks_places(self) -> bool:
        return self.rules.points_by == "places" or bool(self.rules.night_won_bonus)

    def places(self, drawn: Sequence[Sequence[int]], rng: Random) -> list[list[int]]:
        """Places in each of their nights, once it is drawn on which of those left they fall."""
        nights: list[list[tuple[int, int]]] = [[] for _ in range(self.left)]
        for at, marks in enumerate(drawn):
            for night, mark in zip(rng.sample(nights, len(marks)), marks, strict=True):
                night.append((mark, at))
        found: list[list[int]] = [[] for _ in drawn]
        for night in nights:
            night.sort(reverse=True)
            for at, place, _ in placed(night):
                found[at].append(place)
        return found

    # -- what a night can be

    def within(self, points: float) -> float:
        return min(max(points, self.known[0].points), self.known[-1].points)

    @cached_property
    def lowest(self) -> int:
        """The points of the first night in `table`."""
        return self.known[0].points + int(min(map(min, (one.lucks for one in self.starters)))) - 2

    @cached_property
    def table(self) -> list[Night]:
        """The night for each number of points: within those that were played, with the rounds won of the nearest."""
        most = self.known[-1].points + int(max(map(max, (one.lucks for one in self.starters)))) + 2
        points = [night.points for night in self.known]
        found = []
        for drawn in range(self.lowest, most + 1):
            whole = int(self.within(drawn))
            like = self.known[bisect_left(points, whole)]
            if self.rules.points_by == "average" and like.rounds:
                low, high = self.means
                whole = min(max(whole, ceil(low * like.rounds)), floor(high * like.rounds))
            found.append(like._replace(points=whole, place=0))
        return found

    @cached_property
    def worths(self) -> list[Worth]:
        return [0 if self.rules.points_by == "places" else self.worth(night) for night in self.table]

    @cached_property
    def means(self) -> tuple[Fraction, Fraction]:
        means = [Fraction(night.points, night.rounds) for night in self.known if night.rounds]
        return min(means, default=Fraction(0)), max(means, default=Fraction(0))

    # -- what can still be

    def bounds(self) -> list[tuple[int | None, int | None]]:
        """Best and worst places, were all others to do their worst or best."""
        needed = self.needed
        reached = [self.reach(one) for one in self.starters]
        sure = [one.attended >= needed and bool(one.runner.nights) for one in self.starters]
        able = [one.attended + one.left >= needed and bool(one.left or one.runner.nights) for one in self.starters]
        found: list[tuple[int | None, int | None]] = []
        for at, (low, high) in enumerate(reached):
            others = [(*reached[other], other) for other in range(len(reached)) if other != at]
            best = 1 + sum(sure[other] and least > high for least, _, other in others)
            worst = 1 + sum(able[other] and most > low for _, most, other in others)
            found.append((best if able[at] else None, worst if sure[at] else None))
        return found

    def reach(self, one: _Starter) -> tuple[float, float]:
        """A line's least and greatest figure: by nights such as the worst and best, or by none."""
        scores = [one.score()]
        for night in self.extremes if one.left else ():
            scores.append(one.score([self.worth(night)] * one.left, self.bonus(night) * one.left))
        return min(scores), max(scores)

    @cached_property
    def extremes(self) -> tuple[Night, Night]:
        rounds, won = max(night.rounds for night in self.known), max(night.won for night in self.known)
        low, high = self.known[0].points, self.known[-1].points
        if self.rules.points_by == "average":
            low, high = floor(self.means[0] * rounds), ceil(self.means[1] * rounds)
        last = max(len(self.rules.place_points), 2)
        return Night(0, low, rounds, 0, last), Night(0, high, rounds, won, 1)


LEAST_WEIGHT: Final = 0.01


def comings(left: int, comes: float, stays: float) -> tuple[float, ...]:
    """The probability of coming to at most 0, 1, 2 … of the nights left (beta-binomial)."""
    odds = [
        comb(left, times) * exp(_log_beta(comes + times, stays + left - times) - _log_beta(comes, stays))
        for times in range(left + 1)
    ]
    return tuple(accumulate(odds))


def _log_beta(one: float, other: float) -> float:
    return lgamma(one) + lgamma(other) - lgamma(one + other)


def placed(scored: Sequence[tuple[float, Whose]]) -> Iterator[tuple[Whose, int, int]]:
    at = 0
    while at < len(scored):
        end = at + 1
        while end < len(scored) and scored[end][0] == scored[at][0]:
            end += 1
        for _, who in scored[at:end]:
            yield who, at + 1, end - at
        at = end


def likely(places: list[int], plays: int) -> tuple[int | None, int | None]:
    """The usual range of places; without one in a play they stand below all others."""
    places.sort()
    low, high = (places[at] if (at := int(plays * share)) < len(places) else None for share in (TAIL, 1 - TAIL))
    return low, high


# -- everybody's spread ----------------------------------------------------------------------


@dataclass(frozen=True)
class _Spread:
    """The mean of a club's nights and, as variances, the luck of a night and how far people are apart."""

    middle: float
    luck: float
    apart: float
    all_lucks: Sequence[float]

    @staticmethod
    def of(race: Race) -> _Spread:
        people = [points for one in race.runners if (points := points_of(one))]
        means = [fmean(points) for points in people]
        number = sum(map(len, people))
        if not number:
            return _Spread(0.0, 0.0, 0.0, ())
        middle = sum(mean * len(points) for mean, points in zip(means, people, strict=True)) / number
        free = number - len(people)
        within = sum((each - mean) ** 2 for mean, points in zip(means, people, strict=True) for each in points)
        between = sum(len(points) * (mean - middle) ** 2 for mean, points in zip(means, people, strict=True))
        # Where nobody has played twice yet, all that people are apart is taken for luck.
        luck = within / free if free else between / max(number - 1, 1)
        telling = number - sum(len(points) ** 2 for points in people) / number
        found = max((between - (len(people) - 1) * luck) / telling, 0.0) if free and telling else 0.0
        degrees = min(free, len(people) - 1)
        apart = (degrees * found + WEIGHT_OF_USUAL * USUAL_RATIO * luck) / (degrees + WEIGHT_OF_USUAL)
        lucks = sorted(each for mean, points in zip(means, people, strict=True) for each in _lucks(points, mean))
        return _Spread(middle, luck, apart, lucks or (0.0,))

    def weight(self, one: Runner) -> float:
        number = len(points_of(one))
        return number * self.apart / (number * self.apart + self.luck) if number and self.apart else 0.0

    def mean(self, one: Runner) -> float:
        points, weight = points_of(one), self.weight(one)
        return weight * fmean(points) + (1 - weight) * self.middle if points else self.middle

    def error(self, one: Runner) -> float:
        return sqrt(self.apart * (1 - self.weight(one)))

    def lucks(self, one: Runner) -> Sequence[float]:
        """Luck to draw from: their own, the more the more nights they have, and all others'."""
        points = points_of(one)
        own = sorted(_lucks(points, fmean(points))) if len(points) > 1 else []
        number = LUCKS * len(own) // (len(own) + OWN_LUCK)
        return [*_evenly(own, number), *_evenly(self.all_lucks, LUCKS - number)]


def points_of(one: Runner) -> list[int]:
    return [night.points for night in (*one.before, *one.nights) if night.came]


def _lucks(points: Sequence[int], mean: float) -> list[float]:
    """Distances of nights from their mean; widened, since the mean was made of them."""
    wider = sqrt(len(points) / (len(points) - 1)) if len(points) > 1 else 0.0
    return [wider * (each - mean) for each in points] if wider else []


def _evenly(values: Sequence[float], number: int) -> list[float]:
    return [values[(2 * at + 1) * len(values) // (2 * number)] for at in range(number)] if values else []
