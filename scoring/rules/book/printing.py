"""The blocks of a printed chapter: paragraphs, tables, lists of points, and recurring turns of phrase. Pages and PDFs
lay them out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from scoring.rules.notation import counted, number

from .section import Section


@dataclass(frozen=True, slots=True)
class ReadingMark:
    number: int
    id: str


@dataclass(frozen=True, slots=True)
class Sentence:
    """A printed sentence `about` some rules: entries of the book, or rules that no entry sets (`ChapterPlan.rules`). A
    whole book (`prose`) adds the `sections` of the club's text that say so, and the readings it rests on; a sentence
    with neither is the club's own. `standard` are the standard words that the club's own (`Vocabulary`) replaced."""

    text: str
    about: tuple[str, ...]
    sections: tuple[str, ...] = ()
    readings: tuple[ReadingMark, ...] = ()
    standard: str = ""

    def __str__(self) -> str:
        return self.text


Mark = Callable[[Sentence], Sentence]


class Sentences:
    __slots__ = ()
    sentences: tuple[Sentence, ...]

    @property
    def marked_once(self) -> tuple[Sentence, ...]:
        """The sentences, each reading marked where the last of them rests on it."""
        last = {mark: place for place, sentence in enumerate(self.sentences) for mark in sentence.readings}
        return tuple(
            replace(sentence, readings=tuple(mark for mark in sentence.readings if last[mark] == place))
            for place, sentence in enumerate(self.sentences)
        )

    @property
    def sections(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(section for sentence in self.sentences for section in sentence.sections))

    def marked(self, mark: Mark) -> Self:
        return replace(self, sentences=tuple(map(mark, self.sentences)))  # type: ignore[type-var]


@dataclass(frozen=True, slots=True)
class Paragraph(Sentences):
    """A paragraph; `id` is empty where no rule points to it."""

    kind: ClassVar[str] = "paragraph"
    id: str
    sentences: tuple[Sentence, ...]

    @property
    def text(self) -> str:
        return " ".join(map(str, self.sentences))


@dataclass(frozen=True, slots=True)
class Row:
    name: Sentence
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    kind: ClassVar[str] = "table"
    caption: str
    header: tuple[str, ...]
    lines: tuple[Row, ...]

    @property
    def rows(self) -> tuple[tuple[str, ...], ...]:
        return tuple((row.name.text, *row.cells) for row in self.lines)

    @property
    def title(self) -> Sentence:
        """The caption, marked with what most rows rest on."""
        marks = Counter(mark for row in self.lines for mark in row.name.readings)
        shared = tuple(mark for mark, rows in marks.items() if rows * 2 > len(self.lines))
        return Sentence(self.caption, (), readings=shared)

    @property
    def named_rows(self) -> tuple[tuple[Sentence, tuple[tuple[str, str], ...]], ...]:
        """For narrow pages: each row's name without the title's marks, and its cells with their columns' headers."""
        shared = self.title.readings
        names = (
            replace(name, readings=tuple(mark for mark in name.readings if mark not in shared))
            for name in self.sentences
        )
        cells = (tuple(zip(self.header[1:], row.cells, strict=True)) for row in self.lines)
        return tuple(zip(names, cells, strict=True))

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        return tuple(row.name for row in self.lines)

    def marked(self, mark: Mark) -> Self:
        return replace(self, lines=tuple(replace(row, name=mark(row.name)) for row in self.lines))


@dataclass(frozen=True, slots=True)
class BulletPoints(Sentences):
    kind: ClassVar[str] = "points"
    sentences: tuple[Sentence, ...]


@dataclass(frozen=True, slots=True)
class Numbered:
    kind: ClassVar[str] = "numbered"
    paragraphs: tuple[Paragraph, ...]

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        return tuple(sentence for paragraph in self.paragraphs for sentence in paragraph.sentences)

    def marked(self, mark: Mark) -> Self:
        return replace(self, paragraphs=tuple(paragraph.marked(mark) for paragraph in self.paragraphs))


Block = Paragraph | Table | BulletPoints | Numbered
Blocks = Iterator[Block]


def anchor(rule: str) -> str:
    """The id under which a rule stands in the book: `contract-save` for `contract.save`."""
    return rule.replace(".", "-")


def about(rule: str, text: str, *more: str) -> Sentence:
    return Sentence(text, (rule, *more))


def sentence_of(part: Section, path: str, *more: str, **figures: object) -> Sentence:
    """The sentence of one entry as it is set, under its own path; `more` are other rules that it tells of."""
    return Sentence(part.says(path.rpartition(".")[2], **figures), (path, *more))


def row(rule: str, name: str, cell: str) -> Row:
    return Row(about(rule, name), (cell,))


def say(*sentences: Sentence) -> Paragraph:
    """A paragraph that no step of a score points to; empty sentences fall away."""
    return Paragraph("", tuple(sentence for sentence in sentences if sentence.text))


def rule(name: str, *sentences: Sentence) -> Paragraph:
    """A paragraph that steps of a score point to."""
    return replace(say(*sentences), id=anchor(name))


def paragraph_of(part: Section, path: str, **figures: object) -> Paragraph:
    return rule(path, sentence_of(part, path, **figures))


def points_of(*sentences: Sentence) -> BulletPoints:
    return BulletPoints(say(*sentences).sentences)


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def points(count: int) -> str:
    """`1 point`, `2 points`."""
    return counted(count, "point")


def times(count: int) -> str:
    """`once`, `twice`, `three times`."""
    return {1: "once", 2: "twice"}.get(count, f"{number(count)} times")


def cards(count: int) -> str:
    """`one card`, `two cards`."""
    return f"{number(count)} card" if count == 1 else f"{number(count)} cards"


def hands(count: int) -> str:
    """`one hand`, `two hands`."""
    return "one hand" if count == 1 else f"{number(count)} hands"
