"""Lists from a spreadsheet: bytes in, rows by field out. Bounded in bytes, rows, columns and the length of a cell;
nothing in a workbook is worked out or fetched."""

from __future__ import annotations

import codecs
import csv
import dataclasses
import io
import re
import zipfile
import zlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from pinochle_club.ground.exports import csv_text, unescaped

MOST_BYTES: Final = 512 * 1024
MOST_ROWS: Final = 2_000
MOST_COLUMNS: Final = 40
LONGEST_CELL: Final = 2_000
# A workbook is packed: what it may come to, in how many parts, and how many lines stand above the headings.
MOST_UNPACKED: Final = 8 * 1024 * 1024
MOST_PARTS: Final = 200
MOST_TITLES: Final = 10
FEWEST_WEEKS: Final = 2  # that make headings of a line
WEEK: Final = "week-"  # begins the field of a week, and its column follows

Headings = Mapping[str, tuple[str, ...]]
Line = tuple[int, list[str]]
_NOT_WORDS: Final = re.compile(r"[^\w#]+")
SEPARATORS: Final = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars"}
_UNPARTED: Final = "\x1f"  # one column: what looks like a separator is part of its cells
_WHOLE_NAME: Final = re.compile(r"[^,;|\t]+(, +[^,;|\t]+)?")
SAVE_AS: Final = "In your spreadsheet, choose Save As, then CSV (comma separated)."
DATES: Final = (
    "%Y-%m-%d", "%m/%d/%Y", "%m/%d/%y", "%d.%m.%Y", "%B %d, %Y", "%b %d, %Y", "%B %d %Y", "%b %d %Y", "%d %B %Y",
    "%d %b %Y", "%d-%b-%Y", "%d-%b-%y", "%Y/%m/%d", "%m-%d-%Y",
)  # fmt: skip


class FileFault(Exception):
    """A file that cannot be read at all; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class RowFault:
    """Why a row is not taken, or not whole; `fields` are to be put right."""

    line: int
    says: str
    fields: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ReadList:
    """The `rows` of a file that are not empty: cells by field, by line as a spreadsheet counts them. `ignored` are
    unknown headings, `weeks` those of a column for each week. Of a list without headings, `columns` are the field of
    each column (empty for one left out) and a cell to show."""

    fields: tuple[str, ...]
    ignored: tuple[str, ...]
    rows: Mapping[int, dict[str, str]]
    columns: tuple[tuple[str, str], ...] = ()
    weeks: Mapping[str, str] = dataclasses.field(default_factory=dict)


@dataclass(frozen=True)
class Layout:
    """A kind of list: its `headings` by field, ours first and then what else people write; one of the `needed` must be
    there, else `missing` says so. `such_as` are headings to show. A heading that `is_week` has a field of its own.
    Without headings `guess` tells the columns from the lines; without a `guess` it is no list."""

    headings: Headings
    needed: Collection[str]
    missing: str
    such_as: str
    guess: Callable[[Sequence[list[str]]], Sequence[str]] | None = None
    is_week: Callable[[str], bool] = lambda heading: False

    def heads(self, cells: Sequence[str]) -> bool:
        """Whether a line is the headings: it has a needed one, or weeks."""
        field_of = self.field_of
        is_needed = any(field_of.get(heading_of(unescaped(cell))) in self.needed for cell in cells)
        return is_needed or sum(self.is_week(unescaped(cell).strip()) for cell in cells) >= FEWEST_WEEKS

    @property
    def field_of(self) -> Mapping[str, str]:
        return {heading_of(word): field for field, words in self.headings.items() for word in words}


def heading_of(heading: str) -> str:
    return _NOT_WORDS.sub(" ", heading.casefold().replace("#", " # ")).strip()


# -- a file as text ------------------------------------------------------------------------


def text_of(data: bytes) -> str:
    """The text of a file, of a workbook its first sheet, in any usual encoding. Raises `FileFault`."""
    if len(data) > MOST_BYTES:
        raise FileFault(f"The file is larger than {MOST_BYTES // 1024} KB. Remove columns you don’t need.")
    if data.startswith(b"PK\x03\x04"):
        return _text_of_workbook(data)
    if data.startswith(b"\xd0\xcf\x11\xe0"):
        raise FileFault(f"This is a spreadsheet file of an old kind, or one with a password. {SAVE_AS}")
    for mark, codec in (
        (codecs.BOM_UTF8, "utf-8-sig"),
        (codecs.BOM_UTF16_LE, "utf-16"),
        (codecs.BOM_UTF16_BE, "utf-16"),
    ):
        if data.startswith(mark):
            return data.decode(codec, errors="replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")


def _text_of_workbook(data: bytes) -> str:
    """The first visible sheet, with the results of its formulas when it was saved."""
    import openpyxl  # takes a while, and few ever need it

    _guard_workbook(data)
    try:
        book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
        sheet = next((one for one in book.worksheets if one.sheet_state == "visible"), book.worksheets[0])
        most = MOST_ROWS + MOST_TITLES + 2
        found = sheet.iter_rows(max_row=most, max_col=MOST_COLUMNS + 1, values_only=True)
        rows = [[_cell_of(value) for value in row] for row in found]
    except Exception:  # whatever is wrong inside of it, of which the reader knows a dozen kinds
        raise FileFault(f"This spreadsheet file can’t be read. {SAVE_AS}") from None
    return csv_text((), [_to_the_last(row) for row in rows]).partition("\n")[2]


def _guard_workbook(data: bytes) -> None:
    """The unpacked size is known before it is unpacked, and no part may define anything of its own."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as parts:
            listed = parts.infolist()
            if len(listed) > MOST_PARTS or sum(part.file_size for part in listed) > MOST_UNPACKED:
                raise FileFault(f"This spreadsheet file is too large. {SAVE_AS}")
            is_safe = not any(b"<!DOCTYPE" in parts.read(part) for part in listed if part.filename.endswith(".xml"))
            is_workbook = "xl/workbook.xml" in parts.namelist()
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, OSError, EOFError, ValueError, zlib.error):
        is_safe = is_workbook = False
    if not is_safe or not is_workbook:
        raise FileFault(f"This spreadsheet file can’t be read. {SAVE_AS}")


