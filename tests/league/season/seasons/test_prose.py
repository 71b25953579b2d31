"""What the printed rules say, each sentence beside standings that are made by them. No database."""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from types import MappingProxyType
from typing import Any

import pytest

from league.evening.ties.parting import Who
from league.season.seasons.past import FileLine, past_standings
from league.season.seasons.prose import differences, rule_book
from league.season.seasons.rules import SeasonRules
from league.season.seasons.standings import Ledger, Line, Place, Row, by_hand, standings

ANN, BEN = 1, 2
NAMES: dict[str, dict[int, str]] = {"series": {}, "events": {}, "divisions": {}}
FIRST = date(2026, 1, 6)
EQUAL = "Of nights with equal {} the one with more rounds won counts, then the earlier."
BONUSES = "Their bonuses count, and don’t decide which nights are dropped."
MET = "Rounds against each other are those of all nights, dropped ones too."
PLACES: dict[str, Any] = {"points_by": "places", "place_points": (10, 8, 6)}


def said(label: str, **rules: Any) -> str:
    book = {label: says for _, clauses in rule_book(SeasonRules(**rules), NAMES) for label, says in clauses}
    return book.get(label, "")


def row(night: int, points: int, number: int = 1, who: int = ANN, **more: Any) -> Row:
    return Row((who,), night, FIRST + timedelta(weeks=night), number, **{"kind": "played", "points": points, **more})


def stand(*rows: Row, added: Mapping[Who, Sequence[Line]] = MappingProxyType({}), **rules: Any) -> tuple[Place, ...]:
    return standings(SeasonRules(**rules), Ledger(rows, added, len({one.event for one in rows})))[None]


def test_points_of_two_rule_books_are_said_to_count_alike():
    def points(books: int, by: Any) -> str:
        rules = SeasonRules(points_by=by, place_points=(3, 2, 1))
        return dict(dict(rule_book(rules, NAMES, books=books))["Points"]).get("Rule books", "")

    assert points(2, "total") == "Tables play by two rule books. Their points count alike, as on the night."
    assert {points(1, "total"), points(2, "places"), points(2, "percent")} == {""}


@pytest.mark.parametrize(
    ("rules", "says", "rows"),
    [
        ({}, EQUAL.format("points"), [row(1, 20), row(2, 20), row(3, 20, won=True)]),
        ({}, EQUAL.format("points"), [row(4, 20), row(3, 20)]),
        (PLACES, EQUAL.format("points"), [row(1, 90), row(2, 20), row(3, 20, won=True)]),
        (PLACES, EQUAL.format("points"), [row(4, 20), row(3, 20)]),
        ({"points_by": "average"}, EQUAL.format("averages"), [row(1, 20), row(1, 20, 2), row(3, 20, won=True)]),
        ({"points_by": "average"}, EQUAL.format("averages"), [row(4, 20), row(3, 20)]),
        (
            {"points_by": "wins"},
            "Of nights with as many rounds won the one with more points counts, then the earlier.",
            [row(1, 20, won=True), row(2, 90), row(3, 21, won=True)],
        ),
        (
            {"points_by": "wins"},
            "Of nights with as many rounds won the one with more points counts, then the earlier.",
            [row(4, 20, won=True), row(3, 20, won=True)],
        ),
    ],
)
def test_which_of_equal_nights_counts(rules: dict[str, Any], says: str, rows: list[Row]):
    [ann] = stand(*rows, best=1, **rules)

    assert list(ann.counted) == [3]
    assert said("Equal nights", best=1, **rules) == says
    assert said("Equal nights", **rules) == ""


@pytest.mark.parametrize("rules", [{}, PLACES, {"points_by": "average"}, {"points_by": "wins"}])
@pytest.mark.parametrize("bonus", ["night_bonus", "round_won_bonus", "night_won_bonus"])
def test_bonuses_of_dropped_nights(rules: dict[str, Any], bonus: str):
    """The first night was won and is dropped all the same: without bonuses the second one is better."""
    rows = [row(1, 10, won=True), *(row(2, 50, at, won=True, place=1 if rules == PLACES else 2) for at in (1, 2))]
    more: dict[str, Any] = {**rules, bonus: 100}
    [without], [ann] = stand(*rows, best=1, **rules), stand(*rows, best=1, **more)

    assert list(without.counted) == list(ann.counted) == [2]
    bonuses = [line for night in ann.nights for line in night.bonuses]
    assert 1 in {line.event for line in bonuses}
    assert ann.points == without.points + sum(line.points for line in bonuses)
    assert said("Dropped nights", best=1, tie_breaks=(), **rules, **{bonus: 100}) == BONUSES
    assert said("Dropped nights", best=1, tie_breaks=(), **rules) == ""
    assert said("Dropped nights", **rules, **{bonus: 100}) == ""


