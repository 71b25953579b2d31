"""What a printed chapter is made of: paragraphs, tables, lists of points, and the turns of phrase that recur.

Nothing is marked up here: pages and PDFs lay the blocks out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from scoring.rules.notation import number

from .section import Section


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph; `id` is empty where no rule points to it."""

    kind: ClassVar[str] = "paragraph"
    id: str
    text: str


@dataclass(frozen=True, slots=True)
class Table:
    """A table with a header; the first cell of a row names it."""

    kind: ClassVar[str] = "table"
    caption: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    @property
    def named_rows(self) -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
        """Each row as its name and its cells with the header of their column, for narrow pages."""
        return tuple((row[0], tuple(zip(self.header[1:], row[1:], strict=True))) for row in self.rows)


@dataclass(frozen=True, slots=True)
class BulletPoints:
    """A list of short sentences."""

    kind: ClassVar[str] = "points"
    sentences: tuple[str, ...]


Block = Paragraph | Table | BulletPoints
Blocks = Iterator[Block]


def anchor(rule: str) -> str:
    """The id under which a rule stands in the book: `contract-save` for `contract.save`."""
    return rule.replace(".", "-")


def say(text: str) -> Paragraph:
    """A paragraph that no rule points to."""
    return Paragraph("", text)


def rule(name: str, *sentences: str) -> Paragraph:
    """A paragraph that steps of a score point to; empty sentences fall away."""
    return Paragraph(anchor(name), " ".join(sentence for sentence in sentences if sentence))


def told(part: Section, path: str, **figures: object) -> Paragraph:
    """The paragraph of one entry, under its own path."""
    return rule(path, part.says(path.rpartition(".")[2], **figures))


def capital(text: str) -> str:
    """The text as a sentence begins."""
    return text[:1].upper() + text[1:]


def points(count: int) -> str:
    """`1 point`, `2 points`."""
    return f"{count} point" if count == 1 else f"{count} points"


def times(count: int) -> str:
    """`once`, `twice`, `three times`."""
    return {1: "once", 2: "twice"}.get(count, f"{number(count)} times")


def cards(count: int) -> str:
    """`one card`, `two cards`."""
    return f"{number(count)} card" if count == 1 else f"{number(count)} cards"


def hands(count: int) -> str:
    """`one hand`, `two hands`."""
    return "one hand" if count == 1 else f"{number(count)} hands"
