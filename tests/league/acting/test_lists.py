"""Workbooks as text, and lists that begin below a title.

What CSV may look like: tests/league/office/members/test_files.py.
"""

import io
import zipfile
from datetime import date, datetime

import pytest

from league.acting.lists import MOST_COLUMNS, MOST_ROWS, FileFault, Layout, day_in, read_list, text_of
from pinochle_club.ground.exports import xlsx_of

PEOPLE = Layout({"name": ("Name",), "day": ("Day",), "points": ("Points",)}, ("name",), "No name.", "Name")


def repacked(data: bytes, **parts: bytes) -> bytes:
    """A workbook with other parts; `sheet1` is that of `xl/worksheets/sheet1.xml`."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as book, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as again:
        for name in book.namelist():
            stem = name.rpartition("/")[2].partition(".")[0]
            again.writestr(name, parts.pop(stem, book.read(name)))
        for name, content in parts.items():
            again.writestr(name, content)
    return out.getvalue()


def sheet(rows: str) -> bytes:
    space = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    return f'<worksheet xmlns="{space}"><sheetData>{rows}</sheetData></worksheet>'.encode()


def test_workbook_is_read_as_its_text():
    book = xlsx_of(["Name", "Day", "Points"], [["=Zoë “O’Neil”", date(2019, 3, 3), -1250], ["Walt", None, 12.5]])

    found = read_list(text_of(book), PEOPLE)

    assert list(found.rows.items()) == [
        (2, {"name": "=Zoë “O’Neil”", "day": "2019-03-03", "points": "-1250"}),
        (3, {"name": "Walt", "day": "", "points": "12.5"}),
    ]


def test_formula_is_what_it_came_to_when_it_was_saved():
    rows = (
        '<row r="1"><c r="A1" t="inlineStr"><is><t>Name</t></is></c><c r="B1" t="str"><v>Points</v></c></row>'
        '<row r="3"><c r="A3" t="str"><v>Ruth</v></c><c r="B3"><f>40+2</f><v>42</v></c></row>'
        '<row r="4"><c r="A4" t="str"><v>Walt</v></c><c r="B4"><f>1+1</f></c></row>'
    )
    found = read_list(text_of(repacked(xlsx_of([], []), sheet1=sheet(rows))), PEOPLE)

    assert list(found.rows.items()) == [
        (3, {"name": "Ruth", "points": "42"}),
        (4, {"name": "Walt"}),
    ]


@pytest.mark.parametrize(
    ("parts", "why"),
    [
        ({"sheet1": b"<nonsense"}, "can’t be read"),
        ({"sheet1": b'<!DOCTYPE a [<!ENTITY b "c">]>' + sheet("")}, "can’t be read"),
        ({"workbook": b"<workbook/>"}, "can’t be read"),
        ({"bomb.bin": b"\0" * 9_000_000}, "too large"),
        ({f"part{at}": b"" for at in range(250)}, "too large"),
    ],
    ids=["broken", "entities", "empty", "bomb", "many parts"],
)
def test_hostile_workbook_is_refused_in_words(parts, why):
    data = repacked(xlsx_of(["Name"], [["Ruth"]]), **parts)

    with pytest.raises(FileFault, match=why):
        text_of(data)


def test_lone_cell_far_away_costs_nothing():
    far = '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'
    found = text_of(repacked(xlsx_of([], []), sheet1=sheet(f'<row r="1"><c r="A1" t="str"><v>Name</v></c></row>{far}')))

    assert found.split() == ["Name"]


def test_workbook_with_too_much_in_it_is_told():
    many = xlsx_of(["Name"], [["Ruth"]] * (MOST_ROWS + 1))
    wide = xlsx_of(["Name", *"x" * MOST_COLUMNS], [])

    for book, why in ((many, "2,000 rows"), (wide, "columns")):
        with pytest.raises(FileFault, match=why):
            read_list(text_of(book), PEOPLE)


def test_headings_may_stand_below_a_title():
    found = read_list("Final table; of 2019\n\nbrought by Ida\nName;Points\nRuth;12\n", PEOPLE)

    assert list(found.rows.items()) == [(5, {"name": "Ruth", "points": "12"})]


@pytest.mark.parametrize(
    "cell",
    [
        "2019-03-05", "3/5/2019", "3/5/19", "5.3.2019", "March 5, 2019", "Mar 5 2019", "Tue, Mar. 5th, 2019",
        "Tuesday 5 March 2019", "5-Mar-19", "2019-03-05 00:00:00",
    ],
)  # fmt: skip
def test_day_is_read_as_people_write_it(cell):
    assert day_in(cell) == date(2019, 3, 5)


@pytest.mark.parametrize("cell", ["June 31, 2019", "2019-02-29", "yesterday", "", "13/13/2019", "9" * 50])
def test_what_is_no_day_is_none(cell):
    assert day_in(cell) is None


def test_time_of_a_day_is_left_out():
    book = xlsx_of(["Name", "Day"], [["Ruth", datetime(2019, 3, 5, 19, 30)]])

    assert next(iter(read_list(text_of(book), PEOPLE).rows.values()))["day"] == "2019-03-05"
