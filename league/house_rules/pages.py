"""What the pages of the house rules show: the list of books, a book's versions, the form, and comparisons."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby
from typing import Final

from league.models import Club, HouseRules, HouseRulesVersion
from scoring.rules import prose
from scoring.rules.book import RuleBook, built_in_books
from scoring.rules.book.printing import Paragraph
from scoring.rules.comparison import Difference, differences, place_words, places, sentences_by_choice
from scoring.rules.entries import Entry, EntryChapter, entry_chapters, schema_entries
from scoring.rules.notation import NUMBERS

from .deeds import draft_of, is_own, standing_book
from .forms import FIGURES, SWITCH, TAKE_OUT, BookForm, Typed, field_id, suggestions

EMPTY_ROWS: Final = {"penalties": 2, "auction.steps": 1, "procedure.appeals": 1, "deal.packets": 1}
COLUMNS: Final = ("Single", "Double", "Triple", "Quadruple", "Five", "Six", "Seven", "Eight")
DRAFT_SAVED: Final = "The draft is saved. Nobody plays by it until it is published."
DROPPED: Final = "The draft says again what the last version says."
SAVED_MEANWHILE, IN_YOUR_FORM, THE_DRAFT = "Saved meanwhile", "In your form", "The draft"
LONG_TEXTS: Final = frozenset({"summary", "readings.text", "readings.other", "notes.text"})


# -- the list of books -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BookRow:
    """One of the club's books as the list names it."""

    key: str
    name: str
    summary: str
    version: str
    number: int
    published: str
    used: str
    is_own: bool
    is_retired: bool
    waiting: str
    origin: str


@dataclass(frozen=True, slots=True)
class BookChoice:
    """A built-in book that can be adopted or copied."""

    key: str
    name: str
    summary: str
    is_adopted: bool
    is_newer: bool


def book_rows(
    rules: Sequence[HouseRules], newest: Mapping[int, HouseRulesVersion], used: Mapping[int, tuple[int, int]]
) -> tuple[BookRow, ...]:
    """The club's books by name, those that are not used any more last."""
    rows = [book_row(book, newest.get(book.pk), used.get(book.pk, (0, 0))) for book in rules]
    return tuple(sorted(rows, key=lambda row: (row.is_retired, row.name)))


def book_row(rules: HouseRules, newest: HouseRulesVersion | None, used: tuple[int, int]) -> BookRow:
    """One of them, with how far its draft is ahead."""
    draft = draft_of(rules)
    shown = newest.book_version.book if newest else draft
    original = built_in_books().get(rules.based_on)
    origin = original.name if original else rules.based_on
    return BookRow(
        key=rules.key,
        name=shown.name,
        summary=shown.summary,
        version=f"Version {newest.number}" if newest else "Not published yet",
        number=newest.number if newest else 0,
        published=published_words(newest) if newest else "",
        used=used_words(used),
        is_own=is_own(rules),
        is_retired=rules.is_retired,
        waiting=waiting_words(rules, newest, draft),
        origin=f"Our own, after {origin}" if is_own(rules) else "Adopted as it is",
    )


def published_words(version: HouseRulesVersion) -> str:
    """`3 May 2026, by Carol Reyes`."""
    by = version.published_by
    name = (by.get_full_name() or by.get_username()) if by else ""
    return f"{date_words(version)}, by {name}" if name else date_words(version)


def date_words(version: HouseRulesVersion) -> str:
    """`May 3, 2026`, as everywhere."""
    day = version.published_on
    return f"{day:%B} {day.day}, {day.year}"


def version_name(version: HouseRulesVersion) -> str:
    """`Version 2, May 3, 2026`"""
    return f"Version {version.number}, {date_words(version)}"


def adopted_words(version: HouseRulesVersion) -> str:
    return f"{version.book_version.book.name} is adopted: version {version.number}."


def now_published(version: HouseRulesVersion) -> str:
    return f"Version {version.number} is published. New events can be played by it."


def turned_words(paths: Sequence[str]) -> str:
    told = "; ".join(place_words(path) for path in paths)
    return f"The sentence that says how it is read was turned round too: {told}."


def used_words(used: tuple[int, int]) -> str:
    """`Used in 3 events and 1 series`, `Not used yet`."""
    events, series = used
    said = [f"{events} event{'' if events == 1 else 's'}"] if events else []
    said += [f"{series} series"] if series else []
    return f"Used in {' and '.join(said)}" if said else "Not used yet"


