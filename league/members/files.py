"""Reading a list of members from a CSV file, pure: bytes in, rows by field out. What a spreadsheet of any make saves.

Bounded in bytes, rows, columns and the length of a cell, so that no file makes the server work for long.
"""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from scoring.score_card.exports import unescaped

MOST_BYTES: Final = 512 * 1024
MOST_ROWS: Final = 2_000
MOST_COLUMNS: Final = 40
LONGEST_CELL: Final = 2_000

# The fields, what the file's own heading says, and what else people write there.
HEADINGS: Final[dict[str, tuple[str, ...]]] = {
    "number": ("Number", "no", "nr", "member number", "member no", "member id", "id", "#"),
    "name": ("Name", "full name", "member", "member name", "player", "player name"),
    "first_name": ("First name", "given name", "forename", "first"),
    "last_name": ("Last name", "surname", "family name", "last"),
    "short_name": ("Short name", "nickname", "nick name", "called", "card name", "short"),
    "phone": ("Phone", "telephone", "tel", "phone number", "mobile", "cell", "cell phone"),
    "email": ("Email", "e-mail", "mail", "email address", "e mail", "e mail address"),
    "no_notices": ("No notices by email", "no notices", "no email", "no mail"),
    "is_active": ("Active", "is active", "current"),
    "is_guest": ("Guest", "is guest", "visitor"),
    "cannot_move": ("Stays at one table", "keeps one table", "cannot move", "stationary", "keeps table", "fixed table"),
    "initials_only": ("Initials only", "shown by initials only", "initials", "private"),
    "joined_on": ("Joined", "joined on", "member since", "since", "date joined", "join date"),
    "categories": ("Categories", "category", "groups", "group", "class"),
    "director_notes": ("Directors’ notes", "directors notes", "director notes", "notes", "note", "remarks"),
}
_NOT_WORDS: Final = re.compile(r"[^\w#]+")
SEPARATORS: Final = {",": "commas", ";": "semicolons", "\t": "tabs"}


class FileFault(Exception):
    """A file that cannot be read at all; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class FileRow:
    """One line with something in it: `line` as a spreadsheet counts them, `cells` by field."""

    line: int
    cells: dict[str, str]


@dataclass(frozen=True, slots=True)
class MemberFile:
    """What a file holds. `ignored` are headings that mean nothing here."""

    fields: tuple[str, ...]
    ignored: tuple[str, ...]
    rows: tuple[FileRow, ...]


def _plain(heading: str) -> str:
    return _NOT_WORDS.sub(" ", heading.casefold()).strip()


_FIELD_OF: Final = {_plain(word): field for field, words in HEADINGS.items() for word in words}


def text_of(data: bytes) -> str:
    """The text of a file: UTF-8 with or without its mark, UTF-16 with one, else Windows-1252. Raises FileFault."""
    if len(data) > MOST_BYTES:
        raise FileFault(f"The file is larger than {MOST_BYTES // 1024} KB. Remove columns you don’t need.")
    if data.startswith((b"PK\x03\x04", b"\xd0\xcf\x11\xe0")):
        raise FileFault("This is a spreadsheet file. In your spreadsheet, choose Save As, then CSV (comma separated).")
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


def read_file(text: str) -> MemberFile:
    """The rows of a file's text. Raises FileFault where it is no list of members."""
    text = text.removeprefix("\ufeff")
    if len(text.encode("utf-8", errors="replace")) > MOST_BYTES:
        raise FileFault(f"This is more than {MOST_BYTES // 1024} KB. Remove columns you don’t need.")
    if "\0" in text:
        raise FileFault("This is not a text file. In your spreadsheet, choose Save As, then CSV (comma separated).")
    rows = _rows(text)
    headings = next(rows, None)
    if headings is None:
        raise FileFault("It’s empty. The first line should have headings, such as: Number, Name, Phone.")
    places, ignored = _places_of(headings[1])
    return MemberFile(
        fields=tuple(places),
        ignored=ignored,
        rows=tuple(FileRow(line, _cells(cells, places)) for line, cells in rows),
    )


def _rows(text: str) -> Iterator[tuple[int, list[str]]]:
    """Lines with something in them, and which line of the file each begins on."""
    first, _, rest = text.partition("\n")
    skipped = 0
    if first.strip().lower().startswith("sep=") and len(first.strip()) <= 5:  # Excel's own hint
        text, skipped = rest, 1
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator_of(text), strict=False)
    count, line = 0, 1
    while True:
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error:
            raise FileFault(f"Line {line + skipped} can’t be read. It may be missing a quotation mark.") from None
        begins, line = line + skipped, reader.line_num + 1
        if any(cell.strip() for cell in cells):
            count += 1
            if count > MOST_ROWS + 1:
                raise FileFault(f"There are more than {MOST_ROWS} people in it. Split the list in two.")
            yield begins, cells


def separator_of(text: str) -> str:
    """What stands between the cells: whichever of comma, semicolon and tab the headings have most of."""
    headings = next((line for line in text.splitlines() if line.strip()), "")
    bare = re.sub(r'"[^"]*"', "", headings)
    return max(SEPARATORS, key=bare.count)


def _places_of(headings: list[str]) -> tuple[dict[str, int], tuple[str, ...]]:
    """Which column holds which field, and the headings that mean nothing."""
    if len(headings) > MOST_COLUMNS:
        raise FileFault(f"There are more than {MOST_COLUMNS} columns in it. Remove the ones you don’t need.")
    places: dict[str, int] = {}
    ignored = []
    for at, heading in enumerate(unescaped(heading) for heading in headings):
        field = _FIELD_OF.get(_plain(heading))
        if field is None:
            ignored.append(heading.strip()[:40])
        elif field in places:
            raise FileFault(f"Two columns are both {HEADINGS[field][0]}. Remove one.")
        else:
            places[field] = at
    if not {"number", "name", "first_name", "last_name"} & set(places):
        raise FileFault(
            "No heading says Name or Number. The first line should have headings, such as: Number, Name, Phone."
        )
    return places, tuple(word for word in ignored if word)


def _cells(cells: list[str], places: dict[str, int]) -> dict[str, str]:
    found = {field: unescaped(cells[at]).strip()[: LONGEST_CELL + 1] for field, at in places.items() if at < len(cells)}
    first, last = found.pop("first_name", ""), found.pop("last_name", "")
    if first or last:
        found["name"] = found.get("name") or f"{first} {last}".strip()
    return found
