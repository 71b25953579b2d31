from datetime import date

import pytest

from league.acting.lists import FileFault
from league.season.past.rows import PastList, read_past
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
        ("1,Ruth,12.25", "The points “12.25” are neither whole nor a half."),
        ("1,Ruth,9999999", "The points “9999999” can’t be right."),
        ("1,Ruth,(12)", "The points “(12)” may be minus, or of a night left out. Enter the number alone."),
        ("1,Ruth,", "There are no points."),
        ("1,,12", "There’s no name."),
        ("first,Ruth,12", "The place “first” isn’t a number."),
        ("0,Ruth,12", "The place “0” isn’t a number."),
        ("1,Ruth & Walt / Ed,12", "“Ruth & Walt / Ed” is more than two people. Give each a row of their own."),
        ("1,Ruth &,12", "“Ruth &” can’t be read as two names."),
        (f"1,{'x' * 81},12", f"The name “{'x' * 40}…” is longer than 80 characters."),
        ("x,,y", "There’s no name. The place “x” isn’t a number. The points “y” aren’t a number."),
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
            ",Sub-total,9", ",Number of players,18", ",High score,31", ",Attendance,20",
        )),
        *((row, "Headings") for row in ("Place,Name,Points", "Pl.,Player,Pts", ",Name,")),
    ],
)  # fmt: skip
def test_row_of_no_player_is_left_out(row, what):
    found = read_past(f"Place,Name,Points\n1,Ruth,12\n{row}\n", *NO_DAYS, {})

    assert ([line.name for line in found.lines], found.faults, found.nobodys) == (["Ruth"], (), ((3, "", what),))


@pytest.mark.parametrize("name", ["Sum Lee", "Al Total", "Avery", "Rank", "Totaliano", "Points", "Max", "Low"])
def test_player_is_no_total(name):
    assert [line.name for line in read_past(f"Place,Name,Points\n1,{name},12\n", *NO_DAYS, {}).lines] == [name]


@pytest.mark.parametrize(
    ("text", "why"), [("Name,Shoes\nRuth,9\n", "says Points"), ("Points\n9\n", "says Name"), ("", "empty")]
)
def test_what_is_no_such_list_is_refused(text, why):
    with pytest.raises(FileFault, match=why):
        read_past(text, *NO_DAYS, {})


def in_short(found: PastList) -> list[str]:
    """Each line as `2 Ruth & Walt 9/7 7.5, a substitute played`."""
    days = (f" {line.day.month}/{line.day.day}" if line.day else "" for line in found.lines)
    rounds = (f" round {line.round_number}" if line.round_number else "" for line in found.lines)
    return [
        f"{line.line} {' & '.join(filter(None, (line.name, line.partner)))}{day}{number} {line.points}"
        + (f", {line.remark}" if line.remark else "")
        for line, day, number in zip(found.lines, days, rounds, strict=True)
    ]


