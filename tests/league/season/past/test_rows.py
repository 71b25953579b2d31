from datetime import date

import pytest

from league.acting.lists import FileFault
from league.season.past.rows import read_past
from league.season.seasons.past import FileLine

NO_DAYS: tuple[date | None, date | None, date] = (None, None, date(2026, 11, 24))
OF_2019: tuple[date | None, date | None, date] = (date(2019, 9, 1), date(2020, 5, 31), date(2026, 11, 24))


def says(text, days: tuple[date | None, date | None, date] = NO_DAYS):
    return [fault.says for fault in read_past(text, *days, {}).faults]


def test_final_table_is_read_with_what_it_has():
    found = read_past("Pos;Player;Total;Nights played;Wins;Shoes\n3rd;Baker, Ruth;1,250;18;41;9\n", *NO_DAYS, {})

    assert (found.kind, found.read.ignored, found.faults) == ("table", ("Shoes",), ())
    assert found.lines == (FileLine(2, (), 1250, place=3, nights=18, won=41, name="Baker, Ruth"),)


def test_nights_are_told_by_their_dates():
    found = read_past("Date,Name,Points,Round\n10/8/2019,Ruth,−12,2\n", *NO_DAYS, {})

    assert found.kind == "nights"
    assert found.lines == (FileLine(2, (), -12, date(2019, 10, 8), 2, name="Ruth"),)


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ("1,Ruth,12a", "The points “12a” aren’t a number."),
        ("1,Ruth,12.5", "The points “12.5” aren’t a whole number."),
        ("1,Ruth,9999999", "The points “9999999” can’t be right."),
        ("1,Ruth,", "There are no points."),
        ("1,,12", "There’s no name."),
        ("first,Ruth,12", "The place “first” isn’t a number."),
        ("0,Ruth,12", "The place “0” isn’t a number."),
        ("1,Ruth & Walt,12", "“Ruth & Walt” is two people. Give each a row of their own."),
        (f"1,{'x' * 81},12", f"The name “{'x' * 40}…” is longer than 80 characters."),
        ("x,,y", "There’s no name. The points “y” aren’t a number. The place “x” isn’t a number."),
    ],
)
def test_row_of_a_table_that_is_not_taken_says_why(row, why):
    assert says(f"Place,Name,Points\n{row}\n") == [why]


@pytest.mark.parametrize(
    ("day", "why"),
    [
        ("June 31", "“June 31” isn’t a date."),
        ("2019-02-29", "“2019-02-29” isn’t a date."),
        ("", "There’s no date."),
        ("Aug 3 2019", "“Aug 3 2019” isn’t within the days of the season."),
        ("Jul 3", "“Jul 3” isn’t within the days of the season."),
        ("2027-01-01", "“2027-01-01” is still to come."),
    ],
)
def test_day_that_is_not_taken_says_why(day, why):
    assert says(f"Date,Name,Points\n{day},Ruth,1\n", OF_2019) == [why]


@pytest.mark.parametrize(
    ("cell", "day"), [("Mar 3", date(2020, 3, 3)), ("10/8", date(2019, 10, 8)), ("Feb 29", date(2020, 2, 29))]
)
def test_day_without_a_year_is_in_the_season(cell, day):
    assert read_past(f"Date,Name,Points\n{cell},Ruth,1\n", *OF_2019, {}).lines[0].day == day


def test_day_without_a_year_asks_for_the_season():
    why = "“Mar 3” has no year. Enter the first and last day of the season above."
    assert says("Date,Name,Points\nMar 3,Ruth,1\n") == [why]


@pytest.mark.parametrize(("cell", "place"), [("T3", 3), ("3=", 3), ("1.", 1), ("2.0", 2), ("–", None), ("", None)])
def test_place_is_read_as_people_write_it(cell, place):
    assert read_past(f"Place,Name,Points\n{cell},Ruth,1\n", *NO_DAYS, {}).lines[0].place == place


def test_cell_typed_in_its_place_is_read_instead():
    text = "Place,Name,Points\n1,Ruth,12a\n2,Walt,7\n"
    found = read_past(text, *NO_DAYS, {(2, "points"): "12", (3, "points"): "7", (9, "points"): "1", (3, "x"): "1"})

    assert [(line.name, line.points) for line in found.lines] == [("Ruth", 12), ("Walt", 7)]
    assert (found.faults, found.corrected) == ((), (2,))


@pytest.mark.parametrize(
    ("headings", "row"),
    [
        ("Pl.,Player,Pts.,# nights,W", "1,Ruth,9,5,3"),
        ("#wins;Rk;Names;Total pts;No. of nights", "3;1;Ruth;9;5"),
        ("Rank\tName\tTot\tWeeks\tGames Won", "1\tRuth\t9\t5\t3"),
    ],
)
def test_headings_as_people_write_them(headings, row):
    found = read_past(f"{headings}\n{row}\n", *NO_DAYS, {})

    assert found.lines == (FileLine(2, (), 9, place=1, nights=5, won=3, name="Ruth"),)
    assert found.read.ignored == ()


@pytest.mark.parametrize(
    ("row", "what"),
    [
        *((row, "A total") for row in (
            ",Total,412", "Total:,,412000000", ",TOTALS,x", ",Grand total,4", ",Average,4.5", ",Total for Jan 8,9",
            ",Sub-total,9",
        )),
        *((row, "Headings") for row in ("Place,Name,Points", "Pl.,Player,Pts", ",Name,")),
    ],
)  # fmt: skip
def test_row_of_no_player_is_left_out(row, what):
    found = read_past(f"Place,Name,Points\n1,Ruth,12\n{row}\n", *NO_DAYS, {})

    assert ([line.name for line in found.lines], found.faults, dict(found.nobodys)) == (["Ruth"], (), {3: what})


@pytest.mark.parametrize("name", ["Sum Lee", "Al Total", "Avery", "Rank", "Totaliano", "Points"])
def test_player_is_no_total(name):
    assert [line.name for line in read_past(f"Place,Name,Points\n1,{name},12\n", *NO_DAYS, {}).lines] == [name]


@pytest.mark.parametrize(
    ("text", "why"), [("Name,Shoes\nRuth,9\n", "says Points"), ("Points\n9\n", "says Name"), ("", "empty")]
)
def test_what_is_no_such_list_is_refused(text, why):
    with pytest.raises(FileFault, match=why):
        read_past(text, *NO_DAYS, {})
