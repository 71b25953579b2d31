"""A rule book as people read it: chapters of plain sentences, made from its data alone.

The sentences stand beside the entries they are about, in the chapters of `book`; here they are put in order. A rule
named by a step of a score (`contract.save`) is a chapter or a paragraph with the id `anchor(rule)`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from .book import CHAPTERS, RuleBook
from .book.printing import Block, BulletPoints, Paragraph


@dataclass(frozen=True, slots=True)
class Chapter:
    """One printed chapter; `id` is its anchor on the page."""

    id: str
    title: str
    blocks: tuple[Block, ...]

    @property
    def text(self) -> str:
        """All of the chapter as plain text, a line for each sentence, row or paragraph."""
        return "\n".join([self.title, *(line for block in self.blocks for line in _lines(block))])


def _lines(block: Block) -> Iterator[str]:
    if isinstance(block, Paragraph):
        yield block.text
    elif isinstance(block, BulletPoints):
        yield from block.sentences
    else:
        yield block.caption
        yield from (" | ".join(row) for row in (block.header, *block.rows))


def anchors(book: RuleBook) -> frozenset[str]:
    """Every id that a link into the printed rules can lead to."""
    found = {chapter.id for chapter in chapters(book)}
    for chapter in chapters(book):
        found |= {block.id for block in chapter.blocks if isinstance(block, Paragraph) and block.id}
    return frozenset(found)


@lru_cache(maxsize=64)
def chapters(book: RuleBook) -> tuple[Chapter, ...]:
    """The whole book, chapter by chapter; a chapter that would be empty is left out."""
    parts = vars(book)
    written = (Chapter(plan.id, plan.title, tuple(plan.blocks(parts))) for plan in CHAPTERS)
    return tuple(chapter for chapter in written if chapter.blocks)