# Files as clubs keep them: the text, its lines, and what is left out of it.
KEPT = {
    "a column for each week": (
        "Tuesdays\n\nName,9/3,9/10,Sept 17,Total\nRuth,245,198,,443\nWalt,BYE,201.5,abs,201.5\nTOTAL,245,399.5\n",
        ["4 Ruth 9/3 245", "4 Ruth 9/10 198", "5 Walt 9/10 201.5"],
        [(5, "week-1", "A bye"), (5, "week-3", "Wasn’t there"), (6, "", "A total")],
    ),
    "no heading above the names": (
        "\t2019-09-03\t2019-09-10\nRuth\t7½\t½\nWalt\t8 1/2\t–\n",
        ["2 Ruth 9/3 7.5", "2 Ruth 9/10 0.5", "3 Walt 9/3 8.5"],
        [],
    ),
    "substitutes": (
        "Player,Week 1,Week 2\nRuth,12,9 (sub)\nWalt,S,7s\nEd Long (sub),4,\nSub: Vern,,3\nSub 2,5,5\n",
        [
            "2 Ruth 9/1 12", "2 Ruth 9/8 9, a substitute played", "3 Walt 9/8 7, a substitute played",
            "4 Ed Long 9/1 4, as a substitute", "5 Vern 9/8 3, as a substitute",
        ],
        [
            (3, "week-1", "A substitute played, without points of their own"),
            (6, "", "A substitute without a name"),
        ],
    ),
    "two rounds on one date": (
        "Name,9/3,9/3\nRuth,12,9\n",
        ["2 Ruth 9/3 round 1 12", "2 Ruth 9/3 round 2 9"],
        [],
    ),
    "pairs": (
        "Team;Pts\nAnn & Bob Lee;12\nRuth Hale / Walt Abel;9.5\nLee, Joan and Ed;7\nBYE;0\n"
        '"Fay, Al" & "Fay, Bea";3\n',
        ["2 Ann Lee & Bob Lee 12", "3 Ruth Hale & Walt Abel 9.5", "4 Lee, Joan & Lee, Ed 7", "6 Fay, Al & Fay, Bea 3"],
        [(5, "", "A bye")],
    ),
    "partners in two columns": (
        "Date,Player 1,Player 2,Score\n9/3/2019,Ruth,Walt,12\n9/3/2019,Ed,,9\n",
        ["2 Ruth & Walt 9/3 12", "3 Ed 9/3 9"],
        [],
    ),
    "no headings, a table": (
        "1\tRuth Abernathy\t18\t4120\n2\tWalt Abel\t17\t3998\n2\tEd Long\t17\t3998\nTotal\t\t\t12116\n",
        ["1 Ruth Abernathy 4120", "2 Walt Abel 3998", "3 Ed Long 3998"],
        [(4, "", "A total")],
    ),
    "no headings, nights": (
        "9/3/2019,Ruth,12\n9/3/2019,Walt,8\n9/10/2019,Ruth (S),3\n",
        ["1 Ruth 9/3 12", "2 Walt 9/3 8", "3 Ruth 9/10 3, as a substitute"],
        [],
    ),
    "first and last name in two columns, without headings": (
        "Ruth;Abernathy;12\nWalt;Abel;9\n",
        ["1 Ruth Abernathy 12", "2 Walt Abel 9"],
        [],
    ),
    "somebody who never came": (
        "Name,9/3,9/10,Avg\nRuth,12,9,10.5\nWalt,,,\n",
        ["2 Ruth 9/3 12", "2 Ruth 9/10 9"],
        [(3, "", "Without any points")],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", KEPT)
def test_file_as_a_club_keeps_it(name):
    text, lines, left_out = KEPT[name]

    found = read_past(text, *OF_2019, {})

    assert (in_short(found), list(found.nobodys), found.faults) == (lines, left_out, ())
    assert found.sums == ()


def test_marks_people_write_in_a_week():
    """Of `7,5` in quotes nobody gets 75."""
    weeks = ",".join(f"Tue Sept {day}" for day in (3, 10, 17, 24))
    rows = 'Ruth,"7,5",½,"1,234",--', "Walt,DNS,no show,8 (sub Ed),+2", "Sub for Vern,9,9,9,9", ",Tue Sept 3" * 2
    found = read_past("\n".join((f"Name,{weeks}", *rows)), *OF_2019, {})

    assert in_short(found) == [
        "2 Ruth 9/3 7.5", "2 Ruth 9/10 0.5", "2 Ruth 9/17 1234", "3 Walt 9/17 8, a substitute played", "3 Walt 9/24 2",
    ]  # fmt: skip
    away = [(2, "Wasn’t there"), (3, "Wasn’t there"), (3, "Wasn’t there")]
    nobody = [(4, "A substitute without a name"), (5, "Headings")]
    assert [(line, what) for line, _week, what in found.nobodys] == [*away, *nobody]
    assert found.faults == ()


def test_what_stands_under_no_heading_is_told():
    """Two cells merged into one heading, or a comma in a figure, put figures where nobody would miss them."""
    found = read_past("Name,9/3,,9/10\nRuth,5,6,7\nWalt,4,,7,5\n", *OF_2019, {})

    assert found.read.ignored == ("column C, which has no heading", "column E, which has no heading")


def test_total_that_is_not_the_sum_of_its_weeks_is_told():
    found = read_past("Name,9/3,9/10,Total\nRuth,12,9.5,22\nWalt,3,,3\nEd,x,1,9\n", *OF_2019, {})

    assert (found.sums, found.read.ignored) == (((2, 21.5, 22), (4, 1, 9)), ())


def test_week_that_cannot_be_read_is_typed_again():
    text = "Name,9/3,9/10\nRuth,1z,9\n"
    (fault,) = read_past(text, *OF_2019, {}).faults
    assert (fault.fields, fault.says) == (("week-1",), "The points “1z” aren’t a number.")

    found = read_past(text, *OF_2019, {(2, "week-1"): "12"})

    assert (in_short(found), found.faults) == (["2 Ruth 9/3 12", "2 Ruth 9/10 9"], ())


@pytest.mark.parametrize(
    ("heading", "days", "why"),
    [
        ("9/3,9/10", NO_DAYS, "A heading: “9/3” has no year."),
        ("Week 1,Week 2", NO_DAYS, "“Week 1” has no date. Enter the first day of the season"),
        ("9/3/2017,9/10/2017", OF_2019, "isn’t within the days of the season"),
    ],
)
def test_week_without_its_day_asks_for_the_season(heading, days, why):
    first, last, today = days
    with pytest.raises(FileFault, match=why):
        read_past(f"Name,{heading}\nRuth,1,2\n", first, last, today, {})


def test_column_of_a_file_without_headings_is_what_is_said_of_it():
    found = read_past("Ruth,12,7\nWalt,9,30\n", *NO_DAYS, {}, ("name", "points", ""))

    assert in_short(found) == ["1 Ruth 12", "2 Walt 9"]
