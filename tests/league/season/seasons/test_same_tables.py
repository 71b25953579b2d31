"""SQLite and PostgreSQL give the same tables, byte for byte: those of the files in `tables`, whose figures a pencil
confirms.

Where a sentence of theirs is changed on purpose, `SAVE_TABLES=1` with these tests writes the files anew.
"""

from __future__ import annotations

import csv
import io
import os
import random
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from league.evening.ties.tie_breaks import lot_of
from league.models import Adjustment, Category, Club, Entrant, Event, LedgerRow, Member, Season
from league.season.seasons.deeds import draft_digest, publish_rules, show_standings
from league.season.seasons.rules import SeasonRules
from league.season.seasons.standings import Row
from tests.lasting import lasting
from tests.league.makers import make_club, make_series
from tests.league.season.seasons.bots import by
from tests.league.season.seasons.naive_changes import naive_changes
from tests.league.season.seasons.naive_standings import Added, NaivePlace, naive_standings
from tests.league.season.seasons.played import opened
from tests.league.season.seasons.test_naive import random_night

pytestmark = pytest.mark.django_db
TABLES = Path(__file__).parent / "tables"
SAVES = os.environ.get("SAVE_TABLES", "") == "1"
# As databases may put them in order in ways of their own, and files may write them.
NAMES = (
    "Ångström, Åke", "ann van der Berg", "Ann Vance", "Élodie Petit", "Zoë O’Hara", "zelda Fitz", "Øyvind Ek",
    "Chloé “Coco” Ray", "Ćiro Zec", "Ruth=1+1",
)  # fmt: skip
DIVISION = "Élite"
LOTS = 4711
SHIFT = timedelta(days=10)  # into the season
SEASONS: dict[str, dict[str, Any]] = {
    "total": {"best": 3, "nights_needed": 2, "night_bonus": 2, "sit_outs": "own_average", "level": "draw"},
    "average": {"points_by": "average", "best": 4, "with_guests": True, "tie_breaks": ("wins", "fewest_sets")},
    "wins": {"points_by": "wins", "one_more_per": 3, "sit_outs": "nothing"},
    "places": {"points_by": "places", "place_points": (5, 3, 1), "round_won_bonus": 1, "level": "draw"},
    "pairs": {"for_pairs": True, "nights_needed": 1, "tie_breaks": ("head_to_head", "high_round", "total")},
}