def waiting_words(rules: HouseRules, newest: HouseRulesVersion | None, draft: RuleBook) -> str:
    """`4 changes wait to be published`; empty where the draft says what the last version says."""
    if not is_own(rules):
        return ""
    found = len(differences(standing_book(rules, newest), draft))
    if newest is None:
        return "Not published yet: events cannot be played by it"
    if not found:
        return ""
    return "1 change waits to be published" if found == 1 else f"{found} changes wait to be published"


def book_choices(adopted: Mapping[str, HouseRulesVersion]) -> tuple[BookChoice, ...]:
    """The built-in books; `adopted` are the newest versions of those the club adopted, by key."""
    return tuple(
        BookChoice(
            key=key,
            name=book.name,
            summary=book.summary,
            is_adopted=key in adopted,
            is_newer=key in adopted and adopted[key].book_version.book != book,
        )
        for key, book in built_in_books().items()
    )


# -- comparisons -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ChangedChapter:
    """The changes of one chapter."""

    title: str
    changes: tuple[Difference, ...]


@dataclass(frozen=True, slots=True)
class ComparisonContext:
    """Two books beside each other; `was`, `becomes` name them."""

    was: str
    becomes: str
    headline: str
    chapters: tuple[ChangedChapter, ...]


def comparison_context(before: RuleBook, after: RuleBook, was: str, becomes: str) -> ComparisonContext:
    """What differs, chapter by chapter."""
    found = differences(before, after)
    number = len(found)
    headline = "Nothing differs." if not number else f"{number} {'entry differs' if number == 1 else 'entries differ'}."
    grouped = groupby(found, key=lambda change: change.chapter)
    return ComparisonContext(
        was, becomes, headline, tuple(ChangedChapter(title, tuple(changes)) for title, changes in grouped)
    )


def unsure_paths(before: RuleBook, after: RuleBook) -> tuple[str, ...]:
    """The rules that were changed while the sentence that says how they are read stayed as it was."""
    changed = {change.path for change in differences(before, after)}
    old = {reading.path: reading for reading in before.readings}
    return tuple(
        reading.path
        for reading in after.readings
        if reading == old.get(reading.path) and any(_is_under(path, (reading.path,)) for path in changed)
    )


def unsure_words(before: RuleBook, after: RuleBook) -> tuple[str, ...]:
    """Those rules in words, for the page that publishes them."""
    return tuple(place_words(path) for path in unsure_paths(before, after))


def standing_name(rules: HouseRules, newest: HouseRulesVersion | None) -> str:
    """What a draft is compared with: `Version 2`, or the built-in book's name."""
    if newest is not None:
        return f"Version {newest.number}"
    book = built_in_books().get(rules.based_on)
    return book.name if book else "As it is"


def imprint(club: Club, version: HouseRulesVersion) -> str:
    """What stands on the paper of a version: `Rules of St. Hilary, version 2, published 3 May 2026`."""
    return f"Rules of {club.name} · version {version.number}, published {date_words(version)}"


# -- the form ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ChoiceContext:
    """One choice of a field; `sentence` is what the printed book says by it, `mark` which reading it is."""

    value: str
    words: str
    sentence: str
    mark: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class ReadingContext:
    """How a doubtful sentence is read at the rule it is about."""

    about: str
    text: str
    other: str
    is_unsure: bool = False


@dataclass(frozen=True, slots=True)
class FieldContext:
    """One field of the form, or a part or list of them. `name` is the path it is posted under."""

    kind: str
    name: str
    id: str
    label: str
    help: str = ""
    value: str = ""
    choices: tuple[ChoiceContext, ...] = ()
    faults: tuple[str, ...] = ()
    was: str = ""
    is_changed: bool = False
    is_long: bool = False
    is_on: bool = True
    switch: str = ""
    take_out: str = ""
    idle: str = ""
    longest: int = 0
    readings: tuple[ReadingContext, ...] = ()
    columns: tuple[str, ...] = ()
    fields: tuple[FieldContext, ...] = ()

    @property
    def described_by(self) -> str:
        """The ids of the words that belong to the field: what is wrong, what it means."""
        ids = [f"{self.id}-fault"] if self.faults else []
        return " ".join([*ids, f"{self.id}-help"] if self.help else ids)


