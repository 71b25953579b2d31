"""What keeps a season's rules from being published, each beside its entry. No database."""

import pytest
from pydantic import ValidationError

from league.season.seasons.rules import SeasonRules, faults_of, season_rules

NAMES = {
    "series": dict.fromkeys((1, 2, 4), "A series"), "events": dict.fromkeys((5, 6, 8), "An evening"),
    "divisions": {3: "A category"},
}  # fmt: skip
OF_PAIRS, DUPLICATES = {"series": {2}, "events": {6}}, {"series": {4}, "events": {8}}
NO_NUMBER, TOO_LARGE = "That can’t be read. Choose again.", "That number is too large or too small."


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ({"best": -1}, TOO_LARGE),
        ({"best": 100_000}, TOO_LARGE),
        ({"best": "some"}, NO_NUMBER),
        ({"place_points": [1] * 101}, "Those are too many."),
        ({"level": "fight"}, NO_NUMBER),
        ({"tie_breaks": ["wins", "luck"]}, NO_NUMBER),
    ],
)
def test_values_that_make_no_rules(data, says):
    [field] = data
    assert season_rules(data) == (None, {field: [says]})


def test_values_that_make_rules():
    assert season_rules({"series": [1], "best": 3}) == (SeasonRules(series=(1,), best=3), {})


COUNTS, POINTS = ("best", "nights_needed", "one_more_per"), ("night_bonus", "round_won_bonus", "night_won_bonus")


@pytest.mark.parametrize(
    ("field", "least", "most"),
    [*((field, 0, 400) for field in COUNTS), *((field, -10_000, 10_000) for field in POINTS)],
)
def test_numbers_that_rules_may_have(field, least, most):
    made = [season_rules({field: number})[0] is not None for number in (least - 1, least, most, most + 1)]
    assert made == [False, True, True, False]


@pytest.mark.parametrize(
    ("field", "most", "one"),
    [
        *((field, 500, 1) for field in ("series", "events", "without", "divisions")),
        ("place_points", 100, 1),
        ("tie_breaks", 6, "wins"),
    ],
)
def test_as_many_as_rules_may_name(field, most, one):
    assert [season_rules({field: [one] * number})[0] is not None for number in (most, most + 1)] == [True, False]


def test_rules_begin_with_all_points_of_everybody_and_do_not_change():
    rules = SeasonRules()

    assert rules.model_dump() == {
        "series": (), "events": (), "without": (), "points_by": "total", "place_points": (), "best": 0,
        "nights_needed": 0, "one_more_per": 0, "night_bonus": 0, "round_won_bonus": 0, "night_won_bonus": 0,
        "sit_outs": "as_played", "for_pairs": False, "with_guests": False, "divisions": (),
        "tie_breaks": ("head_to_head", "wins", "high_round"), "level": "shared", "from_file": "",
    }  # fmt: skip
    with pytest.raises(ValidationError, match="frozen"):
        rules.best = 3  # type: ignore[misc]  # that is what is refused


@pytest.mark.parametrize(("from_file", "is_kept"), [("", False), ("table", True)])
def test_only_rules_of_a_file_say_so_in_what_is_kept(from_file, is_kept):
    rules = SeasonRules(from_file=from_file, best=3)

    assert ("from_file" in rules.to_json()) == is_kept
    assert SeasonRules.from_json(rules.to_json()) == rules


@pytest.mark.parametrize(
    ("rules", "fields"),
    [
        ({"series": (1,)}, []),
        ({"events": (5,)}, []),
        ({}, ["series"]),
        ({"from_file": "table"}, []),
        ({"series": (1, 9), "events": (9,), "divisions": (9,)}, ["series", "events", "divisions"]),
        ({"series": (2,), "events": (6,), "for_pairs": True}, []),
        ({"series": (1, 2), "events": (5, 6), "for_pairs": True}, ["series", "events"]),
        ({"series": (1,), "points_by": "places"}, ["place_points"]),
        ({"series": (1,), "points_by": "places", "place_points": (5, 5, 3)}, []),
        ({"series": (1, 4), "points_by": "percent"}, []),
        ({"events": (8,), "points_by": "percent"}, []),
        ({"series": (1,), "events": (5,), "points_by": "percent"}, ["points_by"]),
        ({"series": (1,), "place_points": (3, 5)}, ["place_points"]),
        ({"series": (1,), "tie_breaks": ("wins", "total", "wins")}, ["tie_breaks"]),
    ],
)
def test_what_keeps_rules_from_being_published(rules, fields):
    assert list(faults_of(SeasonRules(**rules), NAMES, OF_PAIRS, DUPLICATES)) == fields


@pytest.mark.parametrize(("more", "held", "needed"), [(0, 9, 4), (3, 2, 4), (3, 3, 5), (3, 8, 6)])
def test_nights_a_place_takes_grow_with_those_held(more, held, needed):
    assert SeasonRules(nights_needed=4, one_more_per=more).needed_after(held) == needed
