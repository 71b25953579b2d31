"""The other book against the clubs' cases, which were written from the same rules."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from tests.imports import PRODUCT, imports, is_within
from tests.lab.year.book import Book
from tests.lab.year.book.games import GAMES, Worth, is_over, late_points, sides_of, worth_of
from tests.lab.year.journal import (
    Came,
    CameLate,
    Closed,
    Hand,
    Happened,
    Journal,
    Penalized,
    Planned,
    Played,
    RoundClosed,
    Sat,
)

CASES = Path(__file__).parents[3] / "cases"
SEATS = {"gwinnett-3": "ABC", "six-handed": "ABCDEF"}


def cases(op: str) -> Iterator[Any]:
    for book in GAMES:
        for file in (f"{book}.jsonl", f"{book}.table.jsonl"):
            for line in (CASES / file).read_text().splitlines():
                case = json.loads(line)
                if case["op"] == op and not case.get("changes") and not case.get("agreed"):
                    yield case


def hand_of(asked: dict[str, Any], sides: tuple[str, ...]) -> Hand:
    tricks = asked.get("tricks", {})
    take = asked.get("take", {})
    last = asked.get("last_trick", "")
    return Hand(
        dealer="",
        bidder=asked.get("bidder", ""),
        bid=asked.get("bid", 0),
        trump="" if asked.get("no_marriage") else asked.get("trump") or "",
        meld=asked["meld"],
        take=take,
        is_stuck=asked.get("stuck", False),
        renege=asked.get("renege", ""),
        only_last_trick=last if take.get(last) == 1 else "",
        with_trick=tuple(side for side in sides if tricks.get(side) and not take.get(side)),
        without_trick=tuple(side for side in sides if tricks.get(side) == 0),
    )


def test_hands_are_worth_what_the_clubs_cases_say() -> None:
    different = []
    for case in cases("hand"):
        seats = SEATS.get(case["book"], "NESW")
        worth = worth_of(GAMES[case["book"]], hand_of(case["in"], sides_of(seats)), seats)
        if worth.score != case["out"]["score"]:
            different.append((case["id"], case["in"], worth, case["out"]))
    assert different == []


def test_games_end_where_the_clubs_cases_say() -> None:
    different = []
    for case in cases("game"):
        seats, game = SEATS.get(case["book"], "NESW"), GAMES[case["book"]]
        totals, won = dict.fromkeys(sides_of(seats), 0), None
        for at, asked in enumerate(case["in"]["hands"], 1):
            worth = worth_of(game, hand_of(asked, sides_of(seats)), seats)
            totals = {side: totals[side] + worth.score[side] for side in totals}
            if side := is_over(game, totals, worth.bidders):
                won = {"side": side, "hand": at}
                break
        if (totals, won) != (case["out"]["totals"][-1], case["out"]["won"]):
            different.append((case["id"], totals, won, case["out"]))
    assert different == []


COSTS = {"wrong_table": 100, "card_count": 50, "card_on_floor": 50, "aces_shown": 50}
DAY = date(2027, 1, 9)


def told_round(asked: dict[str, Any]) -> tuple[list[Happened], list[str]]:
    """A round at one table, and who is meant by each of a case's players."""
    seats = {seat: f"Player {seat}" for seat in "NESW"}
    people = asked.get("players", [])
    names = [f"Player {one['seat']}" if not one.get("role") else f"{one['role']} {one['seat']}" for one in people]
    there = {*seats.values(), *(name for name in names if not name.startswith("helper"))}
    lines: list[Happened] = [Planned(DAY, "Night", "partners rotate")]
    lines += [Came(DAY, "Night", name) for name in there]
    lines += [Sat(DAY, "Night", 1, 1, seats)]
    lines += [
        Played(DAY, "Night", 1, 1, number, Hand("N", "N", 50, "S", score, {}))
        for number, score in enumerate(asked["hands"], 1)
    ]
    for name, one in zip(names, people, strict=True):
        for code, times in one.get("penalties", {}).items():
            lines.append(Penalized(DAY, "Night", 1, 1, name, -times * COSTS[code], code))
        minutes = one.get("minutes_late", 20 if one.get("replaced") else 0)
        subs = [sub for sub in names if sub.endswith(f" {one['seat']}") and sub != name]
        if minutes:
            lines.append(CameLate(DAY, "Night", 1, name, minutes, substitute=subs[0] if subs else ""))
    return [*lines, RoundClosed(DAY, "Night", 1), Closed(DAY, "Night")], names


def test_rounds_of_the_npa_come_to_what_its_cases_say(monkeypatch: pytest.MonkeyPatch) -> None:
    """With skunks, penalties, and who came late. The cases tell only what each hand was worth: here as its meld."""
    monkeypatch.setattr("tests.lab.year.book.nights.worth_of", lambda game, hand, seats: Worth(hand.meld, "NS", "made"))
    different = []
    for case in cases("round"):
        lines, names = told_round(case["in"])
        result = Book(Journal("Club", "npa", lines)).results["Night"]
        (table,) = result.tables
        points = {row.name: row.points for row in result.rows}
        wanted = dict(zip(names, case["out"].get("players", ()), strict=True))
        right = all(points[name] == figure for name, figure in wanted.items() if figure is not None)
        if not right or table.totals != case["out"]["totals"] or table.won != (case["out"].get("won", table.won) or ""):
            different.append((case["id"], table, points, case["out"]))
    assert different == []


def test_minutes_late_cost_what_the_cases_say() -> None:
    game = GAMES["npa"]
    different = []
    for case in cases("tardiness"):
        points, out = late_points(game, case["in"]["minutes"]), case["out"]
        if (-(points or 0), points is None) != (out["points"], out["replaced"]):
            different.append(case["id"])
    assert different == []


def test_the_book_knows_nothing_of_the_app() -> None:
    """Nothing but the journal, itself and Python: what works out a figure in the app can't be right by itself here."""
    for path in Path(__file__).parent.glob("*.py"):
        if not path.name.startswith("test_"):
            assert not [name for name in imports(path) for one in PRODUCT if is_within(name, one)], path.name
            ours = {name for name in imports(path) if is_within(name, "tests")}
            assert all(is_within(name, "tests.lab.year.book") or "journal" in name for name in ours), path.name
