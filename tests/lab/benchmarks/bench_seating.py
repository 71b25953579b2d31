"""Seating an evening, with boards or without: what a step of the search costs beside counting the schedule anew, how
good the schedule is beside one dealt by chance, and how long a director waits beside being shown the certificate."""

import random
import time
from collections.abc import Callable

from league.evening.seating.schedules.annealing import Board, Lineup
from league.evening.seating.schedules.planning import plan
from league.evening.seating.schedules.schedule import (
    FOUR,
    Duplicate,
    Meetings,
    RoundSeating,
    Schedule,
    Seating,
    Shape,
    meetings_of,
)
from league.evening.seating.schedules.tasks import SeatingTask, find
from league.evening.seating.schedules.verify import verify
from league.evening.seating.schedules.wishes import Wishes, sizes_for
from tests.lab.benchmarks import Row, seconds_in_turn, sized

ROUNDS = 6
STEPS = sized(20, 2_000)
# What can be told apart from chance only where something must repeat.
CROWDED = (16, 20, 24)[: sized(1, 3)]


def run() -> list[Row]:
    return [
        step(sized(16, 64)),
        *(boards(players) for players in (20, 80)[: sized(1, 2)]),
        *(quality(players) for players in CROWDED),
        *(waiting(players) for players in (64, 200)[: sized(1, 2)]),
        sixes(sized(24, 200)),
    ]


def step(players: int) -> Row:
    """The search must not count all over again what one exchange hardly changes."""
    lineup = Lineup(tuple(range(players)), sizes_for(range(players), Wishes()))
    board = Board([lineup] * ROUNDS, random.Random(1), Wishes(), (), a_season(players))
    schedule = dealt(players, 1)
    searching, counting = seconds_in_turn(
        lambda: board.anneal(STEPS), lambda: meetings_of([schedule]), times=sized(1, 5, 50)
    )
    return Row(
        f"a step of the search, {players} x {ROUNDS}",
        1e6 * searching / STEPS,
        "µs",
        1e6 * counting,
        "µs, counting anew",
        at_most=0.02,
    )


def boards(players: int) -> Row:
    """Duplicate: nobody may meet a set of boards twice, and all are compared evenly. It may take as long as a director
    waits in a season, when the search goes through all its steps."""
    here = (tuple(range(1, players + 1)),) * ROUNDS
    task = SeatingTask(1, here, (), Wishes(), None, 1, {}, "", duplicate=Duplicate(ROUNDS))
    season = a_season(players)
    return Row(
        f"planning a duplicate, {players} x {ROUNDS}",
        seconds(lambda: find(task)),
        "s",
        seconds(lambda: plan(range(players), ROUNDS, seed=1, season=season)),
        "s, in a season without boards",
        at_most=3.0,
    )


def quality(players: int) -> Row:
    """Repeats weighed 12 for a partner, 3 for an opponent, 1 for a table-mate."""
    by_chance = [repeats(dealt(players, seed), players) for seed in range(20)]
    planned = repeats(plan(range(players), ROUNDS, seed=1), players)
    mean = sum(by_chance) / len(by_chance)
    return Row(f"weighed repeats, {players} x {ROUNDS}", planned, "", mean, "dealt by chance", at_most=0.3)


def waiting(players: int) -> Row:
    """With a season to remember the search goes through all its steps. The certificate is shown after every swap."""
    season = a_season(players)
    schedule: list[Schedule] = []
    planning = seconds(lambda: schedule.append(plan(range(players), ROUNDS, seed=1, season=season)))
    certificate = seconds(lambda: verify(schedule[0], range(players), season=season))
    return Row(f"planning in a season, {players} x {ROUNDS}", planning, "s", certificate, "s, the certificate")


def sixes(players: int) -> Row:
    """Three against three: nobody waits longer than for tables of four, with as many nights to remember."""
    wishes = Wishes(shapes=(Shape(6, 2), FOUR))
    season = meetings_of(
        plan(range(players), ROUNDS, seed=seed, wishes=wishes, effort=STEPS) for seed in range(sized(1, 8))
    )
    planning, usual = seconds_in_turn(
        lambda: plan(range(players), ROUNDS, seed=1, season=season, wishes=wishes),
        lambda: plan(range(players), ROUNDS, seed=1, season=a_season(players)),
        times=1,
        rounds=sized(1, 3),
    )
    return Row(f"planning tables of six, {players} x {ROUNDS}", planning, "s", usual, "s, of four", at_most=1.5)


def a_season(players: int) -> Meetings:
    return meetings_of(dealt(players, seed) for seed in range(8))


def dealt(players: int, seed: int) -> Schedule:
    rng = random.Random(seed)
    schedule = []
    for _ in range(ROUNDS):
        order = rng.sample(range(players), players)
        tables = (Seating(place // 4 + 1, tuple(order[place : place + 4])) for place in range(0, players, 4))
        schedule.append(RoundSeating(tuple(tables)))
    return tuple(schedule)


def repeats(schedule: Schedule, players: int) -> int:
    found = verify(schedule, range(players))
    return 12 * found.repeat_partners + 3 * found.repeat_opponents + found.repeat_tablemates


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start
