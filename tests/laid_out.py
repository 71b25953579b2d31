"""Printed pages measured: what stands where, as WeasyPrint laid it out, before it is written as a PDF."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import combinations
from pathlib import Path
from typing import Any, Final, NamedTuple
from unittest.mock import patch

from django.core.cache import caches
from django.template import Template
from weasyprint.formatting_structure import boxes

from pinochle_club.ground import typesetting

# Of a letter's size: how far ink reaches above the line it stands on, and below; how far two inks may share a place.
ABOVE, BELOW, OFF = 0.66, 0.16, 0.9
MARGIN: Final = 3 * 96 / 25.4  # what no printer reaches
PIECES: Final = ("piece", "card", "record", "honor-frame", "table")


LETTERS: Final = "Letters"  # what `typesetting.missing_letters` looks for fonts with


class Ink(NamedTuple):
    """A run of letters, or a picture, on a page: in pixels of which an inch has 96."""

    says: str
    left: float
    top: float
    right: float
    bottom: float
    points: float

    def meets(self, other: Ink) -> bool:
        across = min(self.right, other.right) - max(self.left, other.left)
        return across > OFF and min(self.bottom, other.bottom) - max(self.top, other.top) > OFF

    def sticks_out(self, left: float, top: float, right: float, bottom: float) -> bool:
        return (
            self.left < left - OFF or self.right > right + OFF or self.top < top - OFF or self.bottom > bottom + OFF
        )


class Sheet(NamedTuple):
    """A page: its ink, what is wrong with it, and what it holds: its pieces, else the rows of each table."""

    inks: list[Ink]
    faults: list[str]
    rows: list[int]
    full: float  # how much of the page's height is in use


class Paper(NamedTuple):
    """All pages of a paper, and the templates it was drawn by."""

    sheets: list[Sheet]

    @property
    def faults(self) -> list[str]:
        return [f"page {at}: {fault}" for at, one in enumerate(self.sheets, start=1) for fault in one.faults]

    @property
    def smallest(self) -> float:
        return min((ink.points for one in self.sheets for ink in one.inks if ink.points), default=0.0)

    @property
    def on_last(self) -> int:
        """Rows or pieces on the last page."""
        return sum(self.sheets[-1].rows)


@contextmanager
def laid_out() -> Iterator[list[Any]]:
    """The documents that are printed inside the block."""
    found: list[Any] = []

    class Noting(typesetting.HTML):  # type: ignore[misc,name-defined]
        def render(self, *args: Any, **more: Any) -> Any:
            document = super().render(*args, **more)
            if document.metadata.title != LETTERS:
                found.append(document)
            return document

    caches["pdfs"].clear()
    with patch.object(typesetting, "HTML", Noting):
        yield found
    caches["pdfs"].clear()


@contextmanager
def templates_drawn() -> Iterator[set[str]]:
    """The names of the templates that are drawn inside the block, not of those they are made of."""
    found: set[str] = set()
    render = Template.render

    def note(self: Template, *args: Any) -> Any:
        found.add(str(self.name))
        return render(self, *args)

    with patch.object(Template, "render", note):
        yield found


def measured(documents: list[Any]) -> Paper:
    return Paper([_sheet(page._page_box) for document in documents for page in document.pages])


def _sheet(page: Any) -> Sheet:
    inks: list[tuple[Ink, Any]] = []
    rows: Counter[int] = Counter()
    pieces: list[Any] = []
    faults: list[str] = []

    def walk(box: Any, piece: Any, cell: Any) -> None:
        box = getattr(box, "_box", box)
        names = (box.element.get("class") or "").split() if hasattr(box.element, "get") else ()
        if box.element_tag == "p" and "foot" in names and not any(name in names for name in ("piece-foot",)):
            return  # said in the margin
        if isinstance(box, boxes.BlockBox) and set(names) & set(PIECES) and box.element not in pieces:
            piece = box
            pieces.append(box.element)
        if isinstance(box, boxes.TableCellBox):
            cell = box
        if isinstance(box, boxes.TextBox):
            if box.text.strip():
                size = box.style["font_size"]
                line = box.position_y + box.baseline
                right = box.position_x + box.width
                ink = Ink(
                    box.text.strip(), box.position_x, line - ABOVE * size, right, line + BELOW * size, size * 0.75
                )  # fmt: skip
                inks.append((ink, piece))
                if cell is not None and (right > cell.border_box_x() + cell.border_width() + OFF):
                    faults.append(f"“{ink.says}” runs {right - cell.border_box_x() - cell.border_width():.0f} px out of its cell")
            return
        if isinstance(box, boxes.ReplacedBox):
            left, top = box.content_box_x(), box.content_box_y()
            inks.append((Ink("a picture", left, top, left + box.width, top + box.height, 0), piece))
            return
        if isinstance(box, boxes.TableRowGroupBox) and not (box.is_header or box.is_footer):
            rows[id(box)] += sum(isinstance(one, boxes.TableRowBox) for one in box.children)
        for child in getattr(box, "children", ()):
            walk(child, piece, cell)

    walk(page, None, None)
    high = page.margin_height()
    body = (page.content_box_x(), page.content_box_y(), page.content_box_x() + page.width, 0.0)
    for ink, piece in inks:
        if ink.sticks_out(MARGIN, MARGIN, page.margin_width() - MARGIN, high - MARGIN):
            faults.append(f"“{ink.says}” runs off the page")
        elif piece is not None and ink.sticks_out(*_edges(piece)):
            faults.append(f"“{ink.says}” runs out of its piece")
    texts = [ink for ink, _ in inks]
    ordered = sorted(texts, key=lambda ink: ink.top)
    for at, one in enumerate(ordered):
        for other in ordered[at + 1 :]:
            if other.top >= one.bottom:
                break
            if one.meets(other):
                faults.append(f"“{one.says}” is printed over “{other.says}”")
    within = [ink for ink in texts if ink.bottom <= page.content_box_y() + page.height + OFF]
    lowest = max((ink.bottom for ink in within), default=0.0)
    del body
    held = [len(pieces)] if pieces else [count for count in rows.values() if count]
    return Sheet(texts, faults, held, (lowest - page.content_box_y()) / page.height)


def _edges(box: Any) -> tuple[float, float, float, float]:
    left, top = box.border_box_x(), box.border_box_y()
    return left, top, left + box.border_width(), top + box.border_height()