@dataclass(frozen=True, slots=True)
class ChapterContext:
    """One chapter of the form, folded up: what its rules say now, how many fields are wrong or changed."""

    id: str
    title: str
    summary: str
    fields: tuple[FieldContext, ...]
    faults: int
    changes: int
    is_open: bool


def chapter_contexts(
    form: BookForm, standing: RuleBook, opened: str = "", saved: RuleBook | None = None
) -> tuple[ChapterContext, ...]:
    """The whole form. Changes are marked against `standing`; `opened` is a chapter to begin with."""
    drawer = _Drawer(form, standing, saved or form.book or form.draft)
    return tuple(drawer.chapter(chapter, opened) for chapter in entry_chapters())


class _Drawer:
    """Draws the fields of a form from what was typed."""

    def __init__(self, form: BookForm, standing: RuleBook, book: RuleBook) -> None:
        self.form = form
        self.typed = _with_suggestions(form.typed)
        self.book = book
        self.draft = form.draft
        self.sentences = _sentences(form.draft)
        self.changes = {change.path: change for change in differences(standing, book)}
        self.readings = {reading.path: reading for reading in form.draft.readings}
        self.unsure = frozenset(unsure_paths(standing, book))

    def chapter(self, chapter: EntryChapter, opened: str) -> ChapterContext:
        fields = tuple(_in_tables([self.field(entry, entry.path) for entry in chapter.entries]))
        paths = tuple(entry.path for entry in chapter.entries)
        faults = sum(_is_under(fault.path, paths) for fault in self.form.faults)
        return ChapterContext(
            id=f"chapter-{chapter.id}",
            title=chapter.title,
            summary=chapter_summary(self.draft, chapter.id),
            fields=fields,
            faults=faults,
            changes=sum(_is_under(path, paths) for path in self.changes),
            is_open=bool(faults) or opened == chapter.id,
        )

    def field(self, entry: Entry, path: str) -> FieldContext:
        if entry.kind == "part":
            return self.part(entry, path)
        if entry.kind in ("rows", "lines", "packets"):
            return self.rows(entry, path)
        if entry.kind == "figures":
            return self.figures(entry, path)
        return self.simple(entry, path)

    def simple(self, entry: Entry, path: str, *, label: str = "") -> FieldContext:
        texts = self.typed.get(path, ())
        change = self.changes.get(path)
        return FieldContext(
            kind="select" if entry.path == "readings.path" else entry.kind,
            name=path,
            id=field_id(path),
            label=label or entry.label,
            help=entry.help,
            value=next(iter(texts), ""),
            choices=tuple(self.choices(entry, path, texts)),
            faults=self.form.faults_at(path),
            was=change.was if change else "",
            is_changed=change is not None,
            is_long=entry.path in LONG_TEXTS,
            longest=entry.longest,
            idle=self.idle(entry),
            readings=self.readings_at(entry),
        )

    def choices(self, entry: Entry, path: str, texts: Sequence[str]) -> Iterator[ChoiceContext]:
        if entry.path == "readings.path":
            yield from (ChoiceContext(value, words, "", "", value in texts) for value, words in places())
            return
        reading = self.readings.get(entry.path) if entry.is_two_way else None
        now = _text_of(self.draft, entry) if reading else ""
        for value, words in entry.choices:
            mark = "" if reading is None or not reading.other else _mark(value == now)
            said = self.sentences.get(entry.path, {}).get(value, "")
            if reading is not None and reading.other:
                said = reading.text if value == now else reading.other
            yield ChoiceContext(value, words, said, mark, value in texts)

    def idle(self, entry: Entry) -> str:
        """Says of a choice that the printed book does not come to speak of it."""
        said = self.sentences.get(entry.path)
        if entry.kind not in ("choice", "yes_no") or not said or any(said.values()):
            return ""
        return "Under the rules as they are this does not come up."

    def readings_at(self, entry: Entry) -> tuple[ReadingContext, ...]:
        """The doubtful sentence, unless its two readings are the two choices themselves."""
        reading = self.readings.get(entry.path)
        if reading is None or (entry.is_two_way and reading.other):
            return ()
        return (
            ReadingContext(
                place_words(reading.path), reading.text, reading.other or "", is_unsure=reading.path in self.unsure
            ),
        )

    def part(self, entry: Entry, path: str) -> FieldContext:
        switch = f"{path}.{SWITCH}" if entry.may_be_nothing else ""
        change = self.changes.get(path)
        return FieldContext(
            kind="part",
            name=path,
            id=field_id(path),
            label=entry.label,
            help=entry.help,
            faults=self.form.faults_at(path),
            was=change.was if change else "",
            is_changed=change is not None,
            is_on=not switch or bool(self.form.typed.get(switch)),
            switch=switch,
            readings=self.readings_at(entry),
            fields=tuple(_in_tables([self.field(child, f"{path}.{child.name}") for child in entry.children])),
        )

    def rows(self, entry: Entry, path: str) -> FieldContext:
        numbers = _numbers(self.typed, path)
        first = max(numbers, default=-1) + 1
        numbers += range(first, first + EMPTY_ROWS.get(entry.path, 1))
        changed = [change for place, change in self.changes.items() if _is_under(place, (path,))]
        return FieldContext(
            kind="rows" if entry.kind == "rows" else "lines",
            name=path,
            id=field_id(path),
            label=entry.label,
            help=entry.help,
            faults=self.form.faults_at(path),
            was=changed[0].was if len(changed) == 1 and entry.path not in _NAMED else "",
            is_changed=bool(changed),
            is_long=entry.path in ("readings", "notes"),
            readings=self.readings_at(entry),
            fields=tuple(self.row(entry, f"{path}.{number}", at) for at, number in enumerate(numbers, start=1)),
        )

    def row(self, entry: Entry, path: str, at: int) -> FieldContext:
        is_there = any(name == path or name.startswith(f"{path}.") for name in self.typed)
        label = f"Line {at}" if is_there else "One more"
        if entry.kind != "rows":
            return replace(self.simple(entry, path, label=label), kind="text", help="", is_changed=False)
        return FieldContext(
            kind="row",
            name=path,
            id=field_id(path),
            label=_row_label(entry, path, self.typed) or label,
            faults=self.form.faults_at(path),
            is_changed=is_there and not any(self.typed.get(f"{path}.{child.name}") for child in entry.children),
            is_on=is_there,
            take_out=f"{path}.{TAKE_OUT}" if is_there else "",
            fields=tuple(
                replace(field, help="") if is_there else field
                for field in (self.simple(child, f"{path}.{child.name}") for child in _in_order(entry))
            ),
        )

    def figures(self, entry: Entry, path: str) -> FieldContext:
        change = self.changes.get(path)
        return FieldContext(
            kind="figures",
            name=path,
            id=field_id(path),
            label=entry.label,
            help=entry.help,
            faults=tuple(
                text
                for number in (None, *range(FIGURES))
                for text in self.form.faults_at(path if number is None else f"{path}.{number}")
            ),
            was=change.was if change else "",
            is_changed=change is not None,
            readings=self.readings_at(entry),
            fields=tuple(
                self.simple(entry, f"{path}.{number}", label=f"{entry.label}, {COLUMNS[number].lower()}")
                for number in range(self.width())
            ),
        )

    def width(self) -> int:
        """Columns of the meld table: one for each copy of a card, and for all that is typed already."""
        copies = next(iter(self.typed.get("deck.copies", ())), "")
        wanted = int(copies) if copies.isdecimal() and len(copies) < 3 else 0
        typed = [number + 1 for path in _FIGURE_PATHS for number in _numbers(self.typed, path)]
        return min(max([wanted, *typed, 1]), FIGURES)


