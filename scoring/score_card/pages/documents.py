"""Where a book's rules come from: the club's document, sentence by sentence, and what each came to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from pinochle_club.ground.plainly import kept
from scoring.rules.book import RuleBook
from scoring.rules.book.printing import Block, Paragraph, Sentence, Table
from scoring.rules.book.procedure import Reading, reading_id
from scoring.rules.comparison import NOT_THERE, differences, is_at, place_words, sentences_by_choice, value_at
from scoring.rules.documents import Document, DocumentSentence, Place
from scoring.rules.entries import entry_of
from scoring.rules.own_sheet import document_of
from scoring.rules.prose import chapters

from .rule_links import rules_page

SUMMARY: Final = "glance"  # the chapter that repeats what the others say


@dataclass(frozen=True, slots=True)
class CameTo:
    """What a sentence of the document came to: its words in the printed book and where they stand. A reading comes with
    the `other` one, where there is one, and with what the book would say `instead`."""

    text: str
    address: str = ""
    is_reading: bool = False
    other: str = ""
    instead: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SentenceRow:
    """A sentence of the document: its number in the section, our words for it, what it came to, or why it is apart."""

    number: int
    says: str
    came_to: tuple[CameTo, ...]
    apart: str


@dataclass(frozen=True, slots=True)
class SectionRows:
    """A section of the document."""

    name: str
    sentences: tuple[SentenceRow, ...]


@kept(16)
def document_sections(book: RuleBook, original: RuleBook | None = None) -> tuple[SectionRows, ...]:
    """The sections of a book's document in their order; of a club's own book with what differs from the `original`."""
    told: Document = document_of(book)
    printed = _printed(book)
    return tuple(
        SectionRows(part.name, tuple(_row(sentence, book, printed, original) for sentence in part.sentences))
        for part in told.sections
    )


def _row(
    sentence: DocumentSentence, book: RuleBook, printed: Mapping[str, CameTo], original: RuleBook | None
) -> SentenceRow:
    found = [came for place in sentence.places for came in _came_to(place, book, printed)]
    if original is not None:
        found += [came for place in sentence.places for came in _changed(place, original, book)]
    return SentenceRow(sentence.number, sentence.says, tuple(dict.fromkeys(found)), sentence.apart)


def _came_to(place: Place, book: RuleBook, printed: Mapping[str, CameTo]) -> Iterator[CameTo]:
    readings: dict[str, Reading] = {reading.path: reading for reading in book.readings}
    if place.kind in ("conduct", "note"):
        yield from _remarks(place, book)
    elif place.kind == "own":
        address = f"{rules_page(book)}#{_chapter_under(place.name)}"
        yield CameTo("Printed as our own rule. The card doesn’t count it.", address)
    elif place.kind == "screen":
        yield CameTo(f"{place.name[:1].upper()}{place.name[1:]}.")
    elif place.kind != "reading":
        yield printed.get(place.name) or _unprinted(place, book)
    if place.kind in ("reading", "rule") and place.name in readings:
        reading = readings[place.name]
        address = f"{rules_page(book)}#{reading_id(reading.path)}"
        yield CameTo(reading.text, address, True, reading.other or "", _instead(book, reading) if reading.other else ())


def _remarks(place: Place, book: RuleBook) -> Iterator[CameTo]:
    """The custom or the note of that name; a club may have taken out what its sheet still names."""
    customs = [(custom.about, custom.text, "conduct") for custom in book.conduct if place.kind == "conduct"]
    notes = [(note.about, note.text, _chapter_under(note.under)) for note in book.notes if place.kind == "note"]
    found = [
        CameTo(f"{about}: {text}", f"{rules_page(book)}#{at}")
        for about, text, at in customs + notes
        if about == place.name
    ]
    yield from found or [CameTo(f"{place.name}: no longer in the book.")]


def _chapter_under(under: str) -> str:
    return "readings" if under == "end" else under


def _unprinted(place: Place, book: RuleBook) -> CameTo:
    """A rule on which the book is silent as it is now: what its switch is at."""
    entry = entry_of(place.name)
    now = entry.words(value_at(book, place.name)) if entry and entry.kind != "part" else "not in the book"
    return CameTo(f"{place_words(place.name)}: {now}.")


def _changed(place: Place, original: RuleBook, book: RuleBook) -> Iterator[CameTo]:
    """How the rule differs from the book that a club started from."""
    for change in differences(original, book) if place.kind == "rule" else ():
        if is_at(change.path, place.name):
            yield CameTo(f"Unlike {original.short_name}: {change}.")


def _instead(book: RuleBook, reading: Reading) -> tuple[str, ...]:
    """What the book would say under its other readings, where a switch decides which it is."""
    entry = entry_of(reading.path)
    if entry is None or not entry.choices:
        return ()
    now, called = entry.words(value_at(book, reading.path)), dict(entry.choices)
    return tuple(said for value, said in sentences_by_choice(book, entry).items() if called[value] != now and said)


def _printed(book: RuleBook) -> dict[str, CameTo]:
    """By rule, all that the first chapter that tells of it says about it, the summary aside, and where that stands."""
    said: dict[str, list[str]] = {}
    stands: dict[str, tuple[str, str]] = {}  # by rule, its chapter and the id in it
    for chapter in sorted(chapters(book), key=lambda chapter: chapter.id == SUMMARY):
        for block in chapter.blocks:
            found = block.id if isinstance(block, Paragraph) and block.id else chapter.id
            for sentence, text in _texts(block):
                for rule in sentence.about:
                    if stands.setdefault(rule, (chapter.id, found))[0] == chapter.id:
                        said.setdefault(rule, []).append(text)
    return {rule: CameTo(" ".join(said[rule]), f"{rules_page(book)}#{at}") for rule, (_, at) in stands.items()}


def _texts(block: Block) -> Iterator[tuple[Sentence, str]]:
    """The sentences of a block as plain text, those of a table with their cells."""
    if not isinstance(block, Table):
        yield from ((sentence, sentence.text) for sentence in block.sentences)
        return
    for row in block.lines:
        yield row.name, f"{row.name.text}: {' / '.join(cell for cell in row.cells if cell != NOT_THERE)}."
