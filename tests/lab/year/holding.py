"""What media said, held against the other book and against each other: each difference as a sentence of a person."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation
from typing import Protocol

from .journal import Hidden, Journal, Planned, PlayedFor, Renamed, Said, Sat

# Words of the reading that are narrower than the book's.
AS_THE_BOOK_HAS_IT = {"pair place": "place"}
IN_WORDS = {"1": "first", "2": "second", "3": "third", "4": "fourth", "5": "fifth", "6": "sixth"}
MONEY = ("owes", "owes fees", "owes dues", "owes from before", "paid", "takings", "prize", "pot", "set money")


class Knows(Protocol):
    """The other book."""

    def figure(self, said: Said) -> str | tuple[str, ...] | None: ...

    def is_right(self, said: Said) -> bool | None: ...


@dataclass
class Held:
    right: int = 0
    untold: Counter[str] = field(default_factory=Counter)  # the book has no rule for it
    such_as: dict[str, str] = field(default_factory=dict)  # one of each that is untold
    wrong: list[str] = field(default_factory=list)

    def add(self, other: Held) -> None:
        self.right += other.right
        self.wrong += [one for one in other.wrong if one not in self.wrong]
        self.untold += other.untold
        self.such_as |= other.such_as


def against(said: Iterable[Said], book: Knows, journal: Journal) -> Held:
    held, named = Held(), Names(journal)
    for one in said:
        asked = named.asked(one)
        is_right = book.is_right(asked)
        if is_right is None:
            held.untold[one.what] += 1
            held.such_as[one.what] = f"{_begin(_says(one))}: {_asked(one)}."
        elif is_right:
            held.right += 1
        else:
            told = book.figure(asked)
            figures = told if isinstance(told, tuple) else (told or "nothing",)
            held.wrong.append(f"{_begin(_says(one))}, the book says {_worded(one.what, figures[0])}: {_asked(one)}.")
    return held


def between(said: Iterable[Said]) -> Iterator[str]:
    """Where two media disagree, whatever the book says."""
    figures: dict[tuple[str, str, str], dict[str, list[Said]]] = defaultdict(lambda: defaultdict(list))
    for one in said:
        figures[one.whom, one.what, one.of][one.figure].append(one)
    for told in figures.values():
        first, *others = sorted(told.values(), key=len, reverse=True)
        for other in others:
            is_whole = first[0].what == "round points"  # of boards, where a column of a notice has no room for more
            if not is_same(first[0].figure, other[0].figure, is_whole=is_whole):
                yield (f"{_begin(_says(first[0]))}, {_says(other[0])}: {_asked(other[0])}.")


def is_same(one: str, other: str, *, is_whole: bool = False) -> bool:
    """“84.1” is “84.083” in fewer digits, and “220”, which was 220.0, is “220.048”; `is_whole` “58” is “57.5”, too."""
    try:
        shorter, longer = sorted((Decimal(one), Decimal(other)), key=lambda figure: -int(figure.as_tuple().exponent))
    except InvalidOperation:
        return one == other
    digits = Decimal(1).scaleb(int(shorter.as_tuple().exponent))
    digits = digits if is_whole else min(digits, Decimal("0.1"))
    return shorter == longer or longer.quantize(digits, ROUND_HALF_UP) == shorter


class Names:
    """A night as the media know it, by day and name, in the journal's words; a person at a table, by their side."""

    def __init__(self, journal: Journal) -> None:
        self.nights: dict[date, list[str]] = defaultdict(list)
        self.seats: dict[tuple[str, int, int], list[dict[str, str]]] = defaultdict(list)
        self.seats_of: dict[tuple[str, int, str], str] = {}  # those whom a substitute plays for
        self.former: dict[str, set[str]] = {}  # how somebody was called before
        self.hidden: set[str] = set()  # who is named by initials
        for line in journal.lines:
            if isinstance(line, Planned):
                self.nights[line.day].append(line.night)
            elif isinstance(line, Sat):
                self.seats[line.night, line.round, line.table].append(line.seats)
            elif isinstance(line, PlayedFor):
                self.seats_of[line.night, line.round, line.name] = line.player
            elif isinstance(line, Renamed):
                self.former[line.to] = {line.name, *self.former.get(line.name, ())}
                self.hidden |= {line.to} if line.name in self.hidden else set()
            elif isinstance(line, Hidden):
                self.hidden.add(line.name)

    def asked(self, said: Said) -> Said:
        of = ", after ".join(map(self.night, said.of.split(", after ")))
        whom, what = said.whom, AS_THE_BOOK_HAS_IT.get(said.what, said.what)
        at = re.fullmatch(r"(.+), round (\d+), table (\d+)(?:, (?:hand|board) \d+)?", of)
        if what in ("score", "total", "total of hands", "margin", "board share") and at:
            whom = self.side(at[1], int(at[2]), int(at[3]), whom) or whom
        return replace(
            said, whom=whom, what=what, of=of, figure=_dollars(said.figure) if what in MONEY else said.figure
        )

    def night(self, of: str) -> str:
        found = re.match(r"(\d{4}-\d\d-\d\d) ([^,]*)", of)
        planned = self.nights.get(date.fromisoformat(found[1]), []) if found else []
        if not found or not planned:
            return of
        named = next((name for name in planned if found[2] in name), planned[0])
        return named + of[found.end() :]

    def side(self, night: str, number: int, table: int, whom: str) -> str:
        """The seats of four are two sides; of six, every second seat is one; three play alone."""
        for seats in reversed(self.seats.get((night, number, table), [])):
            names = {whom, *(name for name in self.hidden if _initials(name) == whom)}
            names |= {one for name in names for one in self.former.get(name, ())}
            names |= {self.seats_of.get((night, number, name), name) for name in names}
            seat = next((seat for seat, name in seats.items() if name in names), "")
            if seat and set(seats) <= set("NSEW"):
                return "NS" if seat in "NS" else "EW"
            if seat:
                letters = sorted(seats)
                return seat if len(letters) == 3 else "".join(letters[letters.index(seat) % 2 :: 2])
        return ""


def _initials(name: str) -> str:
    return " ".join(f"{part[0]}." for part in name.split())


def _says(said: Said) -> str:
    are_many = re.match(r"the [\w ]*?s(?: for programs)?(?: \(| at |$)", said.where)
    return f"{said.where} {'say' if are_many else 'says'} {_worded(said.what, said.figure)}"


def _worded(what: str, figure: str) -> str:
    if "place" in what:
        return IN_WORDS.get(figure.rstrip("="), f"place {figure}")
    return _dollars(figure) if what in MONEY else figure


def _dollars(figure: str) -> str:
    """As the book has it: $2.50."""
    number = figure.removeprefix("$")
    return f"${float(number):.2f}".removesuffix(".00") if re.fullmatch(r"-?[\d.]+", number) else figure


def _asked(said: Said) -> str:
    return " ".join(
        filter(None, (f"{said.what} of {said.whom}" if said.whom else said.what, f"({said.of})" * bool(said.of)))
    )


def _begin(words: str) -> str:
    return words[:1].upper() + words[1:]
