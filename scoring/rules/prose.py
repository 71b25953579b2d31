"""A rule book as people read it: chapters of plain sentences, made from its data alone. The sentences stand beside
their entries in `book`; here each gets its order, and the sections or the reading it rests on. A rule named by a step
of a score (`contract.save`) is a chapter or paragraph with the id `anchor(rule)`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache, partial
from itertools import groupby
from typing import Any, Final

from .book import CHAPTERS, RuleBook, built_in_books
from .book.chapter import ChapterPlan
from .book.printing import Block, Numbered, Paragraph, ReadingMark, Sentence, Table
from .book.procedure import CONDUCT, READINGS, Note, SheetSentence, notes_under, reading_id
from .book.vocabulary import Vocabulary

OWN: Final = "the club’s own rule"
TYPED: Final = ("summary", "penalties.", "procedure.appeals", "rulings.own")
"""What a club wrote in its own words already."""
TYPED_ONLY: Final = (CONDUCT, READINGS)


@dataclass(frozen=True, slots=True)
class Chapter:
    """One printed chapter; `id` is its anchor on the page."""

    id: str
    title: str
    blocks: tuple[Block, ...]
    has_sources: bool = False

    @property
    def text(self) -> str:
        """All of the chapter as plain text, a line for each sentence, row or paragraph."""
        return "\n".join([self.title, *(line for block in self.blocks for line in _lines(block))])

    @property
    def by_section(self) -> tuple[tuple[str, tuple[Block, ...]], ...]:
        """The blocks in order, neighbors from one section together under its name."""
        groups = groupby(self.blocks, key=lambda block: _label(block) if self.has_sources else "")
        return tuple((label, tuple(blocks)) for label, blocks in groups)


def _lines(block: Block) -> Iterator[str]:
    if isinstance(block, Paragraph):
        yield block.text
    elif isinstance(block, Table):
        yield block.caption
        yield from (" | ".join(row) for row in (block.header, *block.rows))
    else:
        yield from (sentence.text for sentence in block.sentences)


def _label(block: Block) -> str:
    """`The Bid, The Pass`; empty where all of it are readings, and for the list of them."""
    if isinstance(block, Numbered):
        return ""
    sections = dict.fromkeys(section for sentence in block.sentences for section in sentence.sections)
    if any(not sentence.sections and not sentence.readings for sentence in block.sentences):
        sections[OWN] = None
    return ", ".join(sections)


def legend(book: RuleBook) -> str:
    """How a reader sees where a rule comes from; empty for a book that does not say."""
    sentences = []
    if book.sources:
        sentences.append(f"Beside each rule is the section that it comes from ({book.edition}).")
    if book.readings:
        sentences.append(
            "“Reading” and a number mean that the text is silent or can be read in two ways: look that number up at "
            "the end."
        )
    return " ".join(sentences)


@lru_cache(maxsize=64)
def anchors(book: RuleBook) -> frozenset[str]:
    """Every id that a link into the printed rules can lead to."""
    return places_in(chapters(book))


def places_in(printed: Sequence[Chapter]) -> frozenset[str]:
    found = {chapter.id for chapter in printed}
    for chapter in printed:
        found |= {paragraph.id for block in chapter.blocks for paragraph in _paragraphs(block) if paragraph.id}
    return frozenset(found)


def _paragraphs(block: Block) -> tuple[Paragraph, ...]:
    if isinstance(block, Numbered):
        return block.paragraphs
    return (block,) if isinstance(block, Paragraph) else ()


@lru_cache(maxsize=64)
def chapters(book: RuleBook) -> tuple[Chapter, ...]:
    """The whole book, chapter by chapter; a chapter that would be empty is left out."""
    mark = _Grounds(book).mark
    return tuple(
        replace(chapter, blocks=tuple(block.marked(mark) for block in chapter.blocks)) for chapter in unmarked(book)
    )


def unmarked(book: RuleBook) -> tuple[Chapter, ...]:
    """The same words without sections and readings, to compare many books by."""
    parts = vars(book)
    written = (
        Chapter(
            id=plan.id,
            title=book.words.say(plan.title),
            blocks=_in_own_words(book.words, plan, plan.read_of(parts), book.notes, book.sheet),
            has_sources=plan.names_sections and bool(book.sources),
        )
        for plan in CHAPTERS
    )
    return tuple(chapter for chapter in written if chapter.blocks)


# A form shows books that differ in one rule: most chapters are the same in all of them.
@lru_cache(maxsize=256)
def _in_own_words(
    words: Vocabulary,
    plan: ChapterPlan,
    read: tuple[Any, ...],
    notes: tuple[Note, ...],
    sheet: tuple[SheetSentence, ...],
) -> tuple[Block, ...]:
    """A chapter in the club's words; what the club typed itself stays as it is."""
    of_the_program = () if plan in TYPED_ONLY else tuple(plan.blocks(read))
    typed = tuple(_typed(plan, read, notes, sheet))
    if words.are_standard:
        return (*of_the_program, *typed)
    own = (block.marked(partial(_in_the_words, words)) for block in of_the_program)
    return (
        *(_cells_in_own_words(words, block) if isinstance(block, Table) else block for block in own),
        *(block.marked(partial(_in_the_words_unless_typed, words)) for block in typed),
    )