def _cell_of(value: object) -> object:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, datetime):
        return value.date().isoformat()
    if isinstance(value, float):
        return int(value) if value.is_integer() else round(value, 6)
    return value


def _to_the_last(row: list[object]) -> list[object]:
    while row and row[-1] in (None, ""):
        row.pop()
    return row


# -- text as rows --------------------------------------------------------------------------


def read_list(text: str, layout: Layout, columns: Sequence[str] = ()) -> ReadList:
    """The rows of a file's text, from the first line with a needed heading on; without headings by the `columns`.
    Raises `FileFault`."""
    text = text.removeprefix("\ufeff")
    if len(text.encode("utf-8", errors="replace")) > MOST_BYTES:
        raise FileFault(f"This is more than {MOST_BYTES // 1024} KB. Remove columns you don’t need.")
    if "\0" in text:
        raise FileFault(f"This is not a text file. {SAVE_AS}")
    rows, field_of = _rows(text, layout), layout.field_of
    above: list[Line] = []
    for one in rows:
        above.append(one)
        if layout.heads(one[1]):
            break
        if len(above) > MOST_TITLES:
            break
    if not above:
        raise FileFault(f"It’s empty. The first line should have headings, such as: {layout.such_as}.")
    if layout.guess and not layout.heads(above[-1][1]) and not any(_are_headings(line, field_of) for _, line in above):
        return _without_headings(list(_up_to_most([*above, *rows])), layout.guess, columns)
    places, ignored = _places_of(above[-1][1], layout)
    weeks = {field: unescaped(above[-1][1][at]).strip() for field, at in places.items() if field.startswith(WEEK)}
    if weeks and not set(layout.needed) & set(places) and not above[-1][1][0].strip():
        places = {"name": 0, **places}  # people leave that heading out
    if not set(layout.needed) & set(places):
        raise FileFault(f"{layout.missing} The first line should have headings, such as: {layout.such_as}.")
    width = len(above[-1][1])
    found = [(line, _with_whole_name(cells, places, width)) for line, cells in _up_to_most(rows)]
    unused = (*ignored, *_without_heading(above[-1][1], found, places))
    return ReadList(tuple(places), unused, _rows_by(places, found), weeks=weeks)


def _without_heading(headings: list[str], rows: Sequence[Line], places: Mapping[str, int]) -> list[str]:
    """Columns that have something, but nothing on top: of two cells merged, or behind the last heading."""
    from xlsxwriter.utility import xl_col_to_name

    width = min(MOST_COLUMNS, max((len(cells) for _, cells in rows), default=0))
    named = {*places.values(), *(at for at, heading in enumerate(headings) if heading.strip())}
    used = {at for _, cells in rows for at, cell in enumerate(cells[:width]) if cell.strip()}
    bare = sorted(used - named)
    return [f"column {xl_col_to_name(at)}, which has no heading" for at in bare]


def _are_headings(cells: Sequence[str], known: Collection[str]) -> bool:
    """Whether most of a line’s cells are known headings: one may be a word of a row, such as `Total`."""
    words = [heading for cell in cells if (heading := heading_of(unescaped(cell)))]
    return 2 * sum(word in known for word in words) > len(words)


def _with_whole_name(cells: list[str], places: dict[str, int], width: int) -> list[str]:
    """`Lee, Ann` without quotes is two cells, and all that follow would stand under the wrong heading."""
    after = places.get("name", -1) + 1
    if len(cells) == width + 1 and after and cells[after].startswith(" "):
        return [*cells[: after - 1], f"{cells[after - 1]},{cells[after]}", *cells[after + 1 :]]
    return cells