@pytest.mark.parametrize(
    ("tie_breaks", "says"),
    [
        (("head_to_head",), MET),
        (("wins",), "For rounds won only nights that count are asked."),
        (("high_round",), "For the highest round only nights that count are asked."),
        (("fewest_sets",), "For sets only nights that count are asked."),
        (("head_to_head", "wins", "fewest_sets"), f"{MET} For rounds won and sets only nights that count are asked."),
        (("average",), ""),
    ],
)
def test_which_nights_tie_breaks_ask(tie_breaks: tuple[Any, ...], says: str):
    """Ben won against Ann, more often, with the higher round and unset, on a night that both drop."""
    ben = row(1, 40, 1, BEN, won=True, table=1, side="NS")
    rows = [ben, row(1, -9, 2, BEN), row(1, 30, table=1, side="EW", sets=3), row(1, -2, 2)]
    rows += [row(2, 35), row(2, 15, 2, won=True), row(2, 34, 1, BEN, sets=1), row(2, 16, 2, BEN)]
    level: dict[str, Any] = {"best": 1, "tie_breaks": tie_breaks}
    places = stand(*rows, **level)

    first = BEN if tie_breaks[0] == "head_to_head" else ANN
    assert [one.points for one in places] == [50, 50]
    assert [list(one.counted) for one in places] == [[2], [2]]
    assert (places[0].who, places[0].place) == ((first,), 1)
    assert (places[1].place == 1) == (tie_breaks == ("average",))
    assert said("Dropped nights", **level) == says


@pytest.mark.parametrize(
    ("rules", "says", "figures", "places"),
    [
        ({}, "Points that a director gives or takes are added to those of the nights.", ("60", "75", "85"), (2, 1, 1)),
        (
            PLACES,
            "Points that a director gives or takes are added to those of the nights.",
            ("10", "25", "35"),
            (1, 1, 1),
        ),
        (
            {"points_by": "average"},
            "Points that a director gives or takes, and bonuses, are added before the average is taken.",
            ("30.0", "37.5", "42.5"),
            (2, 2, 2),
        ),
        (
            {"points_by": "wins"},
            "Points that a director gives or takes, and bonuses, only help where rounds won are level.",
            ("1", "1", "1"),
            (2, 1, 1),
        ),
    ],
)
def test_what_points_by_hand_do(rules: dict[str, Any], says: str, figures: tuple[str, ...], places: tuple[int, ...]):
    rows = [row(2, 40, won=True), row(2, 20, 2), row(2, 70, 1, BEN, won=True, place=2)]
    waits: dict[Who, list[Line]] = {(ANN,): [by_hand(15)], (7,): [by_hand(900)]}
    by_rules = [
        stand(*rows, **rules), stand(*rows, added=waits, **rules), stand(*rows, added=waits, **rules, night_bonus=10),
    ]  # fmt: skip
    anns = [next(one for one in places if one.who == (ANN,)) for places in by_rules]

    assert tuple(one.figure_says for one in anns) == figures
    assert tuple(one.place for one in anns) == places
    assert all({one.who for one in places} == {(ANN,), (BEN,)} for places in by_rules)
    assert said("Points by hand", **rules) == f"{says} They wait for somebody’s first night."


def test_points_by_hand_that_waited_count_from_the_first_night_on():
    later = (
        stand(row(1, 10), added={(BEN,): [by_hand(25)]}),
        stand(row(1, 10), row(2, 1, who=BEN), added={(BEN,): [by_hand(25)]}),
    )

    assert [[(one.who, one.points) for one in places] for places in later] == [
        [((ANN,), 10)], [((BEN,), 26), ((ANN,), 10)],
    ]  # fmt: skip


def test_which_of_equal_nights_counts_in_a_file():
    rules: dict[str, Any] = {"from_file": "nights", "best": 1, "tie_breaks": ()}
    lines = [FileLine(at, (ANN,), 20, FIRST + timedelta(days=day), won=at) for at, day in ((2, 7), (3, 0), (4, 14))]
    [ann] = past_standings(SeasonRules(**rules), lines)[None]

    assert [night.day for night in ann.nights if night.counts] == [FIRST]
    assert said("Equal nights", **rules) == "Of nights with equal points the earlier one counts."


def test_change_is_told_by_the_clauses_that_say_something_else():
    before = SeasonRules()

    changed = [
        [label for label, *_ in differences(before, SeasonRules(**rules), NAMES)]
        for rules in ({"best": 8}, {"best": 8, "night_bonus": 5}, {"points_by": "wins"})
    ]
    assert changed == [
        ["Nights that count", "Equal nights", "Dropped nights"],
        ["Bonus for coming", "Nights that count", "Equal nights", "Dropped nights"],
        ["Places go by", "Points by hand"],
    ]


@pytest.mark.parametrize("for_pairs", [False, True])
def test_who_shares_a_place_gets_its_points_and_the_next_places_stay_empty(for_pairs: bool):
    pairs = [[row(1, 50, who=1, place=1), row(1, 50, who=2, place=1)], [row(1, 40, who=3, place=3)]]

    says = said("Points for places", **PLACES, for_pairs=for_pairs)

    assert [place.points for place in stand(*pairs[0], *pairs[1], **PLACES)] == [10, 10, 6]
    assert says.startswith("From the first place down: 10, 8, 6. Who shares a place gets its points")
    assert ("both of the second those of 3rd" in says) is not for_pairs
