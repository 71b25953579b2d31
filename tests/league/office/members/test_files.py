import pytest

from league.acting.lists import LONGEST_CELL, MOST_BYTES, MOST_COLUMNS, MOST_ROWS, FileFault, text_of
from league.office.members.files import read_file


def cells(text):
    return list(read_file(text).rows.values())


@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_every_usual_encoding_is_read(codec):
    data = "Name\nZoë O’Neil\n".encode(codec)

    assert cells(text_of(data)) == [{"name": "Zoë O’Neil"}]


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_every_usual_separator_is_found(separator):
    text = separator.join(["Number", "Name"]) + "\r\n" + separator.join(["3", '"Hall, Bernice; \tA"'])

    assert cells(text) == [{"number": "3", "name": "Hall, Bernice; \tA"}]


def test_hint_of_a_spreadsheet_is_passed_over():
    file = read_file("sep=;\nName;Phone\nRuth;1\n")

    assert file.rows == {3: {"name": "Ruth", "phone": "1"}}


@pytest.mark.parametrize(
    ("heading", "field"),
    [
        ("E-Mail Address", "email"), ("member no.", "number"), ("#", "number"), ("CELL PHONE", "phone"),
        ("Nickname", "short_name"), ("Directors' notes", "director_notes"), ("Member since", "joined_on"),
        (" Stays at one table ", "cannot_move"),
    ],
)  # fmt: skip
def test_headings_are_known_by_what_people_call_them(heading, field):
    assert read_file(f"Name,{heading}\nRuth,x\n").fields == ("name", field)


def test_headings_come_in_any_order_and_others_are_told():
    file = read_file("Colour,Phone,Name\nred,555,Ruth\n")

    assert file.ignored == ("Colour",)
    assert file.rows[2] == {"phone": "555", "name": "Ruth"}


@pytest.mark.parametrize(
    ("text", "columns", "first"),
    [
        ("Ann Lee\nIda Moss\n", ("name",), {"name": "Ann Lee"}),
        ("Lee, Ann\nTotal: 30\n", ("name",), {"name": "Lee, Ann"}),
        ("Ann,Lee\nIda,Moss\n", ("first_name", "last_name"), {"name": "Ann Lee"}),
        ("1\tAnn Lee\ta@x.org\t555-0142\n2\tIda Moss\t\t555-0143\n", ("number", "name", "email", "phone"), None),
        ("Ann Lee;11/3/2020\nIda Moss;1/3/2020\n", ("name", "joined_on"), None),
        ("Ann Lee;2009\nIda Moss;2009\n", ("name", "joined_on"), None),
        ("Ann Lee;1901\nIda Moss;1902\nEd Ray;1903\n", ("name", "number"), None),
    ],
)  # fmt: skip
def test_list_without_headings_is_names(text, columns, first):
    file = read_file(text)

    assert (tuple(field for field, _ in file.columns), list(file.rows)) == (columns, [*range(1, text.count("\n") + 1)])
    assert first in (None, file.rows[1])


def test_columns_without_headings_hold_what_is_said_of_them():
    file = read_file("Lee,Ann,x\n", ("last_name", "first_name", ""))

    assert (file.rows[1], file.columns[2]) == ({"name": "Ann Lee"}, ("", "x"))


@pytest.mark.parametrize("end", ["", ",", ",555"])
def test_comma_of_a_name_without_quotes_moves_nothing_under_another_heading(end):
    found = {"name": "Lee, Ann", **({"phone": end[1:]} if end else {})}
    assert cells(f"Name,Phone\nLee, Ann{end}\n") == ([found] if end else [{"name": "Lee", "phone": "Ann"}])


@pytest.mark.parametrize("text", ["Name\nLee, Ann\n", '"Name"\n"Lee, Ann"\n', "Club 2026\n\nName\nLee, Ann\n"])
def test_comma_in_a_single_column_is_part_of_the_name(text):
    assert cells(text) == [{"name": "Lee, Ann"}]


def test_first_and_last_name_are_a_name():
    assert cells("Last name,First name\nHall,Bernice\n") == [{"name": "Bernice Hall"}]


def test_lines_are_counted_as_a_spreadsheet_counts_them():
    file = read_file('Name,Notes\n\n"Ruth","two\nlines"\n,\nWalt,\n')

    assert list(file.rows) == [3, 6]


def test_short_line_gives_what_it_has():
    assert cells("Name,Phone\nRuth\n") == [{"name": "Ruth"}]


@pytest.mark.parametrize("cell", ["'=1+1", "'+44", "'-2", "'@x"])
def test_escape_is_taken_off(cell):
    assert cells(f"Name,Phone\nRuth,{cell}\n") == [{"name": "Ruth", "phone": cell[1:]}]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "It’s empty"),
        ("\n \n", "It’s empty"),
        ("Phone,Email\n555,x\n", "No heading says Name"),
        ("Name,Player\nRuth,Walt\n", "Two columns are both Name"),
        ("Name\0\n", "not a text file"),
        ("Name" + ",x" * MOST_COLUMNS, "columns"),
        ("Name\n" + "Ruth\n" * (MOST_ROWS + 1), "2,000 rows"),
        ("Name\n" + "x" * MOST_BYTES, "more than 512 KB"),
        ('Name\n"' + "x" * 200_000 + '"\n', "quotation mark"),
    ],
)
def test_what_is_no_list_is_refused_in_words(text, why):
    with pytest.raises(FileFault, match=why):
        read_file(text)


def test_most_rows_are_taken():
    assert len(read_file("Name\n" + "Ruth\n" * MOST_ROWS).rows) == MOST_ROWS


def test_cell_is_cut_where_no_field_is_as_long():
    (row,) = cells("Name\n" + "x" * 9_000)

    assert len(row["name"]) == LONGEST_CELL + 1


@pytest.mark.parametrize("start", [b"PK\x03\x04", b"\xd0\xcf\x11\xe0"])
def test_workbook_is_told_apart(start):
    with pytest.raises(FileFault, match="Save As"):
        text_of(start + b"rest")


def test_large_file_is_refused_before_it_is_read():
    with pytest.raises(FileFault, match="512 KB"):
        text_of(b"x" * (MOST_BYTES + 1))
