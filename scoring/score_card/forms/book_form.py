"""A rule book typed into a form: every entry of `scoring.rules.entries` under its path, faults all at once."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from django import forms

from pinochle_club.ground.forms import on_one_line
from scoring.rules.book import BookError, RuleBook, book_from_data, built_in_books
from scoring.rules.book.money import Payments
from scoring.rules.comparison import places, turn_readings, value_at
from scoring.rules.entries import Entry, entry_chapters, ranks_words, schema_entries
from scoring.rules.notation import RANK_NAMES, RANK_SIGNS, rank_plural
from scoring.rules.own_sheet import labelled

Typed = Mapping[str, Sequence[str]]
CHAPTER: Final = "chapter"
SWITCH: Final = "is_on"
TAKE_OUT: Final = "take_out"
MOST_ROWS: Final = 80
FIGURES: Final = 8
LONGEST_NUMBER: Final = 12
LONGEST_LINE: Final = 2_000
LISTS: Final = ("rows", "lines", "packets", "figures")


@dataclass(frozen=True, slots=True)
class FieldFault:
    path: str
    label: str
    text: str

    @property
    def id(self) -> str:
        return field_id(self.path)


def field_id(path: str) -> str:
    """The id of a field on the page: `auction-steps-0-up_to`."""
    return f"rule-{path.replace('.', '-')}"


# -- a book as it would be posted --------------------------------------------------------


def typed_book(book: RuleBook) -> dict[str, list[str]]:
    typed: dict[str, list[str]] = {}
    for chapter in entry_chapters():
        for entry in chapter.entries:
            _lay_out(entry, entry.path, value_at(book, entry.path), typed)
    return typed


def _lay_out(entry: Entry, path: str, value: Any, typed: dict[str, list[str]]) -> None:
    if entry.kind == "part":
        if value is not None and entry.may_be_nothing:
            typed[f"{path}.{SWITCH}"] = ["on"]
        _lay_out_children(entry, path, value, typed)
    elif entry.kind == "rows":
        for number, row in enumerate(value or ()):
            _lay_out_children(entry, f"{path}.{number}", row, typed)
    elif entry.kind in LISTS:
        for number, item in enumerate(value or ()):
            typed[f"{path}.{number}"] = [", ".join(map(str, item)) if entry.kind == "packets" else str(item)]
    elif entry.kind in ("several", "ranks"):
        typed[path] = list(value or ())
    elif entry.kind == "worths":
        typed[path] = [entry.words(value)]
    elif value is not None:
        typed[path] = [str(value).lower() if isinstance(value, bool) else str(value)]


def _lay_out_children(entry: Entry, path: str, value: Any, typed: dict[str, list[str]]) -> None:
    for child in entry.children:
        _lay_out(child, f"{path}.{child.name}", getattr(value, child.name, None), typed)


@lru_cache(maxsize=1)
def suggestions() -> dict[str, list[str]]:
    """Values for parts that are switched off: those of the first built-in book with that part."""
    found: dict[str, list[str]] = {}
    for entry in schema_entries():
        if entry.kind == "part" and entry.may_be_nothing:
            parts = (value_at(book, entry.path) for book in built_in_books().values())
            part = next((part for part in parts if part is not None), _IN_NO_BOOK.get(entry.path))
            for child in entry.children if part is not None else ():
                if not (child.kind == "part" and child.may_be_nothing):
                    _lay_out(child, child.path, getattr(part, child.name), found)
    return found


_IN_NO_BOOK: Final = {"payments": Payments()}


# -- what was typed, read ----------------------------------------------------------------


class BookForm(forms.Form):
    """The whole of a book. If valid, `book` is the typed one; else `faults` names everything at once. `typed` is shown
    on the page. A page names the chapters it holds (`chapter`); the others are as the draft has them."""

    def __init__(self, *args: Any, draft: RuleBook, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.draft = draft
        posted: Any = self.data
        self.chapters = frozenset(posted.getlist(CHAPTER)) if self.is_bound else frozenset()
        self.typed: Typed = _with_the_rest(_tidy(posted), self.chapters, draft) if self.is_bound else typed_book(draft)
        self.faults: tuple[FieldFault, ...] = ()
        self.book: RuleBook | None = None
        self.turned: tuple[str, ...] = ()

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        reading = _Reading(self.typed)
        typed = reading.book() | {"key": self.draft.key, "sources": self.draft.sources, "sheet": self.draft.sheet}
        try:
            book = book_from_data(typed)
        except BookError as error:
            reading.add_across(error)
        else:
            if not reading.faults:
                book, self.turned = turn_readings(self.draft, book)
                self.book = labelled(self.draft, book)
        self.faults = tuple(sorted(reading.faults, key=lambda fault: _place(fault.path)))
        if self.faults:
            self.add_error(None, "Some fields need another look.")
        return data

    def faults_at(self, path: str) -> tuple[str, ...]:
        return tuple(fault.text for fault in self.faults if fault.path == path)


def _place(path: str) -> tuple[int, ...]:
    entry = entry_above(path)
    numbers = [int(name) for name in path.split(".") if name.isdecimal()]
    return (_order().get(entry.path, 0) if entry else 0, *numbers)


@lru_cache(maxsize=1)
def _order() -> dict[str, int]:
    paths = [entry.path for chapter in entry_chapters() for entry in chapter.entries]
    below = (entry.path for path in paths for entry in schema_entries() if is_under(entry.path, (path,)))
    return {path: number for number, path in enumerate(below)}


def _with_the_rest(typed: Typed, sent: Collection[str], draft: RuleBook) -> Typed:
    if not sent:
        return typed
    held = [entry.path for chapter in entry_chapters() if chapter.id in sent for entry in chapter.entries]
    rest = {name: texts for name, texts in typed_book(draft).items() if not is_under(name, held)}
    return rest | {name: texts for name, texts in typed.items() if is_under(name, held)}


def numbers_of(typed: Typed, path: str) -> list[int]:
    found = {name.removeprefix(f"{path}.").partition(".")[0] for name in typed if name.startswith(f"{path}.")}
    return sorted(int(number) for number in found if number.isdecimal())


def is_under(path: str, paths: Iterable[str]) -> bool:
    """Whether a path is one of some, or of a part of them."""
    return any(path == other or path.startswith(f"{other}.") for other in paths)


# -- tidying: rows without holes ---------------------------------------------------------


def _tidy(data: Any) -> dict[str, list[str]]:
    """The posted texts, clean, without empty or deleted rows, the rest counted again."""
    posted = {name: [on_one_line(text) for text in data.getlist(name)] for name in data}
    typed = {name: texts for name, texts in posted.items() if not _ROW.match(name)}
    for entry in schema_entries():
        if entry.kind in LISTS:
            typed |= _tidy_rows(entry, posted)
    _make_codes(typed)
    return typed


_ROW: Final = re.compile(r"^[a-z_.]+\.\d{1,3}(\.[a-z_]+)?$")


def _tidy_rows(entry: Entry, posted: Typed) -> dict[str, list[str]]:
    rows: dict[int, dict[str, list[str]]] = {}
    for name, texts in posted.items():
        if name.startswith(f"{entry.path}.") and _ROW.match(name):
            number, _, rest = name.removeprefix(f"{entry.path}.").partition(".")
            if number.isdecimal():
                rows.setdefault(int(number), {})[rest] = list(texts)
    left = [row for _, row in sorted(rows.items()) if TAKE_OUT not in row and any(map(any, row.values()))]
    if entry.kind == "figures":  # a hole is a fault here, not a row to be taken out
        last = max((number for number in rows if any(rows[number].get("", []))), default=-1)
        left = [rows.get(number, {"": [""]}) for number in range(min(last + 1, FIGURES))]
    return {
        f"{entry.path}.{number}{'.' if rest else ''}{rest}": texts
        for number, row in enumerate(left[:MOST_ROWS])
        for rest, texts in row.items()
    }


def _make_codes(typed: dict[str, list[str]]) -> None:
    titles = {name: texts[0] for name, texts in typed.items() if re.fullmatch(r"penalties\.\d+\.title", name)}
    taken = {texts[0] for name, texts in typed.items() if re.fullmatch(r"penalties\.\d+\.code", name)}
    for name, title in titles.items():
        code = name.removesuffix("title") + "code"
        if title and not typed.get(code, [""])[0]:
            wanted = re.sub("[^a-z]+", "_", title.lower()).strip("_")[:36].strip("_")
            wanted = wanted if len(wanted) > 1 else "penalty"
            possible = (wanted, *(f"{wanted}_{letter}" for letter in "bcdefghijklmnopqrstuvwxyz"))
            made = next((one for one in possible if one not in taken), wanted)
            typed[code] = [made]
            taken.add(made)


# -- reading: one kind of entry after the other ------------------------------------------


class _Reading:
    """Reads typed texts into plain data, and gathers every fault on the way."""

    def __init__(self, typed: Typed) -> None:
        self.typed = typed
        self.faults: list[FieldFault] = []

    def book(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for chapter in entry_chapters():
            for entry in chapter.entries:
                *above, name = entry.path.split(".")
                place = found
                for part in above:
                    place = place.setdefault(part, {})
                place[name] = self.read(entry, entry.path)
        return found

    def read(self, entry: Entry, path: str) -> Any:
        """The value of one entry; an unreadable one stays as typed, for the schema to find."""
        return _READERS[entry.kind](self, entry, path)

    def fault(self, entry: Entry, path: str, text: str) -> None:
        self.faults.append(FieldFault(path, _label(entry, path), text))

    def text_at(self, path: str) -> str:
        return next(iter(self.typed.get(path, ())), "")

    def part(self, entry: Entry, path: str) -> Any:
        if entry.may_be_nothing and not self.typed.get(f"{path}.{SWITCH}"):
            return None
        return {child.name: self.read(child, f"{path}.{child.name}") for child in entry.children}

    def rows(self, entry: Entry, path: str) -> Any:
        return [
            {child.name: self.read(child, f"{path}.{number}.{child.name}") for child in entry.children}
            for number in numbers_of(self.typed, path)
        ]

    def number(self, entry: Entry, path: str) -> Any:
        text = self.text_at(path)
        return self.figure(entry, path, text) if text or not entry.may_be_nothing else None

    def figure(self, entry: Entry, path: str, text: str) -> Any:
        low, high = entry.low, entry.high or 10_000
        plain = text.replace(",", "").replace(" ", "")
        if not plain:
            self.fault(entry, path, "Enter a number, or 0 for none." if not low else "Enter a number.")
        elif not plain.removeprefix("-").isdecimal() or len(plain) > LONGEST_NUMBER:
            self.fault(entry, path, f"Enter a whole number from {low:,} to {high:,}, such as {max(low, 5)}.")
        elif not low <= int(plain) <= high:
            self.fault(entry, path, f"This can be from {low:,} to {high:,}.")
        else:
            return int(plain)
        return text

    def choice(self, entry: Entry, path: str) -> Any:
        text = self.text_at(path)
        if text not in dict(entry.choices):
            self.fault(entry, path, "Choose one of those shown." if text else "Choose one.")
            return text
        if entry.kind == "yes_no":
            return text == "true"
        return int(text) if text.isdecimal() else text

    def several(self, entry: Entry, path: str) -> Any:
        chosen = set(self.typed.get(path, ()))
        if chosen - set(dict(entry.choices)):
            self.fault(entry, path, "Choose from those shown.")
        return [value for value, _ in entry.choices if value in chosen]

    def ranks(self, entry: Entry, path: str) -> Any:
        ranks = "".join(self.several(entry, path))
        if not ranks:
            self.fault(entry, path, "Choose at least one.")
        return ranks

    def worths(self, entry: Entry, path: str) -> Any:
        """The figures as the counters stand; each may be named: `A=11, 10=10, K=4`."""
        text = re.sub(r"\s*=\s*", "=", self.text_at(path))
        found = [word.rpartition("=")[::2] for word in re.split(r"[,;\s]+", text.strip(" ,;")) if word]
        if any(name for name, _ in found):
            named = {_RANKS.get(name.lower(), name): figure for name, figure in found}
            counters = self.typed.get("deck.counters", ())
            if len(found) != len(named) or set(named) != set(counters):
                self.fault(entry, path, f"Name each counter once: {ranks_words(''.join(counters))}.")
                return text
            found = [("", named[rank]) for rank in counters]
        if not found:
            self.fault(entry, path, "Enter what a counter is worth.")
        return [self.figure(entry, path, figure) for _, figure in found]

    def text(self, entry: Entry, path: str) -> Any:
        text = self.text_at(path)
        if not text:
            if entry.may_be_nothing:
                return None
            self.fault(entry, path, "Write something here.")
        elif entry.longest and len(text) > entry.longest:
            self.fault(entry, path, f"Up to {entry.longest:,} letters; these are {len(text):,}.")
        elif entry.path == "readings.path" and text not in dict(places()):
            self.fault(entry, path, "Choose one of the rules shown.")
        elif entry.pattern and not re.search(entry.pattern, text):
            self.fault(entry, path, "Use two to forty lowercase letters and _, such as card_on_floor.")
        return text

    def lines(self, entry: Entry, path: str) -> Any:
        return [self.line(entry, f"{path}.{number}") for number in numbers_of(self.typed, path)]

    def line(self, entry: Entry, path: str) -> str:
        text = self.text_at(path)
        if len(text) > LONGEST_LINE:
            self.fault(entry, path, f"Up to {LONGEST_LINE:,} letters; these are {len(text):,}.")
        return text

    def figures(self, entry: Entry, path: str) -> Any:
        numbers = numbers_of(self.typed, path)
        if not numbers:
            self.fault(entry, f"{path}.0", "Enter what one is worth; 0 for nothing.")
        found: list[Any] = []
        for place in (f"{path}.{number}" for number in numbers):
            text = self.text_at(place)
            if not text:
                self.fault(entry, place, "Fill the columns from the left, without a gap.")
            found.append(self.figure(entry, place, text) if text else "")
        return found

    def packets(self, entry: Entry, path: str) -> Any:
        return [self.packet(entry, f"{path}.{number}") for number in numbers_of(self.typed, path)]

    def packet(self, entry: Entry, path: str) -> Any:
        words = re.split(r"[,;\s]+", self.text_at(path).strip(" ,;"))
        if all(word.isdecimal() and len(word) < 3 for word in words) and len(words) <= 40:
            return [int(word) for word in words]
        self.fault(entry, path, "Separate the packet sizes with commas, such as 3, 3, 4.")
        return words

    # -- what no part can know alone

    def add_across(self, error: BookError) -> None:
        """Add the faults of a whole book, but for those told already in our own words."""
        known = [fault.path for fault in self.faults]
        for fault in error.faults:
            if not is_under(fault.path, known) and not any(is_under(path, (fault.path,)) for path in known):
                is_packet = fault.path.startswith("deal.packets.")  # whose figures stand in one field
                place = ".".join(fault.path.split(".")[:3]) if is_packet else fault.path
                self.faults.append(FieldFault(place, _label(entry_above(fault.path), fault.path), fault.text))


_RANKS: Final = {
    word.lower(): rank
    for rank, signs in RANK_SIGNS.items()
    for word in (rank, signs, RANK_NAMES[rank], rank_plural(rank))
}


def entry_above(path: str) -> Entry | None:
    entries = {entry.path: entry for entry in schema_entries()}
    names = [name for name in path.split(".") if not name.isdecimal()]
    while names and ".".join(names) not in entries:
        names.pop()
    return entries.get(".".join(names))


def _label(entry: Entry | None, path: str) -> str:
    """`Penalties, line 2: What for`, `Aces around, column 3`: a field in the list of faults."""
    if entry is None:
        return "The book"
    numbers = [int(name) + 1 for name in path.split(".") if name.isdecimal()]
    if not numbers:
        return entry.label
    if entry.kind == "figures":
        return f"{entry.label}, column {numbers[0]}"
    above = entry_above(entry.path.rpartition(".")[0])
    if above is not None and above.kind == "rows":
        return f"{above.label}, line {numbers[0]}: {entry.label}"
    return f"{entry.label}, line {numbers[0]}"


_READERS: Final[Mapping[str, Callable[[_Reading, Entry, str], Any]]] = {
    "part": _Reading.part,
    "rows": _Reading.rows,
    "number": _Reading.number,
    "yes_no": _Reading.choice,
    "choice": _Reading.choice,
    "several": _Reading.several,
    "ranks": _Reading.ranks,
    "worths": _Reading.worths,
    "text": _Reading.text,
    "lines": _Reading.lines,
    "figures": _Reading.figures,
    "packets": _Reading.packets,
}
