"""Seasons that are over, as a race after its last night. What everybody is worth and how often they come is known here
alone: the race sees points."""

from __future__ import annotations

import json
import random
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from league.season.race.model import Night, Race, Runner
from league.season.seasons.rules import SeasonRules
from scoring.play.bots import make_bot
from scoring.play.bots.quick import result
from scoring.play.simulate.deals import deals_of
from scoring.rules.book import built_in_book
from scoring.rules.cards import FOUR_SEATS, Seat
from scoring.rules.deal_score import score_deal
from tests.league.season.grades.simulated import HANDS, LUCK, SKILL

BOTS: Final = Path(__file__).parent / "bots.json"
PEOPLE: Final = 22
NIGHTS: Final = 30
ROUNDS: Final = 4
BOOK: Final = "st-hilary"
# What the season before leaves behind: nights by which people are known when it begins.
NIGHTS_BEFORE: Final = 10
BOTS_BEFORE: Final = 5  # of the nights that bots play
RULES: Final[Mapping[str, SeasonRules]] = {
    "all points, best 20 of 30": SeasonRules(best=20, nights_needed=10, night_bonus=5),
    "average": SeasonRules(points_by="average", nights_needed=12),
    "rounds won": SeasonRules(points_by="wins"),
    "places of the night": SeasonRules(points_by="places", place_points=(10, 8, 6, 5, 4, 3, 2, 1), best=24),
}
# What the sides of a table make in a round, from who sits there: North and South, East and West.
Table = Callable[[random.Random, Sequence[int]], tuple[int, int]]


@dataclass(frozen=True)
class Person:
    """How good somebody is, how often they come, and from which night on until which."""

    strength: float
    comes: float
    first: int = 0
    last: int = 10**6


def people_of(rng: random.Random, strength: Callable[[], float], nights: int) -> list[Person]:
    """A club: most come most of the time, some seldom; two join on the way, and two stop coming."""
    found = [Person(strength(), rng.betavariate(5, 2)) for _ in range(PEOPLE)]
    for at in (0, 1):
        found[at] = Person(found[at].strength, found[at].comes, first=rng.randrange(nights // 4, nights // 2))
        other = found[at + 2]
        found[at + 2] = Person(other.strength, other.comes, last=rng.randrange(nights // 3, nights))
    return found


def played(rng: random.Random, people: Sequence[Person], nights: int, table: Table) -> list[dict[int, Night]]:
    """The nights, each by who came. Partners are drawn for each round; who is over has the mean of the round."""
    return [_night(at, rng, people, table) for at in range(nights)]


def _night(at: int, rng: random.Random, people: Sequence[Person], table: Table) -> dict[int, Night]:
    there = [who for who, one in enumerate(people) if one.first <= at <= one.last and rng.random() < one.comes]
    points: dict[int, int] = defaultdict(int)
    won: dict[int, int] = defaultdict(int)
    for _ in range(ROUNDS):
        order = rng.sample(there, len(there))
        for four in (order[first : first + 4] for first in range(0, len(order) - 3, 4)):
            made = table(rng, four)
            for seat, who in enumerate(four):
                points[who] += made[seat % 2]
                won[who] += made[seat % 2] > made[(seat + 1) % 2]
        over = order[len(order) // 4 * 4 :]
        sat = [who for who in there if who not in over]
        for who in over:
            points[who] += round(sum(points[one] for one in sat) / max(len(sat), 1) / ROUNDS)
    return {
        who: Night(at, points[who], ROUNDS, won[who], 1 + sum(points[one] > points[who] for one in there))
        for who in there
    }


def race_of(nights: Sequence[Mapping[int, Night]], before: Sequence[Mapping[int, Night]], rules: SeasonRules) -> Race:
    who = sorted({one for night in (*nights, *before) for one in night})
    runners = (
        Runner(
            (one,),
            tuple(night[one] for night in nights if one in night),
            tuple(night[one] for night in before if one in night),
        )
        for one in who
    )
    return Race(rules, tuple(runners), len(nights), 0, len(before))


# -- players whose strength is known ---------------------------------------------------------


def simulated(seed: int, rules: SeasonRules, *, nights: int = NIGHTS, before: int = NIGHTS_BEFORE) -> Race:
    """Strength and luck as measured with bots for the grades."""
    rng = random.Random(f"race/{seed}")
    people = people_of(rng, lambda: rng.gauss(0, SKILL), before + nights)

    def table(rng: random.Random, four: Sequence[int]) -> tuple[int, int]:
        worth = [people[who].strength for who in four]
        margin = HANDS * (worth[0] + worth[2] - worth[1] - worth[3]) + rng.gauss(0, LUCK * HANDS**0.5)
        middle = rng.gauss(80, 25)
        return round(middle + margin / 2), round(middle - margin / 2)

    found = played(rng, people, before + nights, table)
    return cut(found, before, rules)


def cut(found: Sequence[Mapping[int, Night]], before: int, rules: SeasonRules) -> Race:
    """A season, and the nights before it."""
    later = [{who: night._replace(at=night.at - before) for who, night in one.items()} for one in found[before:]]
    return race_of(later, found[:before], rules)


# -- bots ------------------------------------------------------------------------------------


def play_bots(seed: int) -> list[dict[int, Night]]:
    """A season of bots, card by card. Somebody's strength is how many of their hands they bid as a Club player, not as
    a Beginner."""
    rng = random.Random(f"bots/{seed}")
    people = people_of(rng, rng.random, BOTS_BEFORE + NIGHTS)
    book, hands = built_in_book(BOOK), iter(range(10**9))

    def table(rng: random.Random, four: Sequence[int]) -> tuple[int, int]:
        totals = dict.fromkeys(book.sides, 0)
        for _ in range(HANDS):
            seats = dict(zip(FOUR_SEATS, four, strict=True))
            strong = {seat: rng.random() < people[who].strength for seat, who in seats.items()}

            def make(place: str, strong: Mapping[Seat, bool] = strong) -> Any:
                seat: Any = place.rpartition("/")[2]
                return make_bot("club" if strong[seat] else "beginner", seed=place)

            for side, score in _hand(book, seed, next(hands), make):
                totals[side] += score
        north, east = totals.values()
        return north, east

    return played(rng, people, BOTS_BEFORE + NIGHTS, table)


def _hand(book: Any, seed: int, number: int, make: Callable[[str], Any]) -> Iterator[tuple[Any, int]]:
    for begun, bots in deals_of(book, seed, number, make):
        _, record = result(begun, bots)
        if record is not None:
            return iter((side, score.score) for side, score in score_deal(book, record).sides.items())
    raise AssertionError("a deal without end")


def bot_seasons() -> list[list[dict[int, Night]]]:
    """The three that were played: by night whose points and rounds won."""
    return [
        [
            {int(who): Night(at, points, ROUNDS, won, place) for who, (points, won, place) in night.items()}
            for at, night in enumerate(season)
        ]
        for season in json.loads(BOTS.read_text())
    ]


def keep_bots(seasons: Sequence[Sequence[Mapping[int, Night]]]) -> None:
    said = [
        ",\n".join(json.dumps({who: night[who][1:2] + night[who][3:5] for who in night}) for night in season)
        for season in seasons
    ]
    BOTS.write_text("[\n[" + "],\n[".join(said) + "]\n]\n")