_TABLE_HELP: Final = (
    "Leave the last columns empty where the book says nothing: past the last one the row begins again and is added on."
)
_NAMED: Final = frozenset({"penalties", "readings", "notes"})
_FIGURE_PATHS: Final = tuple(entry.path for entry in schema_entries() if entry.kind == "figures")


def _with_suggestions(typed: Typed) -> Typed:
    """What was typed, with proposals in the parts that are switched off, for whoever switches them on."""
    off = [
        entry.path
        for entry in schema_entries()
        if entry.kind == "part" and entry.may_be_nothing and not typed.get(f"{entry.path}.{SWITCH}")
    ]
    return {**{name: texts for name, texts in suggestions().items() if _is_under(name, off)}, **typed}


def _in_tables(fields: Sequence[FieldContext]) -> Iterator[FieldContext]:
    """Rows of figures that follow each other become one table."""
    for is_figures, group in groupby(fields, key=lambda field: field.kind == "figures"):
        rows = tuple(group)
        if not is_figures:
            yield from rows
            continue
        columns = COLUMNS[: len(rows[0].fields)]
        readings = tuple(reading for row in rows for reading in row.readings)
        yield FieldContext(
            kind="table",
            name="",
            id=f"{rows[0].id}-table",
            label="What melds are worth" if len(rows) > 1 else "What it is worth",
            help=_TABLE_HELP if len(rows) > 1 else "",
            columns=columns,
            fields=rows,
            readings=readings,
        )