def _typed(
    plan: ChapterPlan, read: tuple[Any, ...], notes: tuple[Note, ...], sheet: tuple[SheetSentence, ...]
) -> Iterator[Block]:
    """The part of a chapter that a club typed: customs, readings, remarks, sentences of its sheet."""
    if plan in TYPED_ONLY:
        yield from plan.blocks(read)
    yield from notes_under(plan.id, notes, sheet)


@lru_cache(maxsize=4096)  # most sentences stand in all of those books
def _in_the_words(words: Vocabulary, sentence: Sentence) -> Sentence:
    if sentence.about[0].startswith(TYPED):
        return sentence
    return replace(sentence, text=words.say(sentence.text), standard=words.standard(sentence.text))


def _in_the_words_unless_typed(words: Vocabulary, sentence: Sentence) -> Sentence:
    """In the club's words where a built-in book says the same: then the club has not typed it."""
    return _in_the_words(words, sentence) if sentence.text in _in_built_in_books() else sentence


@cache
def _in_built_in_books() -> frozenset[str]:
    found = (
        block
        for book in built_in_books().values()
        for plan in CHAPTERS
        for block in _typed(plan, plan.read_of(vars(book)), book.notes, book.sheet)
    )
    return frozenset(sentence.text for block in found for sentence in block.sentences)


def _cells_in_own_words(words: Vocabulary, table: Table) -> Table:
    return replace(
        table,
        header=tuple(map(words.say, table.header)),
        lines=tuple(replace(row, cells=tuple(map(words.say, row.cells))) for row in table.lines),
    )


class _Grounds:
    """The sections and readings that one book's sentences rest on."""

    def __init__(self, book: RuleBook) -> None:
        self._sections: dict[str, list[str]] = {}
        for source in book.sources:
            for rule in source.rules:
                self._sections.setdefault(rule, []).append(source.section)
        self._readings = {
            reading.path: ReadingMark(number, reading_id(reading.path))
            for number, reading in reversed(list(enumerate(book.readings, start=1)))
        }

    def mark(self, sentence: Sentence) -> Sentence:
        """The sentence with the sections and readings of the rules it is about."""
        sections = [section for rule in sentence.about for section in self._sections.get(rule, ())]
        readings = [reading for rule in sentence.about if (reading := self._reading(rule))]
        return Sentence(  # not replaced: that takes three times as long, and a book has hundreds
            text=sentence.text,
            about=sentence.about,
            sections=tuple(dict.fromkeys((*sentence.sections, *sections))),
            readings=tuple(dict.fromkeys(readings)),
            standard=sentence.standard,
        )

    def _reading(self, rule: str) -> ReadingMark | None:
        """The reading of the rule itself; where the text has no word on it, that of the part it belongs to."""
        while rule not in self._readings:
            if rule in self._sections or "." not in rule:
                return None
            rule = rule.rpartition(".")[0]
        return self._readings[rule]
