"""The grades of a club of 500 over years of 50,000 tables: from rounds alone, and read from its ledger. How much of the
processor they take, and the most memory that they need in a process beside what it had."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from datetime import date, timedelta
from pathlib import Path
from typing import TypeVar

from league.grades.model import Table, grades_of
from league.grades.reading import read_tables, work_out
from league.models import Entrant, LedgerRow, Member
from tests.benchmarks import Row
from tests.benchmarks.bench_saving import test_database
from tests.league.grades.simulated import simulated_club
from tests.league.makers import make_club, make_event

Result = TypeVar("Result")

MEMBERS = 500
NIGHTS, ROUNDS = 67, 6
MOST_SECONDS = 3.0
MOST_MEGABYTES = 300.0


def run() -> list[Row]:
    with test_database():
        club = a_large_club()
        alone = rounds_alone(club)
        before = peak_from_now()
        whole, _ = seconds(lambda: work_out(club))
        above = megabytes("VmHWM") - before
    name = f"grades of {MEMBERS} members"
    return [
        Row(f"{name}, {NIGHTS * ROUNDS * MEMBERS // 4:,} rounds", alone, "s", MOST_SECONDS, "s allowed", at_most=1.0),
        Row(f"{name}, read from the ledger", whole, "s", alone, "s, from rounds alone"),
        Row("  memory for that", above, "MB", MOST_MEGABYTES, "MB allowed", at_most=1.0),
    ]


def rounds_alone(club: int) -> float:
    [tables] = read_tables(club).values()
    taken, grades = seconds(lambda: grades_of(tables))
    assert len(grades) == MEMBERS
    return taken


def a_large_club() -> int:
    """A club with a night a week, all members there, and the rows of its ledger."""
    club, tables = make_club(), simulated_club(1, nights=NIGHTS, players=MEMBERS).tables
    Member.objects.bulk_create(Member(club=club, number=at, name=f"Member {at}") for at in range(1, MEMBERS + 1))
    members, a_night = list(club.members.order_by("number")), len(tables) // NIGHTS
    for night in range(NIGHTS):
        day = date(2025, 1, 7) + timedelta(weeks=night)
        event = make_event(club, state="closed", ledger_mark="kept", played_on=day)
        Entrant.objects.bulk_create(
            Entrant(event=event, member=one, number=one.number, name=one.name) for one in members
        )
        people = list(event.entrants.order_by("number"))
        LedgerRow.objects.bulk_create(rows_of(people, tables[night * a_night : (night + 1) * a_night]))
    return club.pk


def rows_of(people: Sequence[Entrant], tables: Sequence[Table]) -> list[LedgerRow]:
    """The rows of an evening, those of a round one after the other."""
    in_round = len(tables) // ROUNDS
    return [
        LedgerRow(
            event_id=people[player].event_id, round_number=at // in_round + 1, entrant=people[player], kind="played",
            table=at % in_round + 1, side=name, points=side.points, place=1,
            facts={"hands": table.hands, "scored": side.points, "meld": 60, "take": 40, "defended": 2, "run": "m"},
        )
        for at, table in enumerate(tables)
        for name, side in zip(("NS", "EW"), table.sides, strict=True)
        for player in side.players
    ]  # fmt: skip


def seconds(work: Callable[[], Result]) -> tuple[float, Result]:
    start = time.process_time()
    result = work()
    return time.process_time() - start, result


def peak_from_now() -> float:
    """Forgets the most memory that this process had; what it has now."""
    Path("/proc/self/clear_refs").write_text("5")
    return megabytes("VmRSS")


def megabytes(what: str) -> float:
    return int(Path("/proc/self/status").read_text().split(f"{what}:")[1].split()[0]) / 1024
