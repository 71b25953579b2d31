from datetime import date

from league.season.seasons.past import FileLine, disagreements, past_standings
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
    return past_standings(TABLE, found)[0].places


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
    first, second = past_standings(NIGHTS, lines)[0].places

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
    (one,) = past_standings(SeasonRules(from_file="nights", best=2, tie_breaks=()), lines)[0].places

    assert (one.points, [night.points for night in one.dropped]) == (70, [5])
