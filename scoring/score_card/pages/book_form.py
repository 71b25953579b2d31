from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, Final

from pinochle_club.ground.plainly import kept
from scoring.rules.book import RuleBook
from scoring.rules.book.meld import COLUMNS
from scoring.rules.comparison import ROW_NAMES, differences, place_words, places, sentences_by_choice, unsure_paths
from scoring.rules.entries import Entry, EntryChapter, entry_chapters, schema_entries
from scoring.rules.notation import counted
from scoring.rules.own_sheet import printed_beside
from scoring.score_card.forms import book_form as forms

from .chapter_summaries import chapter_summary

EMPTY_ROWS: Final = {"penalties": 2, "auction.steps": 1, "procedure.appeals": 1, "deal.packets": 1}
SELECTS: Final = frozenset({"readings.path", "payments.melds.meld"})  # of many choices, in a row of others
LONG_TEXTS: Final = frozenset(
    {"summary", "readings.text", "readings.other", "notes.text", "conduct.text", "rulings.own.text"}
)


@dataclass(frozen=True, slots=True)
class FieldContext:
    """One field of the form, or a part or list of them. `name` is the path it is posted under."""

    kind: str
    name: str
    id: str
    label: str
    help: str = ""
    value: str = ""
    choices: tuple[dict[str, Any], ...] = ()
    faults: tuple[str, ...] = ()
    was: str = ""
    is_changed: bool = False
    is_long: bool = False
    is_on: bool = True
    is_found: bool = True
    switch: str = ""
    take_out: str = ""
    idle: str = ""
    longest: int = 0
    readings: tuple[dict[str, Any], ...] = ()
    sheet: tuple[str, ...] = ()
    printed: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    fields: tuple[FieldContext, ...] = ()

    @property
    def described_by(self) -> str:
        """The ids of the field's fault and explanation."""
        ids = [f"{self.id}-fault"] if self.faults else []
        return " ".join([*ids, f"{self.id}-help"] if self.help else ids)


def chapter_contexts(
    form: forms.BookForm,
    standing: RuleBook,
    opened: Collection[str] = (),
    *,
    find: str = "",
    without: Collection[str] = (),
) -> tuple[dict[str, Any], ...]:
    """The whole form, or `without` some chapters; a chapter has fields once it was opened (`is_loaded`). Changes are
    marked against `standing`. With words to `find` only rules that have them all are shown, in opened chapters."""
    drawer = _Drawer(form, standing, form.book or form.draft, find)
    return tuple(drawer.chapter(chapter, opened) for chapter in entry_chapters() if chapter.id not in without)


def found_words(chapters: Sequence[Mapping[str, Any]], find: str) -> str:
    """`2 rules.`: how many were found; empty without words to find."""
    number = sum(chapter["hits"] for chapter in chapters)
    if not find.split():
        return ""
    return f"{counted(number, 'rule')}.".capitalize() if number else "No rule has those words."


