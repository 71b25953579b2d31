"""A list of members as a file: its headings, or without any the columns' contents."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final

from league.acting.lists import Layout, ReadList, day_in, read_list
from league.models.members import FACTS

HALVES: Final = {
    "first_name": ("First name", "given name", "forename", "first"),
    "last_name": ("Last name", "surname", "family name", "last"),
}
HEADINGS: Final = {
    heading: words
    for name, each in FACTS.items()
    if each.headings
    for heading, words in ((name, each.headings), *(HALVES.items() if name == "name" else ()))
}


def guess_columns(lines: Sequence[list[str]]) -> tuple[str, ...]:
    """The likely content of each column by most of its cells. Of two with single words, first names are first."""
    columns = [[line[at] for line in lines if at < len(line) and line[at]] for at in range(max(map(len, lines)))]
    kinds = [_kind_of(cells) for cells in columns]
    words = [at for at, kind in enumerate(kinds) if kind == "name"]
    if len(words) > 1 and all(most(is_one_word(cell) for cell in columns[at]) for at in words[:2]):
        kinds[words[0]], kinds[words[1]] = "first_name", "last_name"
    return tuple(kind if kind not in kinds[:at] else "" for at, kind in enumerate(kinds))


def _kind_of(cells: Sequence[str]) -> str:
    if most("@" in cell for cell in cells):
        return "email"
    if most(re.fullmatch(r"(19|20)[0-9]{2}", cell) is not None for cell in cells) and not _count_up(cells):
        return "joined_on"
    if most(re.fullmatch(r"[0-9]{1,6}", cell) is not None for cell in cells):
        return "number"
    if most(day_in(cell) is not None for cell in cells):
        return "joined_on"
    if most(re.fullmatch(r"[-+().\s/0-9]{7,}", cell) is not None for cell in cells):
        return "phone"
    return "name" if most(re.search(r"[^\W\d]", cell) is not None for cell in cells) else ""


def _count_up(cells: Sequence[str]) -> bool:
    """Whether these are numbers of members one after the other, such as 1901, 1902, 1903, and no years."""
    years = [int(cell) for cell in cells if cell.isdecimal()]
    return len(years) > 2 and all(other == one + 1 for one, other in pairwise(years))


def most(held: Iterable[bool]) -> bool:
    found = list(held)
    return sum(found) * 2 > len(found)


def is_one_word(cell: str) -> bool:
    return not re.search(r"\S[\s,]+\S", cell)


MEMBERS: Final = Layout(
    HEADINGS,
    needed=("number", "name", "first_name", "last_name"),
    missing="No heading says Name or Number.",
    such_as="Number, Name, Phone",
    guess=guess_columns,
)


def read_file(text: str, columns: Sequence[str] = ()) -> ReadList:
    """The rows of a file's text, without headings by its `columns`. Raises `FileFault`."""
    return read_list(text, MEMBERS, columns)