class Laid:
    """A club with the same random rows in every run: six nights of players and six of pairs, of which the first four
    were published before."""

    def __init__(self) -> None:
        self.club: Club = make_club(name="Same tables", slug="same-tables")
        self.people = [
            Member.objects.create(club=self.club, number=at, name=name) for at, name in enumerate(NAMES, start=1)
        ]
        self.newcomers = Category.objects.create(club=self.club, name=DIVISION)
        self.newcomers.members.add(*self.people[::2])
        alone = make_series(self.club, name="Alone")
        pairs = make_series(self.club, name="Pairs", format="half_move")
        self.rows: list[tuple[bool, int, Row]] = []
        chance = random.Random(31)
        self.lay(alone, range(1, 5), 1, chance)
        self.lay(pairs, range(1, 5), 2, chance)
        self.seasons = {name: self.season(name, alone, pairs) for name in SEASONS}
        self.lay(alone, range(5, 7), 1, chance)
        self.lay(pairs, range(5, 7), 2, chance)
        for season in self.seasons.values():
            show_standings(season=season, hidden=False, **by())

    def season(self, name: str, alone: Any, pairs: Any) -> Season:
        for_pairs = "for_pairs" in SEASONS[name]
        where = {"series": (pairs.pk,)} if for_pairs else {"series": (alone.pk,), "divisions": (self.newcomers.pk,)}
        said = SeasonRules(**where, **SEASONS[name]).to_json()  # and nothing of the season before
        season = opened(self.club, name=name, is_published=False)
        Season.objects.filter(pk=season.pk).update(lots=LOTS, draft=said)
        season.refresh_from_db()
        Adjustment.objects.create(
            season=season, member=self.people[0], partner=self.people[1] if for_pairs else None, points=3,
            reason="Swept the floor",
        )  # fmt: skip
        publish_rules(season=season, seen=draft_digest(season), **by())
        return season

    def lay(self, series: Any, nights: range, size: int, chance: random.Random) -> None:
        ids = [member.pk for member in self.people]
        people = [tuple(ids[at : at + size]) for at in range(0, len(ids), size)]
        for night in nights:
            found = random_night(chance, people, night, 4 // size)
            rows = [replace(one, day=one.day + SHIFT, sets=one.sets if size == 1 else 0) for one in found]
            event = Event.objects.create(
                club=self.club, series=series, name=series.name, rules=series.rules, played_on=rows[0].day,
                format=series.format, state="closed", ledger_mark="laid",
                starts_at=datetime(2026, 1, 1, 19, tzinfo=UTC),
            )  # fmt: skip
            entrants = {
                member.pk: Entrant.objects.create(event=event, member=member, number=member.number, name=member.name)
                for member in self.people
            }
            LedgerRow.objects.bulk_create(self.as_row(event, one, entrants) for one in rows)
            self.rows += [(size == 2, night, one) for one in rows]

    def as_row(self, event: Event, one: Row, entrants: dict[int, Entrant]) -> LedgerRow:
        first, *other = one.who
        return LedgerRow(
            event=event, round_number=one.round_number, entrant=entrants[first], is_pair=bool(other), kind=one.kind,
            partner=entrants[other[0]] if other else None, points=one.points, won=one.won, table=one.table,
            side=one.side, place=one.place, facts={"sets": one.sets} if one.sets else {},
        )  # fmt: skip


@pytest.fixture(scope="module")
def lasting_club(django_db_setup: None, django_db_blocker: Any) -> Iterator[Laid]:
    with lasting(django_db_blocker):
        yield Laid()


def file_of(laid: Laid, name: str, division: str) -> bytes:
    """The standings as anybody takes them from the page."""
    address = reverse("league:season", args=[laid.club.slug, laid.seasons[name].pk])
    answer = Client().get(address, {"file": "csv", "of": division})
    assert answer.status_code == 200
    return b"".join(answer) if answer.streaming else answer.content


def pencil(laid: Laid, name: str, nights: int, only: set[int] | None) -> list[NaivePlace]:
    rules = rules_of(laid, name)
    rows = [one for is_pair, night, one in laid.rows if is_pair == rules.for_pairs and night <= nights]
    ann, ben = (member.pk for member in laid.people[:2])
    added = [Added((ann, ben) if rules.for_pairs else (ann,), 3)]
    lots = {member.pk: lot_of(LOTS, member.number) for member in laid.people}
    return naive_standings(rules, rows, added, nights, lots, only=only)


def rules_of(laid: Laid, name: str) -> SeasonRules:
    return SeasonRules.from_json(laid.seasons[name].versions.latest("number").rules)


def by_pencil(laid: Laid, name: str, division: str) -> list[list[str]]:
    """Place, name, figure, nights and what moved, line by line."""
    rules = rules_of(laid, name)
    only = {member.pk for member in laid.people[::2]} if division else None
    before, after = (pencil(laid, name, nights, only) for nights in (4, 6))
    moves = naive_changes(before, after, rules.points_by, rules.points_by)
    moved = {one.who: one.says for one in moves if one.was != one.now}
    called = {member.pk: member.name for member in laid.people}
    came = {
        (one.who, night) for is_pair, night, one in laid.rows if is_pair == rules.for_pairs and one.kind != "absent"
    }
    return [
        [
            str(one.place or ""),
            " & ".join(called[member] for member in one.who),
            figure(one.figure),
            str(sum(who == one.who for who, _ in came)),
            moved.get(one.who, ""),
        ]
        for one in after
    ]


def figure(value: Fraction) -> str:
    return str(value.numerator) if value.denominator == 1 else str(round(float(value), 3))


@pytest.mark.parametrize("name", SEASONS)
def test_tables_are_those_of_the_files(name: str, lasting_club: Laid, db: None):
    for division in ("", DIVISION) if name != "pairs" else ("",):
        there, path = file_of(lasting_club, name, division), TABLES / f"{name}{'-division' if division else ''}.csv"
        if SAVES:
            path.write_bytes(there)
        head, *lines = csv.reader(io.StringIO(there.decode("utf-8-sig")))
        figures = [head.index(column) for column in ("Place", "Name", head[2], "Nights", "Moved")]

        assert [[line[at] for at in figures] for line in lines] == by_pencil(lasting_club, name, division)
        assert there == path.read_bytes()