def _without_headings(
    rows: list[Line], guess: Callable[[Sequence[list[str]]], Sequence[str]], columns: Sequence[str]
) -> ReadList:
    width = max(len(cells) for _, cells in rows)
    _guard_columns(width)
    lines = [[unescaped(cell).strip() for cell in cells] for _, cells in rows]
    fields = columns if len(columns) == width else guess(lines)
    shown = [next((line[at] for line in lines if line[at : at + 1] > [""]), "") for at in range(width)]
    places: dict[str, int] = {}
    for at, field in enumerate(fields):
        if field:
            places.setdefault(field, at)
    return ReadList(tuple(places), (), _rows_by(places, rows), tuple(zip(fields, shown, strict=True)))


def _rows_by(places: dict[str, int], rows: Iterable[Line]) -> Mapping[int, dict[str, str]]:
    return {line: _cells(cells, places) for line, cells in rows}


def _up_to_most(rows: Iterable[Line]) -> Iterator[Line]:
    for count, row in enumerate(rows):
        if count >= MOST_ROWS:
            raise FileFault(f"There are more than {MOST_ROWS:,} rows in it. Split the list in two.")
        yield row


def _guard_columns(width: int) -> None:
    if width > MOST_COLUMNS:
        raise FileFault(f"There are more than {MOST_COLUMNS} columns in it. Remove the ones you don’t need.")


def _rows(text: str, layout: Layout) -> Iterator[Line]:
    first, _, rest = text.partition("\n")
    skipped = 0
    if first.strip().lower().startswith("sep=") and len(first.strip()) <= 5:  # Excel's own hint
        text, skipped = rest, 1
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator_of(text, layout), strict=False)
    line = 1
    while True:
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error:
            raise FileFault(f"Line {line + skipped} can’t be read. It may be missing a quotation mark.") from None
        begins, line = line + skipped, reader.line_num + 1
        if any(cell.strip() for cell in cells):
            yield begins, cells


def separator_of(text: str, layout: Layout) -> str:
    """The separator of cells: whichever parts the headings into the most that are known. In a single column there is
    none."""
    lines = [_unquoted(line) for line in text.splitlines()[: 2 * MOST_TITLES] if line.strip()]
    field_of = layout.field_of

    def known(line: str, separator: str = _UNPARTED) -> int:
        return sum(heading_of(cell) in field_of for cell in line.split(separator))

    def worth(separator: str) -> tuple[int, int]:
        return max((known(line, separator) for line in lines), default=0), (lines or [""])[0].count(separator)

    best = max(SEPARATORS, key=worth)
    most = worth(best)[0]
    is_one_column = any(map(known, lines)) if most == 1 else not most and all(map(_WHOLE_NAME.fullmatch, lines))
    return _UNPARTED if is_one_column else best


def _unquoted(line: str) -> str:
    return re.sub(r'"([^"]*)"', lambda cell: re.sub(r"[,;\t|]", " ", cell[1]), line)


def _places_of(headings: list[str], layout: Layout) -> tuple[dict[str, int], tuple[str, ...]]:
    _guard_columns(len(headings))
    places: dict[str, int] = {}
    ignored = []
    for at, heading in enumerate(unescaped(heading) for heading in headings):
        field = layout.field_of.get(heading_of(heading))
        if field is None and layout.is_week(heading.strip()):
            places[f"{WEEK}{at}"] = at
        elif field is None:
            ignored.append(heading.strip()[:40])
        elif field in places:
            raise FileFault(f"Two columns are both {layout.headings[field][0]}. Remove one.")
        else:
            places[field] = at
    return places, tuple(word for word in ignored if word)


def _cells(cells: list[str], places: dict[str, int]) -> dict[str, str]:
    """A line's cells by field; a first and a last name are a name."""
    found = {field: unescaped(cells[at]).strip()[: LONGEST_CELL + 1] for field, at in places.items() if at < len(cells)}
    first, last = found.pop("first_name", ""), found.pop("last_name", "")
    if first or last:
        found["name"] = found.get("name") or f"{first} {last}".strip()
    return found


# -- cells ---------------------------------------------------------------------------------


def day_in(cell: str) -> date | None:
    text = " ".join(re.sub(r"^(mon|tue|wed|thu|fri|sat|sun)[a-z]*[.,]?\s+", "", cell.strip(), flags=re.I).split())
    text = re.sub(r"(?<=\d)(st|nd|rd|th)\b|\.(?=\s)|(?<=\bSep)t\b", "", re.sub(r"[ T]00:00:00$", "", text))
    for pattern in DATES:
        try:
            return datetime.strptime(text, pattern).date()  # noqa: DTZ007 - a day has no zone
        except ValueError:
            continue
    return None


def quoted(text: str) -> str:
    return f"“{text[:40]}{'…' if len(text) > 40 else ''}”"