class _Drawer:
    def __init__(self, form: forms.BookForm, standing: RuleBook, book: RuleBook, find: str) -> None:
        self.form = form
        self.sought = find.lower().split()
        self.found_whole = False
        self.typed = _with_suggestions(form.typed)
        self.book = book
        self.draft = form.draft
        self.changes = {change.path: change for change in differences(standing, book)}
        self.readings = {reading.path: reading for reading in form.draft.readings}
        self.unsure = frozenset(unsure_paths(standing, book))

    def chapter(self, chapter: EntryChapter, opened: Collection[str]) -> dict[str, Any]:
        paths = tuple(entry.path for entry in chapter.entries)
        faults = sum(forms.is_under(fault.path, paths) for fault in self.form.faults)
        hits = self.hits(chapter)
        is_open = bool(faults) or chapter.id in opened or bool(self.sought and hits)
        is_loaded = is_open or chapter.id in self.form.chapters
        fields = _in_tables([self.field(entry, entry.path) for entry in chapter.entries]) if is_loaded else ()
        return {
            "name": chapter.id,
            "id": f"chapter-{chapter.id}",
            "title": chapter.title,
            "summary": chapter_summary(self.draft, chapter.id),
            "fields": list(fields),
            "faults": faults,
            "changes": sum(forms.is_under(path, paths) for path in self.changes),
            "hits": hits,
            "is_found": not self.sought or bool(hits or faults),
            "is_open": is_open,
            "is_loaded": is_loaded,
        }

    def hits(self, chapter: EntryChapter) -> int:
        """How many rules of a chapter have the words that are sought."""
        if _has(chapter.title, self.sought):
            self.found_whole = True
            return len(chapter.entries)
        self.found_whole = False
        return sum(self.is_found(entry) for entry in chapter.entries)

    def is_found(self, entry: Entry) -> bool:
        """Whether a rule, or one within it, has the words that are sought."""
        words = " ".join((entry.label, entry.help, *(words for _, words in entry.choices)))
        return self.found_whole or _has(words, self.sought) or any(map(self.is_found, entry.children))

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
        return self.drawn(
            "select" if entry.path in SELECTS else entry.kind,
            entry,
            path,
            label=label or entry.label,
            value=next(iter(texts), ""),
            choices=tuple(self.choices(entry, path, texts)),
            is_long=entry.path in LONG_TEXTS,
            longest=entry.longest,
            idle=self.idle(entry),
        )

    def drawn(self, kind: str, entry: Entry, path: str, **more: Any) -> FieldContext:
        change = self.changes.get(path)
        shared = {
            "label": entry.label,
            "help": entry.help,
            "faults": self.form.faults_at(path),
            "was": change.was if change else "",
            "is_changed": change is not None,
            "readings": self.readings_at(entry),
            "sheet": tuple(one.text for one in self.draft.sheet if one.at == entry.path),
            "is_found": not self.sought or bool(self.form.faults_at(path)) or self.is_found(entry),
        }
        return FieldContext(kind, path, forms.field_id(path), **{**shared, **more})

    def choices(self, entry: Entry, path: str, texts: Sequence[str]) -> Iterator[dict[str, Any]]:
        if entry.path == "readings.path":
            yield from ({"value": value, "words": words, "is_chosen": value in texts} for value, words in places())
            return
        reading = self.readings.get(entry.path) if entry.is_two_way else None
        now = _text_of(self.draft, entry) if reading else ""
        sentences = _sentences(self.draft, entry)
        for value, words in entry.choices:
            mark, sentence = "", sentences.get(value, "")
            if reading is not None and reading.other:
                mark = "As this book is read" if value == now else "The other reading"
                sentence = reading.text if value == now else reading.other
            yield {
                "value": value, "words": words, "sentence": sentence, "mark": mark, "is_chosen": value in texts,
            }  # fmt: skip

    def idle(self, entry: Entry) -> str:
        """A note on a choice that the printed book does not come to speak of."""
        sentences = _sentences(self.draft, entry)
        if entry.kind not in ("choice", "yes_no") or not sentences or any(sentences.values()):
            return ""
        return "Under the current rules, this doesn’t come up."

    def readings_at(self, entry: Entry) -> tuple[dict[str, Any], ...]:
        """The doubtful sentence, unless its two readings are the two choices themselves."""
        reading = self.readings.get(entry.path)
        if reading is None or (entry.is_two_way and reading.other):
            return ()
        about, is_unsure = place_words(reading.path), reading.path in self.unsure
        return ({"about": about, "text": reading.text, "other": reading.other or "", "is_unsure": is_unsure},)

    def part(self, entry: Entry, path: str) -> FieldContext:
        switch = f"{path}.{forms.SWITCH}" if entry.may_be_nothing else ""
        around, self.found_whole = self.found_whole, self.found_whole or _has(entry.label, self.sought)
        drawn = self.drawn(
            "part",
            entry,
            path,
            is_on=not switch or bool(self.form.typed.get(switch)),
            switch=switch,
            fields=tuple(_in_tables([self.field(child, f"{path}.{child.name}") for child in entry.children])),
        )
        self.found_whole = around
        return drawn

    def rows(self, entry: Entry, path: str) -> FieldContext:
        numbers = forms.numbers_of(self.typed, path)
        first = max(numbers, default=-1) + 1
        numbers += range(first, first + EMPTY_ROWS.get(entry.path, 1))
        changed = [change for place, change in self.changes.items() if forms.is_under(place, (path,))]
        return self.drawn(
            "rows" if entry.kind == "rows" else "lines",
            entry,
            path,
            was=changed[0].was if len(changed) == 1 and entry.path not in ROW_NAMES else "",
            is_changed=bool(changed),
            is_long=entry.path in ROW_NAMES.keys() - {"penalties"},
            fields=tuple(self.row(entry, f"{path}.{number}", at) for at, number in enumerate(numbers, start=1)),
        )

    def row(self, entry: Entry, path: str, at: int) -> FieldContext:
        is_there = any(name == path or name.startswith(f"{path}.") for name in self.typed)
        label = f"Line {at}" if is_there else "One more"
        if entry.kind != "rows":
            of_the_list: dict[str, Any] = {"help": "", "is_changed": False, "readings": (), "sheet": ()}
            return replace(self.simple(entry, path, label=label), kind="text", **of_the_list)
        return FieldContext(
            kind="row",
            name=path,
            id=forms.field_id(path),
            label=_row_label(entry, path, self.typed) or label,
            faults=self.form.faults_at(path),
            is_changed=is_there and not any(self.typed.get(f"{path}.{child.name}") for child in entry.children),
            is_on=is_there,
            take_out=f"{path}.{forms.TAKE_OUT}" if is_there else "",
            fields=tuple(
                replace(field, help="", printed=self.printed_beside(field, path)) if is_there else field
                for field in (self.simple(child, f"{path}.{child.name}") for child in _in_order(entry))
            ),
        )

    def printed_beside(self, field: FieldContext, path: str) -> tuple[str, ...]:
        """What the book prints of the same thing, beside a remark or a custom."""
        if not field.name.startswith(("notes.", "conduct.")) or not field.name.endswith(".text"):
            return ()
        return printed_beside(self.book, field.value, next(iter(self.typed.get(f"{path}.under", ())), "end"))

    def figures(self, entry: Entry, path: str) -> FieldContext:
        return self.drawn(
            "figures",
            entry,
            path,
            faults=tuple(
                text
                for place in (path, *(f"{path}.{number}" for number in range(forms.FIGURES)))
                for text in self.form.faults_at(place)
            ),
            fields=tuple(
                self.simple(entry, f"{path}.{number}", label=f"{entry.label}, {COLUMNS[number].lower()}")
                for number in range(self.width())
            ),
        )

    def width(self) -> int:
        """Columns of the meld table: one for each copy of a card, and for all that was already typed."""
        copies = next(iter(self.typed.get("deck.copies", ())), "")
        wanted = int(copies) if copies.isdecimal() and len(copies) < 3 else 0
        typed = [number + 1 for path in _FIGURE_PATHS for number in forms.numbers_of(self.typed, path)]
        return min(max([wanted, *typed, 1]), forms.FIGURES)


