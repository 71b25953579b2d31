from datetime import date

import pytest

from league.season.seasons.past import FileLine, disagreements, past_standings, row_words
from league.season.seasons.rules import SeasonRules

TABLE = SeasonRules(from_file="table", tie_breaks=())
NIGHTS = SeasonRules(from_file="nights", tie_breaks=())
ONE, TWO = date(2019, 1, 8), date(2019, 1, 15)


def table(*lines):
    """Lines of place, points and nights."""
    found = [
        FileLine(at, (at,), points, place=place, nights=nights)
        for at, (place, points, nights) in enumerate(lines, start=2)
    ]
    return past_standings(TABLE, found)[None]


def test_table_stands_as_it_is_given():
    places = table((2, 900, 12), (1, 1250, 10), (None, 2000, 2))

    assert [(one.place, one.who, one.points, one.attended) for one in places] == [
        (1, (3,), 1250, 10), (2, (2,), 900, 12), (None, (4,), 2000, 2)
    ]  # fmt: skip
    assert [one.why.says for one in places] == ["350 points more", "", ""]
    assert [line.says for line in places[0].lines] == ["Row 3 of the file: 10 nights"]


def test_table_without_places_has_them_from_its_points():
    places = table((None, 7, None), (None, 9, None), (None, 9, None), (None, 1, None))

    assert [(one.place, one.points) for one in places] == [(1, 9), (1, 9), (3, 7), (4, 1)]
    assert [one.why.says for one in places] == ["shares the place", "2 points more", "6 points more", ""]


def test_places_that_points_do_not_bear_out_are_told():
    places = table((1, 50, None), (2, 60, None), (3, 60, None), (3, 10, None), (5, 10, None))

    assert [(one.points, other.points) for one, other in disagreements(places)] == [(50, 60), (60, 10)]
    assert [one.why.says for one in places] == [
        "put first by the file, with fewer points",
        "level at 60, put first by the file",
        "shares the place in the file",
        "level at 10, put first by the file",
        "",
    ]


def test_points_of_nights_are_added_up():
    lines = [
        FileLine(2, (1,), 30, ONE),
        FileLine(3, (2,), 40, ONE, place=1, won=2),
        FileLine(4, (1,), 25, TWO, 1),
        FileLine(5, (1,), 10, TWO, 2),
    ]
    first, second = past_standings(NIGHTS, lines)[None]

    assert [(one.who, one.place, one.points, one.attended) for one in (first, second)] == [
        ((1,), 1, 65, 2), ((2,), 2, 40, 1)
    ]  # fmt: skip
    assert sum(line.points for line in first.lines) == first.points
    assert [[line.says for line in night.lines] for night in first.nights] == [
        ["Row 2 of the file"],
        ["Row 4 of the file: round 1", "Row 5 of the file: round 2"],
    ]
    assert [(night.day, night.place) for night in first.nights] == [(ONE, 2), (TWO, 1)]
    assert second.lines[0].says == "Row 3 of the file: 2 won"
    assert first.why.says == "25 points more"


def test_best_nights_count():
    lines = [FileLine(at, (1,), points, date(2019, 1, at)) for at, points in enumerate((5, 50, 20), start=1)]
    (one,) = past_standings(SeasonRules(from_file="nights", best=2, tie_breaks=()), lines)[None]

    assert (one.points, [night.points for night in one.dropped]) == (70, [5])


def test_lines_of_a_table_are_numbered_and_tell_their_nights():
    places = table((1, 9, 2), (1, 8, None), (3, 7, 0))

    assert [(one.order, one.attended) for one in places] == [(1, 2), (2, 0), (3, 0)]
    assert FileLine(2, (1,), 5) == FileLine(2, (1,), 5, None, None, None, None, None, "")


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (((1, 9), (2, 9)), []),
        (((1, 9), (2, 8)), []),
        (((1, 9), (2, 10)), [(9, 10)]),
        (((1, 9), (1, 9)), []),
        (((1, 9), (1, 8)), [(9, 8)]),
        (((1, 9), (None, 20)), []),
        (((None, 20), (None, 20)), []),
    ],
)
def test_neighbors_disagree_by_a_point(lines, told):
    places = table(*((place, points, None) for place, points in lines))

    assert [(one.points, other.points) for one, other in disagreements(places)] == told


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({}, "Row 7 of the file"),
        ({"nights": 1}, "Row 7 of the file: 1 night"),
        ({"won": 0}, "Row 7 of the file: 0 won"),
        ({"round_number": 2, "nights": 3, "won": 4}, "Row 7 of the file: round 2, 3 nights, 4 won"),
    ],
)
def test_row_says_what_the_file_tells(more, says):
    assert row_words(FileLine(7, (1,), 50, **more)) == says


def test_rows_without_a_day_are_of_no_night_and_those_of_equal_points_share_its_place():
    lines = [
        FileLine(2, (1,), 30, ONE), FileLine(3, (2,), 20, ONE), FileLine(4, (3,), 20, ONE), FileLine(5, (4,), 10, ONE),
        FileLine(6, (4,), 5, ONE), FileLine(7, (5,), 900), FileLine(8, (5,), 14, ONE, place=9),
    ]  # fmt: skip
    places = past_standings(NIGHTS, lines)[None]

    assert [(one.who, one.points, one.nights[0].place) for one in places] == [
        ((1,), 30, 1), ((2,), 20, 2), ((3,), 20, 2), ((4,), 15, 4), ((5,), 14, 9)
    ]  # fmt: skip
    assert [(line.says, line.points, line.event) for line in places[3].lines] == [
        ("Row 5 of the file", 10, -ONE.toordinal()),
        ("Row 6 of the file", 5, -ONE.toordinal()),
    ]


def test_nights_needed_grow_with_the_nights_in_the_file():
    rules = NIGHTS.model_copy(update={"nights_needed": 1, "one_more_per": 2})
    first, second = past_standings(
        rules, [FileLine(2, (1,), 9, ONE), FileLine(3, (1,), 9, TWO), FileLine(4, (2,), 50, TWO)]
    )[None]

    assert [(first.who, first.place), (second.who, second.place)] == [((1,), 1), ((2,), None)]
