"""Printed pages measured: what stands where, as WeasyPrint laid it out, before it is written as a PDF."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise, takewhile
from typing import Any, Final, NamedTuple
from unittest.mock import patch

from django.core.cache import caches
from django.template import Template
from weasyprint.document import Document
from weasyprint.formatting_structure import boxes

# Of a letter's size: how far ink reaches above the line it stands on, and below; how far two inks may share a place.
ABOVE, BELOW, OFF = 0.66, 0.16, 1.5
MARGIN: Final = 3 * 96 / 25.4  # what no printer reaches
PIECES: Final = ("piece", "card", "record", "honor-frame", "table")


LEAST_ON_LAST: Final = 5
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
        return self.left < left - OFF or self.right > right + OFF or self.top < top - OFF or self.bottom > bottom + OFF


class Sheet(NamedTuple):
    """A page: its ink, what is wrong with it, and what it holds: its pieces, and the rows of
    each part of a table."""

    inks: list[Ink]
    faults: list[str]
    pieces: int
    rows: dict[int, int]
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
        return self.sheets[-1].pieces or sum(self.sheets[-1].rows.values())

    @property
    def alone(self) -> list[str]:
        """Where one row of a table stands apart from its others, or fewer than five end a paper."""
        found = []
        for at, (one, after) in enumerate(pairwise(self.sheets), start=1):
            parted = [part for part in one.rows if part in after.rows]
            found += [f"page {at}: one row of more" for part in parted if 1 in (one.rows[part], after.rows[part])]
        last = self.sheets[-1]
        if len(self.sheets) > 1 and not last.pieces and self.on_last < LEAST_ON_LAST:
            found.append(f"{self.on_last} rows on the last page")
        return found

    @property
    def tables_alone(self) -> list[str]:
        """Pages of a wall with a single table, after others with tables."""
        pages = enumerate(pairwise(self.sheets), start=2)
        return [f"page {at}: one table alone" for at, (one, after) in pages if one.pieces and after.pieces == 1]


@contextmanager
def laid_out() -> Iterator[list[Any]]:
    """The documents that are printed inside the block, not those that were only laid out to see what fits."""
    found: list[Any] = []
    write = Document.write_pdf

    def note(self: Document, *args: Any, **more: Any) -> Any:
        if self.metadata.title != LETTERS:
            found.append(self)
        return write(self, *args, **more)

    caches["pdfs"].clear()
    with patch.object(Document, "write_pdf", note):
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
    walk = _Walk()
    walk.over(page)
    whole = (MARGIN, MARGIN, page.margin_width() - MARGIN, page.margin_height() - MARGIN)
    for ink, piece in walk.inks:
        if ink.sticks_out(*whole):
            walk.faults.append(f"“{ink.says}” runs off the page")
        elif piece is not None and ink.sticks_out(*_edges(piece)):
            walk.faults.append(f"“{ink.says}” runs out of its piece")
    inks = [ink for ink, _ in walk.inks]
    ordered = sorted(inks, key=lambda ink: ink.top)
    for at, one in enumerate(ordered):
        below = takewhile(lambda other: other.top < one.bottom, ordered[at + 1 :])  # noqa: B023  # asked at once
        walk.faults += [f"“{one.says}” is printed over “{other.says}”" for other in below if one.meets(other)]
    top = page.content_box_y()
    lowest = max((ink.bottom for ink in inks if ink.bottom <= top + page.height + OFF), default=0.0)
    rows = {part: count for part, count in walk.rows.items() if count}
    return Sheet(inks, walk.faults, len(walk.pieces), rows, (lowest - top) / page.height)


class _Walk:
    """What is found on the way through the boxes of a page."""

    def __init__(self) -> None:
        self.inks: list[tuple[Ink, Any]] = []
        self.rows: Counter[int] = Counter()
        self.pieces: list[Any] = []
        self.faults: list[str] = []

    def over(self, box: Any, piece: Any = None, cell: Any = None) -> None:
        box = getattr(box, "_box", box)
        names = (box.element.get("class") or "").split() if hasattr(box.element, "get") else ()
        if "foot" in names:
            return  # said in the margin
        is_block = isinstance(box, boxes.BlockBox | boxes.InlineBlockBox)
        if is_block and set(names) & set(PIECES) and box.element not in self.pieces:
            piece = box
            self.pieces.append(box.element)
        elif isinstance(box, boxes.TableCellBox):
            cell = box
        elif isinstance(box, boxes.TableRowGroupBox) and not (box.is_header or box.is_footer):
            self.rows[id(box.element)] += sum(isinstance(one, boxes.TableRowBox) for one in box.children)
        if isinstance(box, boxes.TextBox):
            self.note(box, piece, cell)
        elif isinstance(box, boxes.ReplacedBox):
            left, top = box.content_box_x(), box.content_box_y()
            self.inks.append((Ink("a picture", left, top, left + box.width, top + box.height, 0), piece))
        for child in getattr(box, "children", ()):
            self.over(child, piece, cell)

    def note(self, box: Any, piece: Any, cell: Any) -> None:
        """A run of letters."""
        says, size = box.text.strip(), box.style["font_size"]
        if not says:
            return
        line, right = box.position_y + box.baseline, box.position_x + box.width
        ink = Ink(says, box.position_x, line - ABOVE * size, right, line + BELOW * size, size * 0.75)
        self.inks.append((ink, piece))
        if cell is not None and (over := right - _edges(cell)[2]) > OFF:
            self.faults.append(f"“{says}” runs {over:.1f} px out of its cell")


def _edges(box: Any) -> tuple[float, float, float, float]:
    left, top = box.border_box_x(), box.border_box_y()
    return left, top, left + box.border_width(), top + box.border_height()