def _has(text: str, words: Sequence[str]) -> bool:
    text = text.lower()
    return all(word in text for word in words)


_TABLE_HELP: Final = (
    "Leave the last columns empty where the book says nothing. Beyond the last column, the row starts over and adds on."
)
_FIGURE_PATHS: Final = tuple(entry.path for entry in schema_entries() if entry.kind == "figures")


def _with_suggestions(typed: forms.Typed) -> forms.Typed:
    off = [
        entry.path
        for entry in schema_entries()
        if entry.kind == "part" and entry.may_be_nothing and not typed.get(f"{entry.path}.{forms.SWITCH}")
    ]
    return {**{name: texts for name, texts in forms.suggestions().items() if forms.is_under(name, off)}, **typed}


def _in_tables(fields: Sequence[FieldContext]) -> Iterator[FieldContext]:
    """Rows of figures that follow each other become one table."""
    for is_figures, group in groupby(fields, key=lambda field: field.kind == "figures"):
        rows = tuple(group)
        if not is_figures:
            yield from rows
            continue
        yield FieldContext(
            kind="table",
            name="",
            id=f"{rows[0].id}-table",
            label="What melds are worth" if len(rows) > 1 else "What it is worth",
            help=_TABLE_HELP if len(rows) > 1 else "",
            columns=COLUMNS[: len(rows[0].fields)],
            fields=rows,
            readings=tuple(reading for row in rows for reading in row.readings),
        )


def _in_order(entry: Entry) -> Sequence[Entry]:
    """The fields of a row as people think of them: a penalty's purpose first, its short code last."""
    return sorted(entry.children, key=lambda child: child.name == "code")


def _row_label(entry: Entry, path: str, typed: forms.Typed) -> str:
    """The head of a row: the subject of a reading, a remark, a custom, a penalty or a ruling of the club's own."""
    name = "title" if entry.path == "penalties" else ROW_NAMES.get(entry.path, "")
    text = next(iter(typed.get(f"{path}.{name}", ())), "")
    return place_words(text) if entry.path == "readings" else text


def _text_of(book: RuleBook, entry: Entry) -> str:
    """The value of a choice as it is posted; empty under a part that the book leaves out."""
    value: object = book
    for name in entry.path.split("."):
        value = getattr(value, name, None)
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)


@kept(1000)
def _sentences(book: RuleBook, entry: Entry) -> Mapping[str, str]:
    """The printed book's sentence by each choice of an entry, looked up for opened parts alone."""
    has_any = entry.kind in ("choice", "yes_no") and entry.path != "deal.players"
    return sentences_by_choice(book, entry) if has_any else {}
