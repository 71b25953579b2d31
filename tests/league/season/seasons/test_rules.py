"""What keeps a season's rules from being published, each beside its entry. No database."""

import pytest

from league.season.seasons.rules import Fault, Known, SeasonRules, faults_of, season_rules

KNOWN = Known(series={1, 2}, events={5, 6}, pair_events={6}, pair_series={2}, categories={3})
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
    assert season_rules(data) == (None, (Fault(field, says),))


def test_values_that_make_rules():
    assert season_rules({"series": [1], "best": 3}) == (SeasonRules(series=(1,), best=3), ())


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
        ({"series": (1,), "place_points": (3, 5)}, ["place_points"]),
        ({"series": (1,), "tie_breaks": ("wins", "total", "wins")}, ["tie_breaks"]),
    ],
)
def test_what_keeps_rules_from_being_published(rules, fields):
    assert [fault.field for fault in faults_of(SeasonRules(**rules), KNOWN)] == fields


@pytest.mark.parametrize(("more", "held", "needed"), [(0, 9, 4), (3, 2, 4), (3, 3, 5), (3, 8, 6)])
def test_nights_a_place_takes_grow_with_those_held(more, held, needed):
    assert SeasonRules(nights_needed=4, one_more_per=more).needed_after(held) == needed
