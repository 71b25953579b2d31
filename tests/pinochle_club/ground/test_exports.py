import csv
import io
from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pinochle_club.ground.exports import BOTH, FileKind, ListFile, csv_response, csv_text, escaped, figure_in, unescaped
from tests.spreadsheets import day_number, xlsx_rows


@pytest.mark.parametrize("text", ["=1+1", "+44 1", "-2", "@SUM(A1)", "\t1", "\r1", "\n1", "'=1", "''=1", "＝1"])
def test_cell_that_begins_like_a_formula_is_escaped(text):
    assert escaped(text) == f"'{text}"


@pytest.mark.parametrize(
    ("text", "safe"),
    [
        ("Ann;=1+1", "Ann;'=1+1"),
        ("Ann;@SUM(A1);-2", "Ann;'@SUM(A1);'-2"),
        ('Ann;"=1+1"', 'Ann;"\'=1+1"'),
        ("Ann\t=1", "Ann\t'=1"),
        ("Ann\n=1", "Ann\n'=1"),
        ("\t=1", "'\t'=1"),
        ("Ann;'=1", "Ann;''=1"),
    ],
)
def test_what_would_begin_a_cell_elsewhere_is_escaped_as_well(text, safe):
    """Where a spreadsheet cuts at semicolons or tabs."""
    assert escaped(text) == safe
    assert unescaped(safe) == text


@pytest.mark.parametrize("text", ["Ruth", "Ann; Ed", "a;b=c", "O’Neil", "'t Hooft", "555-0101", "", "a=b"])
def test_other_cells_stay_as_they_are(text):
    assert escaped(text) == text
    assert unescaped(text) == text


def test_numbers_stay_numbers():
    assert [escaped(-38), escaped(0), escaped(None), escaped(True)] == [-38, 0, "", "True"]


@given(st.text() | st.text("=;'\"\t\n-a"))
def test_taking_the_escape_off_gives_back_what_was_there(text):
    assert unescaped(str(escaped(text))) == text


@given(st.lists(st.lists(st.text(st.characters(exclude_characters="\r\0"), min_size=1), min_size=2, max_size=2)))
def test_file_read_again_holds_the_same_cells(rows):
    text = csv_text(["A", "B"], rows)

    read = list(csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline="")))

    assert [[unescaped(cell) for cell in row] for row in read] == [["A", "B"], *rows]


def test_response_is_a_file_to_keep():
    response = csv_response("members of “Café”.csv", ["Name"], [["=HYPERLINK(1)"]])

    assert response.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert response.headers["Content-Disposition"].startswith("attachment; filename*=utf-8''members")
    assert response.content.decode() == "\ufeffName\r\n'=HYPERLINK(1)\r\n"


def test_spreadsheet_keeps_text_as_text_numbers_as_numbers_and_days_as_days():
    rows: list[list[object]] = [
        ["=1+1", -38, Decimal("2.50"), date(2026, 11, 24)],
        ["0123", None, 0, "https://a.example"],
    ]

    content = ListFile("list", ("Name", "Points", "Paid", "Day"), rows).answer(FileKind.XLSX).content

    assert xlsx_rows(content) == [
        ["Name", "Points", "Paid", "Day"],
        ["=1+1", -38, 2.5, day_number("2026-11-24")],
        ["0123", 0, "https://a.example"],
    ]


@pytest.mark.parametrize("kind", BOTH)
def test_file_without_rows_has_its_head(kind):
    answer = ListFile("list", ("Name",), ()).answer(kind)

    assert answer.headers["Content-Disposition"] == f'attachment; filename="list.{kind}"'
    assert (xlsx_rows(answer.content) if kind == FileKind.XLSX else answer.text) in ([["Name"]], "\ufeffName\r\n")


@pytest.mark.parametrize(
    ("text", "figure"),
    [
        *(("244", 244), ("−31", -31), ("1,250", 1250), ("(120)", 120), ("310†", 310), ("+12", 12), ("(−5)", -5)),
        *(("$2.50", Decimal("2.50")), ("−$2.50", Decimal("-2.50")), ("+$10", 10), ("€1,250", 1250)),
        *(("–", "–"), ("Ann", "Ann"), ("", ""), ("1st", "1st"), ("555-0101", "555-0101"), ("$", "$")),
    ],
)
def test_figures_of_a_page_are_numbers_in_a_file(text, figure):
    assert figure_in(text) == figure