def _numbers(typed: Typed, path: str) -> list[int]:
    found = {name.removeprefix(f"{path}.").partition(".")[0] for name in typed if name.startswith(f"{path}.")}
    return sorted(int(number) for number in found if number.isdecimal())


def _in_order(entry: Entry) -> Sequence[Entry]:
    """The fields of a row as people think of them: what a penalty is for comes first, its short code last."""
    return sorted(entry.children, key=lambda child: child.name == "code")


def _row_label(entry: Entry, path: str, typed: Typed) -> str:
    """What a reading, a remark or a penalty is about, for the head of its row."""
    name = {"readings": "path", "notes": "about", "penalties": "title"}.get(entry.path, "")
    text = next(iter(typed.get(f"{path}.{name}", ())), "")
    return place_words(text) if entry.path == "readings" else text


def _mark(is_now: bool) -> str:
    return "As this book is read" if is_now else "The other reading"


def _text_of(book: RuleBook, entry: Entry) -> str:
    """The value of a choice as it is posted; empty under a part that the book leaves out."""
    value: object = book
    for name in entry.path.split("."):
        value = getattr(value, name, None)
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _is_under(path: str, paths: Sequence[str]) -> bool:
    return any(path == other or path.startswith(f"{other}.") for other in paths)


@lru_cache(maxsize=16)
def _sentences(book: RuleBook) -> Mapping[str, Mapping[str, str]]:
    """What the printed book would say by each choice of each of its entries, by path."""
    return {
        entry.path: sentences_by_choice(book, entry)
        for entry in schema_entries()
        if entry.kind in ("choice", "yes_no") and entry.path != "deal.players"
    }


# -- a chapter in one line ---------------------------------------------------------------

# The paragraphs of the printed chapter that say most, by their ids.
_TELLING: Final[Mapping[str, tuple[str, ...]]] = {
    "auction": ("auction-steps",),
    "meld": ("meld-minimum",),
    "play": ("play-heading",),
    "contract": ("contract-bidders", "contract-save", "contract-set"),
    "procedure": ("deal-cut", "procedure-appeals"),
    "redeal": ("redeal-nines", "redeal-illegal_from"),
    "round": ("round-skunk", "round-tardiness"),
}
_WITHOUT: Final[Mapping[str, str]] = {
    "passing": "No cards are passed.",
    "kitty": "There is no kitty.",
    "bonuses": "There are no bonuses.",
    "round": "No tournament rounds and no penalties.",
}


def chapter_summary(book: RuleBook, id: str) -> str:
    """What a chapter says, in a line or two of the printed book."""
    if id == "about":
        return f"{book.name}. {book.summary}"
    if id == "readings":
        return _readings_summary(book)
    chapter = next((chapter for chapter in prose.chapters(book) if chapter.id == id), None)
    if chapter is None:
        return _WITHOUT.get(id, "Nothing here.")
    paragraphs = [block for block in chapter.blocks if isinstance(block, Paragraph)]
    telling = [block.text for block in paragraphs if block.id in _TELLING.get(id, ())]
    if id == "renege":
        telling = [block.text for block in paragraphs if block.text.startswith("When ")]
    return " ".join(telling or [block.text for block in paragraphs[:2]])


def _readings_summary(book: RuleBook) -> str:
    readings, notes = len(book.readings), len(book.notes)
    said = f"{_count(readings)} doubtful sentence{'' if readings == 1 else 's'} with a reading"
    return f"{said[:1].upper()}{said[1:]}, {_count(notes)} remark{'' if notes == 1 else 's'}."


def _count(number: int) -> str:
    return NUMBERS[number] if number < len(NUMBERS) else str(number)
