"""Standings of a season, rule by rule: who stands where, what counts, why, and what they need."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction
from types import MappingProxyType
from typing import Any

import pytest

from league.evening.ties.parting import Tally, Who
from league.season.seasons.rules import SeasonRules, faults_of
from league.season.seasons.standings import (
    Ledger,
    Line,
    Night,
    Place,
    Row,
    Stood,
    Why,
    by_hand,
    changed,
    moved,
    standings,
)

ANN, BEN, CAL, DEE, EVE = 1, 2, 3, 4, 5
NAMES: dict[str, dict[int, str]] = {"series": {1: "Tuesdays"}, "events": {}, "divisions": {}}


def played(night: int, number: int, who: int | tuple[int, ...], points: int, **more: Any) -> Row:
    """A round of a night, nights being a week apart; everybody sits alone unless a table is given."""
    pair = (who,) if isinstance(who, int) else who
    day = date(2026, 1, 6) + timedelta(weeks=night)
    return Row(pair, night, day, number, **{"kind": "played", "points": points, **more})


def game(night: int, number: int, winners: dict[int, int], losers: dict[int, int], table: int = 1) -> list[Row]:
    """A table: the winners' points by player, and the losers'."""
    return [
        *(played(night, number, who, points, won=True, table=table, side="NS") for who, points in winners.items()),
        *(played(night, number, who, points, table=table, side="EW") for who, points in losers.items()),
    ]


def nights(who: int | tuple[int, ...], *points: int, **more: Any) -> list[Row]:
    """One round a night."""
    return [played(night, 1, who, each, **more) for night, each in enumerate(points, start=1)]


def stand(
    rows: list[Row], held: int = 0, added: Mapping[Who, Sequence[Line]] = MappingProxyType({}), **rules: Any
) -> tuple[Place, ...]:
    """The standings of all."""
    held = held or len({row.event for row in rows})
    return standings(SeasonRules(**rules), Ledger(tuple(rows), added, held))[None]


def table(places: tuple[Place, ...]) -> list[tuple[int | None, int, str]]:
    return [(one.place, one.who[0], one.figure_says) for one in places]


def whys(places: tuple[Place, ...]) -> list[str]:
    return [one.why.says for one in places]


# -- points ----------------------------------------------------------------------------------


def test_all_points_are_added_up():
    places = stand([*nights(ANN, 2000, 2120), *nights(BEN, 4089), *nights(CAL, 4088)])

    assert table(places) == [(1, ANN, "4,120"), (2, BEN, "4,089"), (3, CAL, "4,088")]
    assert whys(places) == ["31 points more", "1 point more", ""]


def test_average_is_over_the_rounds_that_count():
    rows = [*nights(ANN, 100, 50), *nights(BEN, 71), played(1, 2, BEN, 75), played(2, 1, BEN, 73)]
    places = stand(rows, points_by="average")

    assert table(places) == [(1, ANN, "75.0"), (2, BEN, "73.0")]
    assert whys(places) == ["2.0 points more per round", ""]


def test_averages_that_look_alike_show_more_digits():
    rows = [*nights(ANN, 41, 42, 41), *nights(BEN, *[41] * 3, *[42] * 1, *[41] * 3, *[42] * 1, 41, 42)]
    places = stand(rows, points_by="average")

    assert table(places) == [(1, ANN, "41.3"), (2, BEN, "41.3")]
    assert places[0].why.says == "0.03 points more per round"
    assert (places[0].why.mine, places[0].why.theirs) == ("41.33", "41.30")


def test_rounds_won_come_first_and_points_decide_among_those_level():
    rows = [*nights(ANN, 10, 10, won=True), *nights(BEN, 90, won=True), *nights(CAL, 95, won=True), *nights(DEE, 500)]
    places = stand(rows, points_by="wins")

    assert table(places) == [(1, ANN, "2"), (2, CAL, "1"), (3, BEN, "1"), (4, DEE, "0")]
    assert whys(places) == ["one more round won", "level at 1 round won; 5 points more", "one more round won", ""]


def boards(night: int, who: int, percent: str, points: int = 0, number: int = 4, **more: Any) -> Row:
    """A round of a duplicate night, of so many boards."""
    share = round(Fraction(percent) * 100 * number)
    return played(night, more.pop("round_number", 1), who, points, share=share, boards=number, **more)


def test_percentages_are_those_of_all_boards_of_a_night_and_each_night_weighs_alike():
    ann = [boards(1, ANN, "60"), boards(1, ANN, "30", number=2, round_number=2), boards(2, ANN, "70")]
    rows = [*ann, boards(1, BEN, "55"), boards(1, CAL, "55.1"), *nights(DEE, 900)]
    places = stand(rows, points_by="percent")

    assert table(places) == [(1, ANN, "60.0"), (2, CAL, "55.1"), (3, BEN, "55.0"), (4, DEE, "0.0")]
    assert whys(places) == ["4.9% more", "0.1% more", "55.0% more", ""]
    assert [night.percent for night in places[0].nights] == [50, 70]
    assert places[3].nights[0].percent is None


def test_points_break_a_tie_of_percentages_then_the_tie_breaks():
    rows = [boards(1, ANN, "50", 10), boards(1, BEN, "50", 12), boards(1, CAL, "50", 10, won=True)]
    places = stand(rows, points_by="percent", tie_breaks=("wins",))

    assert table(places) == [(1, BEN, "50.0"), (2, CAL, "50.0"), (3, ANN, "50.0")]
    assert whys(places) == ["level at 50.0%; 2 points more", "level at 50.0% and 10 points; 1 round won to 0", ""]


def test_best_nights_of_percentages_are_the_highest_and_a_night_sat_out_brings_nothing():
    rows = [
        boards(1, ANN, "40", 90),
        boards(2, ANN, "52"),
        boards(3, ANN, "61.5"),
        played(4, 1, ANN, 80, kind="sat_out"),
    ]
    [ann] = stand(rows, points_by="percent", best=2)

    assert ann.figure_says == "56.8"
    assert [night.event for night in ann.nights if night.counts] == [2, 3]
    assert ann.needs == ("only a night over 52.0% would count",)
    assert ann.points == 0


def test_percentage_that_changes_is_said():
    before, after = (stand([boards(1, ANN, ann), boards(1, BEN, "52")], points_by="percent") for ann in ("48", "55.5"))

    assert [(move.who, move.says) for move in changed(before, after)] == [
        ((ANN,), "7.5% more; passed one other"),
        ((BEN,), "was passed by one other"),
    ]
    assert Stood.of((ANN,), 1, 1, after[0].kept()).figure_says == "55.5"


def test_each_night_gives_points_for_its_place():
    rows = [*nights(ANN, 5, 5, place=1), *nights(BEN, 900, 900, place=2), *nights(CAL, 1, place=4)]
    places = stand(rows, points_by="places", place_points=(10, 8, 6))

    assert table(places) == [(1, ANN, "20"), (2, BEN, "16"), (3, CAL, "0")]
    assert places[0].lines[0].says == "Place 1 of the night"
    assert places[1].tally.total == 1800  # a tie-break by points goes by those of the rounds


def test_best_nights_count_and_the_others_are_dropped():
    places = stand([*nights(ANN, 30, 10, 20), *nights(BEN, 45)], best=2)

    assert table(places) == [(1, ANN, "50"), (2, BEN, "45")]
    assert [night.points for night in places[0].dropped] == [10]
    assert places[0].needs == ("only a night over 20 would count",)
    assert places[1].needs == ()


def test_best_nights_by_average_are_those_of_the_best_average():
    rows = [played(1, number, ANN, 10) for number in range(1, 5)] + nights(ANN, 10, 30)[1:]
    [ann] = stand(rows, points_by="average", best=1)

    assert ann.figure_says == "30.0"
    assert [night.event for night in ann.dropped] == [1]


def test_of_equal_nights_the_one_with_more_rounds_won_counts_then_the_earlier():
    rows = [*nights(ANN, 20, 20, 20), played(4, 1, ANN, 20, won=True)]
    [ann] = stand(rows, best=2)

    assert sorted(ann.counted) == [1, 4]


def test_bonuses_are_kept_when_their_night_is_dropped():
    rows = [played(1, 1, ANN, 5, won=True, place=1), played(2, 1, ANN, 50, place=3)]
    [ann] = stand(rows, best=1, night_bonus=3, round_won_bonus=4, night_won_bonus=10)

    assert [(line.says, line.points, line.event) for line in ann.lines] == [
        ("Round 1", 50, 2),
        ("Bonus for coming", 3, 1),
        ("Bonus for 1 round won", 4, 1),
        ("Bonus for winning the night", 10, 1),
        ("Bonus for coming", 3, 2),
    ]
    assert ann.points == 70


def test_adjustment_is_a_line_with_its_reason():
    [ann] = stand(
        nights(ANN, 100), added={(ANN,): [by_hand(-15, "Left before the last round", 8)], (BEN,): [by_hand(50)]}
    )

    assert ann.points == 85
    assert [(line.says, line.points, line.adjustment) for line in ann.adjustments] == [
        ("Left before the last round", -15, 8)
    ]


def test_every_line_leads_to_its_cause():
    rows = [
        played(2, 3, ANN, 40, table=5, won=True, sets=1, place=1),
        played(2, 4, ANN, 10, kind="sat_out", place=1),
        played(2, 5, ANN, 45, table=6, sets=2, place=1),
    ]
    bonuses: dict[str, Any] = {"night_bonus": 3, "round_won_bonus": 4, "night_won_bonus": 5}
    [ann] = stand(rows, added={(ANN,): [by_hand(7, "Ran the door", 8)]}, **bonuses)

    lines = (
        Line("round", 40, "Round 3", 2, 3, 5),
        Line("credit", 10, "Round 4, sat out: credit of the night", 2, 4),
        Line("round", 45, "Round 5", 2, 5, 6),
    )
    more = (
        Line("bonus", 3, "Bonus for coming", 2),
        Line("bonus", 4, "Bonus for 1 round won", 2),
        Line("bonus", 5, "Bonus for winning the night", 2),
    )
    assert ann.lines == (*lines, *more, Line("adjustment", 7, "Ran the door", adjustment=8))
    assert ann.points == sum(line.points for line in ann.lines)
    assert ann.nights == (
        Night(
            event=2, day=date(2026, 1, 20), place=1, points=95, round_points=95, rounds=3, rounds_won=1, high_round=45,
            sets=3, was_played=True, lines=lines, bonuses=more, counts=True,
        ),
    )  # fmt: skip


def test_bonuses_are_for_what_was_reached():
    bonuses: dict[str, Any] = {"night_bonus": 3, "round_won_bonus": 4, "night_won_bonus": 5}
    rows = [*nights(ANN, 9, place=2), played(2, 1, ANN, 9, won=True), played(2, 2, ANN, 9, won=True)]
    [ann] = stand(rows, **bonuses)
    [alone] = stand(rows)

    assert [(line.event, line.points) for night in ann.nights for line in night.bonuses] == [
        (1, 3), (2, 3), (2, 8), (2, 5),
    ]  # fmt: skip
    assert [night.bonuses for night in alone.nights] == [(), ()]


@pytest.mark.parametrize(("place", "worth"), [(1, 10), (2, 8), (3, 6), (4, 0)])
def test_points_for_a_place_are_those_of_exactly_this_place(place: int, worth: int):
    [ann] = stand(nights(ANN, 50, place=place), points_by="places", place_points=(10, 8, 6))

    assert ann.lines == (Line("place", worth, f"Place {place} of the night", 1),)


@pytest.mark.parametrize(
    ("by", "rows", "kept"),
    [
        ("total", nights(ANN, 10, 30, 20), 2),
        ("wins", [*nights(ANN, 90), *nights(ANN, 0, 10, 20, won=True)[1:]], 3),
        ("average", [played(1, 1, ANN, 1), played(2, 1, ANN, 99, kind="sat_out")], 1),
        ("average", [played(1, 1, ANN, -1), played(2, 1, ANN, 99, kind="sat_out")], 1),
        ("average", [*nights(ANN, 7, 7), played(3, 1, ANN, 7, won=True)], 3),
        ("total", [played(1, 1, ANN, 7), replace(played(1, 1, ANN, 7), event=2)], 1),
    ],
)
def test_best_night_is_chosen_by_what_places_go_by(by: str, rows: list[Row], kept: int):
    [ann] = stand(rows, points_by=by, best=1, sit_outs="nothing")

    assert list(ann.counted) == [kept]


def test_figures_of_tie_breaks_are_those_of_the_nights_that_count():
    rows = [*nights(ANN, 30, 40, 10, sets=2, won=True), played(4, 1, ANN, 5, kind="sat_out")]
    [ann], [sat_out] = stand(rows, best=2), stand(rows[-1:])

    assert ann.tally == Tally((ANN,), 70, rounds=2, rounds_won=2, high_round=40, sets=4)
    assert ann.tally.at_tables == rows[:3]
    assert sat_out.tally == Tally((ANN,), 5, rounds=1)


def test_what_is_not_said_of_rows_and_lines_is_nothing():
    row, line = Row((ANN,), 1, date(2026, 1, 6), 1, "played", 50), Line("round", 50, "Round 1")
    night = Night(1, row.day, 1, 50, 50, 1, 0, 50, 0, was_played=True, lines=())

    assert (row.won, row.table, row.side, row.sets, row.place, row.says) == (False, None, "", 0, 1, "")
    assert (line.event, line.round_number, line.table, line.adjustment) == (None, None, None, None)
    assert (night.bonuses, night.counts) == ((), True)
    assert by_hand(5) == by_hand(5, "", 0) == Line("adjustment", 5, "", adjustment=0)
    assert Ledger() == Ledger((), {}, 0, {}, {})


# -- rounds that were not played -------------------------------------------------------------


@pytest.mark.parametrize(
    ("sit_outs", "points", "average"),
    [("as_played", 330, "110.0"), ("own_average", 302, "100.5"), ("nothing", 201, "100.5")],
)
def test_round_that_was_sat_out_counts_as_the_rules_say(sit_outs: str, points: int, average: str):
    rows = [played(1, 1, ANN, 100), played(1, 2, ANN, 129, kind="sat_out"), played(2, 1, ANN, 101)]
    [by_total] = stand(rows, sit_outs=sit_outs)
    [by_average] = stand(rows, sit_outs=sit_outs, points_by="average")

    assert (by_total.points, by_average.figure_says) == (points, average)
    assert [line.kind for line in by_total.lines].count("credit") == (sit_outs != "nothing")


def test_night_to_which_the_player_never_came_is_not_attended_and_has_no_bonus():
    rows = [*nights(ANN, 40), played(2, 1, ANN, -5, kind="absent", won=True, place=1)]
    [ann] = stand(rows, nights_needed=2, night_bonus=1, night_won_bonus=1, round_won_bonus=1)
    [by_places] = stand(rows, points_by="places", place_points=(10,))

    assert (ann.place, ann.points, ann.attended, ann.tally.rounds_won) == (None, 40 - 5 + 2, 1, 0)
    assert by_places.points == 10


# -- attendance ------------------------------------------------------------------------------


def test_who_has_too_few_nights_has_no_place_and_stands_below():
    places = stand([*nights(ANN, 10, 10, 10), *nights(BEN, 500), *nights(CAL, 1, 1)], nights_needed=3)

    assert table(places) == [(1, ANN, "30"), (None, BEN, "500"), (None, CAL, "2")]
    assert whys(places) == ["played enough nights; the next hasn’t yet", "498 points more", ""]
    assert [one.needs for one in places] == [(), ("two more nights to qualify",), ("one more night to qualify",)]


def test_more_nights_can_be_needed_than_count():
    places = stand([*nights(ANN, 10, 20, 30), *nights(BEN, 500)], best=1, nights_needed=3)

    assert faults_of(SeasonRules(series=(1,), best=1, nights_needed=3), NAMES, {}, {}) == {}
    assert table(places) == [(1, ANN, "30"), (None, BEN, "500")]


def test_nights_needed_grow_with_the_nights_held():
    rows = nights(ANN, 10, 10, 10)

    assert [stand(rows, held=held, nights_needed=2, one_more_per=4)[0].place for held in (3, 4, 7, 8)] == [
        1,
        1,
        1,
        None,
    ]
    assert stand(rows, held=12, nights_needed=2, one_more_per=4)[0].needs == ("two more nights to qualify",)


@pytest.mark.parametrize(
    ("rules", "points", "needs"),
    [
        ({}, (30,), ()),
        ({"nights_needed": 1}, (30,), ()),
        ({"nights_needed": 3}, (30,), ("two more nights to qualify",)),
        ({"nights_needed": 2, "best": 1}, (30,), ("one more night to qualify", "only a night over 30 would count")),
        ({"best": 2}, (30,), ()),
        ({"best": 2}, (30, 20), ("only a night over 20 would count",)),
        ({"best": 2, "night_bonus": 5}, (30, 20), ("only a night over 20 would count",)),
        ({"best": 2, "points_by": "average"}, (30, 20), ()),
        ({"best": 1, "points_by": "places", "place_points": (10,)}, (30, 20), ("only a night over 10 would count",)),
    ],
)
def test_what_somebody_still_needs(rules: dict[str, Any], points: tuple[int, ...], needs: tuple[str, ...]):
    [ann] = stand(nights(ANN, *points), **rules)

    assert ann.needs == needs


# -- pairs and divisions ---------------------------------------------------------------------


def test_pairs_stand_as_pairs():
    one, other = (ANN, BEN), (CAL, DEE)
    rows = [
        *(played(1, number, one, 30, won=True, table=1, side="NS") for number in (1, 2)),
        *(played(1, number, other, 30, table=1, side="EW") for number in (1, 2)),
    ]
    places = stand(rows, for_pairs=True, added={one: [by_hand(4, adjustment=1)], other: [by_hand(4, adjustment=2)]})

    assert [(line.place, line.who, line.points) for line in places] == [(1, one, 64), (2, other, 64)]
    assert places[0].why.says == "level at 64; won both rounds head to head"


def test_division_has_places_and_reasons_of_its_own():
    rows = [*nights(ANN, 90), *nights(BEN, 80), *nights(CAL, 50)]
    ledger = Ledger(tuple(rows), held=1, categories={3: {ANN, CAL}})
    found = standings(SeasonRules(divisions=(3, 4)), ledger)

    assert list(found) == [None, 3, 4]
    assert whys(found[None]) == ["10 points more", "30 points more", ""]
    assert table(found[3]) == [(1, ANN, "90"), (2, CAL, "50")]
    assert whys(found[3]) == ["40 points more", ""]
    assert found[4] == ()


def test_pair_is_in_a_division_where_both_are():
    rows = [*nights((ANN, BEN), 90), *nights((CAL, DEE), 80)]
    ledger = Ledger(tuple(rows), held=1, categories={3: {ANN, CAL, DEE}})
    division = standings(SeasonRules(divisions=(3,)), ledger)[3]

    assert [one.who for one in division] == [(CAL, DEE)]


@pytest.mark.parametrize(
    ("by", "rows", "why"),
    [
        ("total", [*nights(ANN, 50), *nights(BEN, 40)], Why("10 points more", "points", "50", "40")),
        ("average", [*nights(ANN, 50), *nights(BEN, 40)], Why("10.0 points more per round", "points", "50.0", "40.0")),
        ("wins", [*nights(ANN, 1, 1, won=True), *nights(BEN, 9, won=True)],
            Why("one more round won", "points", "2", "1")),
        ("wins", [*nights(ANN, 1, 1, 1, won=True), *nights(BEN, 9, won=True)],
            Why("two more rounds won", "points", "3", "1")),
        ("wins", [*nights(ANN, 9, won=True), *nights(BEN, 8, won=True)],
            Why("level at 1 round won; 1 point more", "points", "9", "8")),
        ("wins", [*nights(ANN, 4, 5, won=True), *nights(BEN, 3, 4, won=True)],
            Why("level at 2 rounds won; 2 points more", "points", "9", "7")),
        ("places", [*nights(ANN, 1, place=1), *nights(BEN, 9, place=2)],
            Why("2 points more", "points", "10", "8")),
    ],
)  # fmt: skip
def test_what_puts_a_line_above_the_next_is_said_with_both_figures(by: str, rows: list[Row], why: Why):
    places = stand(rows, points_by=by, place_points=(10, 8))

    assert [(one.place, one.order, one.why) for one in places] == [(1, 1, why), (2, 2, Why())]


# -- tie-breaks ------------------------------------------------------------------------------


def level_at_100(**more: Any) -> list[Row]:
    """Ann and Ben have 100 each, and met twice: Ann won both."""
    return [
        *game(1, 1, {ANN: 60}, {BEN: 40}),
        *game(2, 1, {ANN: 30}, {BEN: 20}),
        played(3, 1, ANN, 10),
        played(3, 1, BEN, 40, won=True),
        played(4, 1, BEN, 0, won=True),
    ]


@pytest.mark.parametrize(
    ("chain", "first", "says"),
    [
        (("head_to_head",), ANN, "level at 100; won both rounds head to head"),
        (("wins", "high_round"), ANN, "level at 100 and in rounds won; highest round 60 to 40"),
        (("average",), ANN, "level at 100; better average, 33.3 to 25.0"),
        (("total", "wins", "head_to_head"), ANN, "level at 100 and in rounds won; won both rounds head to head"),
    ],
)
def test_tie_break_parts_those_who_are_level(chain: tuple[str, ...], first: int, says: str):
    places = stand(level_at_100(), tie_breaks=chain)

    assert [(one.place, one.who[0]) for one in places] == [(1, first), (2, 3 - first)]
    assert places[0].why.says == says


def test_tie_breaks_that_left_them_level_are_all_named():
    [ann, _] = stand(level_at_100(), tie_breaks=("fewest_sets", "wins", "high_round"))

    says = "level at 100, in sets and in rounds won; highest round 60 to 40"
    assert ann.why == Why(says, "high_round", "60", "40", ("fewest_sets", "wins"))


def test_tie_break_by_rounds_won_names_both_figures():
    rows = [*nights(ANN, 20, 30, won=True), *nights(BEN, 25, 25), *game(3, 1, {BEN: 9}, {ANN: 9})]
    rows += game(4, 1, {ANN: 9}, {BEN: 9})
    places = stand(rows)

    assert places[0].why.says == "level at 68 and head to head; 3 rounds won to 1"
    assert (places[0].why.by, places[0].why.mine, places[0].why.theirs) == ("wins", "3", "1")
    assert places[0].why.level == ("head_to_head",)


def test_tie_break_by_fewest_sets():
    places = stand([*nights(ANN, 20, sets=3), *nights(BEN, 20, sets=1)], tie_breaks=("fewest_sets",))

    assert table(places) == [(1, BEN, "20"), (2, ANN, "20")]
    assert places[0].why.says == "level at 20; fewer sets, 1 to 3"


def test_tie_break_by_points_where_places_count():
    rows = [*nights(ANN, 20, place=1), *nights(BEN, 35, place=1)]
    places = stand(rows, points_by="places", place_points=(10, 8), tie_breaks=("total",))

    assert table(places) == [(1, BEN, "10"), (2, ANN, "10")]
    assert places[0].why.says == "level at 10; more points in all, 35 to 20"


def test_head_to_head_says_nothing_of_those_who_never_met():
    rows = [*game(1, 1, {ANN: 20, BEN: 20}, {CAL: 5}), *nights(DEE, 20)]
    places = stand(rows, tie_breaks=("head_to_head",))

    assert table(places)[:3] == [(1, ANN, "20"), (1, BEN, "20"), (1, DEE, "20")]


def test_head_to_head_counts_rounds_in_dropped_nights_too():
    rows = [*game(1, 1, {BEN: 5}, {ANN: 1}), *nights(ANN, 0, 50)[1:], *nights(BEN, 0, 50)[1:]]

    assert stand(rows, best=1)[0].who == (BEN,)


def test_head_to_head_of_three_is_among_exactly_these_and_asked_again_of_the_two_that_are_left():
    """Ann beat both; among the three Ben and Cal are level, and Cal beat Ben two rounds to one."""
    rows = [
        *game(1, 1, {ANN: 10}, {BEN: 10}),
        *game(2, 1, {ANN: 10}, {CAL: 10}),
        *game(3, 1, {CAL: 10}, {BEN: 10}),
        *game(4, 1, {BEN: 10, ANN: 10}, {CAL: 10}),
        *game(5, 1, {CAL: 10}, {BEN: 10, DEE: 900}),
        *game(6, 1, {DEE: 900}, {CAL: 10}),
        *game(7, 1, {ANN: 10}, {CAL: 10}),
        played(8, 1, ANN, 20),
        played(8, 1, BEN, 20),
    ]
    places = stand(rows, tie_breaks=("head_to_head",))

    assert table(places) == [(1, DEE, "1,800"), (2, ANN, "60"), (3, CAL, "60"), (4, BEN, "60")]
    assert whys(places)[1:] == [
        "level at 60; better head to head among the three, 4–0 to 2–4",
        "level at 60; won 2 rounds to 1 head to head",
        "",
    ]


def test_who_is_level_in_everything_shares_the_place():
    places = stand([*nights(ANN, 50), *nights(BEN, 50), *nights(CAL, 49)])

    assert table(places) == [(1, ANN, "50"), (1, BEN, "50"), (3, CAL, "49")]
    assert whys(places) == [
        "level at 50 and in every tie-break; shares the place",
        "shares the place; 1 point more",
        "",
    ]


def test_lots_decide_once_they_are_drawn():
    rows = [*nights(ANN, 50), *nights(BEN, 50)]
    rules = SeasonRules(level="draw", tie_breaks=())
    before = standings(rules, Ledger(tuple(rows), held=1))[None]
    after = standings(rules, Ledger(tuple(rows), held=1, lots={ANN: 0.25, BEN: 0.75}))[None]

    assert whys(before) == [
        "level at 50; shares the place until lots are drawn",
        "shares the place until lots are drawn",
    ]
    assert [(one.place, one.who[0]) for one in after] == [(1, BEN), (2, ANN)]
    assert after[0].why.says == "level at 50; won the draw"


@pytest.mark.parametrize(
    ("rules", "places", "why"),
    [
        ({"tie_breaks": ()}, [1, 2], Why("level at 50; won the draw", "draw")),
        ({"tie_breaks": ("wins",)}, [1, 2],
            Why("level at 50 and in rounds won; won the draw", "draw", level=("wins",))),
        ({"tie_breaks": ("wins", "high_round")}, [1, 2],
            Why("level at 50 and in every tie-break; won the draw", "draw", level=("wins", "high_round"))),
        ({"tie_breaks": ("wins",), "level": "shared"}, [1, 1],
            Why("level at 50 and in rounds won; shares the place", "shared", level=("wins",))),
        ({"tie_breaks": (), "nights_needed": 2}, [None, None], Why("level at 50", "shared")),
    ],
)  # fmt: skip
def test_lots_are_asked_last_and_only_where_rules_say_so(rules: dict[str, Any], places: list[Any], why: Why):
    ledger = Ledger((*nights(ANN, 50), *nights(BEN, 50)), held=1, lots={ANN: 0.75, BEN: 0.25})
    found = standings(SeasonRules(**{"level": "draw", **rules}), ledger)[None]

    assert ([one.place for one in found], found[0].why) == (places, why)


def test_of_three_who_share_a_place_the_last_says_what_puts_them_all_above():
    places = stand([*nights(ANN, 50), *nights(BEN, 50), *nights(CAL, 50), *nights(DEE, 48)], tie_breaks=("wins",))

    shared = Why("level at 50 and in rounds won; shares the place", "shared", level=("wins",))
    last = Why("shares the place; 2 points more", "points", "50", "48")
    assert [(one.place, one.order, one.why) for one in places] == [
        (1, 1, shared), (1, 2, shared), (1, 3, last), (4, 4, Why()),
    ]  # fmt: skip
    assert [one.why.by for one in stand([*nights(ANN, 50), *nights(BEN, 50)])] == ["shared", "shared"]


def test_who_has_no_place_yet_shares_none_and_draws_no_lot():
    places = stand([*nights(ANN, 50), *nights(BEN, 50)], level="draw", nights_needed=2, tie_breaks=())

    assert [(one.place, one.why.says) for one in places] == [(None, "level at 50"), (None, "")]


def test_average_and_rounds_won_are_named_where_they_are_level():
    rows = [*nights(ANN, 20, 60), *nights(BEN, 40, won=True)]

    assert whys(stand(rows, points_by="average", tie_breaks=("high_round",)))[0] == (
        "level at 40.0 per round; highest round 60 to 40"
    )
    rows = [*nights(ANN, 20, 60), *nights(BEN, 80)]
    assert whys(stand(rows, points_by="wins", tie_breaks=("high_round",)))[0] == (
        "level at 0 rounds won and 80 points; highest round 80 to 60"
    )


# -- what moved ------------------------------------------------------------------------------


def moves(before: tuple[Place, ...], after: tuple[Place, ...]) -> list[tuple[int, int | None, int | None, str]]:
    return [
        (
            move.who[0],
            move.before.place if move.before else None,
            move.after.place if move.after else None,
            move.says,
        )
        for move in moved(before, after)
    ]


def test_correction_moves_who_has_other_points_and_whom_they_passed():
    rest = [*nights(BEN, 50), *nights(CAL, 40), *nights(DEE, 5)]
    before, after = stand([*nights(ANN, 60), *rest]), stand([*nights(ANN, 45), *rest])

    assert moves(before, after) == [
        (BEN, 2, 1, "passed one other"),
        (ANN, 1, 2, "15 points fewer; was passed by one other"),
    ]
    assert [move.nights for move in moved(before, after)] == [{}, {1: (60, 45)}]


@pytest.mark.parametrize("sit_outs", ["as_played", "own_average"])
def test_change_of_a_night_names_the_credit_that_went_with_it(sit_outs: str):
    """A night was corrected, and with it the average that a round sat out on another one counts with."""
    was, now = ([played(1, 1, ANN, points), played(2, 1, ANN, points, kind="sat_out")] for points in (40, 30))
    there = [*nights(BEN, 90), played(3, 1, ANN, 50), played(4, 1, ANN, 0, kind="sat_out")]
    before, after = (stand([*rows, *there], sit_outs=sit_outs) for rows in (was, now))
    [ann] = changed(before, after)

    assert ann.nights[1] == (40, 30)
    assert 1 not in ann.credits
    assert ann.credits == ({2: (40, 30)} if sit_outs == "as_played" else {2: (45, 40), 4: (45, 40)})
    assert {event: ann.nights[event] for event in ann.credits} == ann.credits
    kept = [Stood.of(one.who, one.place, one.order, one.kept()) for one in before]
    assert changed(kept, after)[0].credits == ann.credits


def test_credits_of_what_was_published_without_them_are_unknown():
    places = stand([*nights(ANN, 40), played(2, 1, ANN, 0, kind="sat_out")])
    older = [Stood.of(one.who, one.place, one.order, {**one.kept(), "credits": {}}) for one in places]
    [ann] = changed(older, stand([*nights(ANN, 40), played(2, 1, ANN, 9, kind="sat_out")]))

    assert older == [Stood.of(one.who, one.place, one.order, one.kept()) for one in places]
    assert (ann.nights, ann.credits) == ({2: (0, 9)}, {})
    assert "credits" not in stand(nights(ANN, 40))[0].kept()


def test_other_figures_at_the_same_place_are_a_change_but_no_move():
    before, after = stand(nights(ANN, 60)), stand(nights(ANN, 61))
    [change] = changed(before, after)

    assert (change.has_moved, change.says) == (False, "1 point more")
    assert moved(before, after) == ()
    assert changed(before, before) == ()


@pytest.mark.parametrize(
    ("by", "was", "now", "says"),
    [
        ("total", (60, 0), (62, 0), "2 points more"),
        ("total", (60, 0), (59, 0), "1 point fewer"),
        ("places", (10, 0), (8, 0), "2 points fewer"),
        ("wins", (1, 50), (3, 40), "two more rounds won"),
        ("wins", (3, 50), (1, 60), "two fewer rounds won"),
        ("wins", (2, 50), (1, 60), "one fewer round won"),
        ("wins", (2, 50), (2, 51), "1 point more"),
        ("average", (40, 0), (Fraction(81, 2), 0), "0.5 points more per round"),
        ("average", (40, 0), (Fraction(79, 2), 0), "0.5 points fewer per round"),
        ("average", (0, 0), (Fraction(2, 10**5), 0), "0.00002 points more per round"),
        ("average", (0, 0), (Fraction(2, 10**6), 0), "0.00001 points more per round"),
    ],
)
@pytest.mark.parametrize("place", [1, None])
def test_change_is_told_by_what_the_places_go_by(by: Any, was: Any, now: Any, says: str, place: int | None):
    before, after = (Stood((ANN,), place, 1, by, Fraction(figure), points) for figure, points in (was, now))
    [change] = changed([before], [after])

    assert (change.says, change.has_moved) == (says, False)


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        ((1, 1, 3), (1, 2, 3), []),
        ((1, 1, 3), (2, 1, 3), ["was passed by one other"]),
        ((2, 1, 3), (1, 1, 3), ["passed one other"]),
        ((3, 1, 2), (1, 2, 3), ["passed two others"]),
        ((1, 2, 3), (3, 1, 2), ["was passed by two others"]),
        ((2, 1, 3), (2, 3, 1), ["passed one other and was passed by one other"]),
        ((2, 1, None), (1, None, None), ["passed one other"]),
        ((1, None, None), (2, 1, None), ["was passed by one other"]),
    ],
)
def test_who_passed_whom(before: tuple[int | None, ...], after: tuple[int | None, ...], says: list[str]):
    """Ann’s place, then Ben’s and Cal’s."""

    def stood(places: tuple[int | None, ...], figure: int) -> list[Stood]:
        lines = zip((ANN, BEN, CAL), places, strict=True)
        return [Stood((who,), place, 1, "total", Fraction(figure), 0) for who, place in lines]

    ann, *_ = changed(stood(before, 50), stood(after, 51))

    assert ann.says == "; ".join(["1 point more", *says])


def test_member_who_had_two_lines_as_entered_twice_moved_from_the_better_one():
    ben, ann, again = stand([*nights(ANN, 40), *nights(BEN, 50), *nights(CAL, 10)])
    before = (ben, ann, replace(again, who=ann.who))  # CAL was merged into ANN since, and the line went with her
    after = stand([*nights(ANN, 40, 10), *nights(BEN, 49)])

    assert moves(before, after) == [
        (ANN, 2, 1, "10 points more; passed one other"),
        (BEN, 1, 2, "1 point fewer; was passed by one other"),
    ]


def test_changes_are_told_in_the_words_of_what_the_places_go_by():
    def with_ann(points: int, by: str, *, won: bool = False) -> tuple[Place, ...]:
        return stand([played(1, 1, ANN, points, won=won), *nights(BEN, 60, won=True)], points_by=by)

    won, lost, poor = with_ann(70, "wins", won=True), with_ann(70, "wins"), with_ann(50, "wins", won=True)
    average = [with_ann(points, "average") for points in (70, 55)]

    assert [moves(won, lost)[1][3], moves(lost, won)[0][3]] == [
        "one fewer round won; was passed by one other",
        "one more round won; passed one other",
    ]
    assert moves(won, poor)[1][3] == "20 points fewer; was passed by one other"
    assert moves(*average)[1][3] == "15.0 points fewer per round; was passed by one other"


def test_rules_that_drop_nights_tell_which():
    rows = [*nights(ANN, 50, 10), *nights(BEN, 55)]
    before, after = stand(rows), stand(rows, best=1)
    [ben, ann] = moved(before, after)

    assert (ann.says, ann.nights) == ("10 points fewer; was passed by one other", {2: (10, None)})
    assert ben.says == "passed one other"


def test_rules_for_attendance_say_who_gains_and_loses_a_place():
    rows = [*nights(ANN, 50), *nights(BEN, 10, 10)]
    free, strict = stand(rows), stand(rows, nights_needed=2)

    assert moves(free, strict) == [
        (BEN, 2, 1, "passed one other"),
        (ANN, 1, None, "doesn’t have enough nights for a place now"),
    ]
    assert moves(strict, free)[0] == (ANN, None, 1, "has enough nights for a place now")


def test_rules_that_count_otherwise_say_so():
    rows = [*nights(ANN, 50, 50), *nights(BEN, 60)]

    assert moves(stand(rows), stand(rows, points_by="average")) == [
        (BEN, 2, 1, "places go by the average per round now"),
        (ANN, 1, 2, "places go by the average per round now"),
    ]


def test_who_comes_and_goes_is_named():
    ann, ben = nights(ANN, 50), nights(BEN, 40)

    assert moves(stand(ann), stand([*ann, *ben])) == [(BEN, None, 2, "new in the standings")]
    assert moves(stand([*ann, *ben]), stand(ann)) == [(BEN, 2, None, "no longer in the standings")]
    assert moves(stand([*ann, *ben]), stand(ben)) == [
        (BEN, 2, 1, "others moved"),
        (ANN, 1, None, "no longer in the standings"),
    ]


def test_what_a_publication_keeps_is_compared_as_standings_are():
    rows = [*nights(ANN, 41, 42, 41), *nights(BEN, 41)]
    before = stand(rows, points_by="average")
    kept = [Stood.of(one.who, one.place, one.order, one.kept()) for one in before]

    assert kept[0].figure == Fraction(124, 3)
    assert changed(kept, before) == ()
    assert [move.has_moved for move in changed(kept, stand(rows[:2] + rows[3:], points_by="average"))] == [False]
