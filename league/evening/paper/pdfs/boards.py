"""Papers of boards, never cached: they hold secret hands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.template.loader import render_to_string

from league.evening.paper.pages.boards import Shown
from league.evening.paper.pages.heads import PaperHead

from .joining import joined_pdf
from .papers import FOLDER, LISTS, parts_of, qr_drawing, sheets_of

SLIP_ROWS: Final = 3
LABEL_ROWS: Final = 4
BOARDS_A_PAGE: Final = 4


def board_slips_pdf(head: PaperHead, cover: Shown, slips: Sequence[Shown], paper: str) -> bytes:
    """A hand a slip, six to a page, in the order of the cut piles."""
    sheets = sheets_of(slips, 2 * SLIP_ROWS)
    context = {"head": head, "paper": paper, "rows": SLIP_ROWS}
    parts = parts_of(f"{FOLDER}/board_slips_pdf.html", sheets, context)
    return joined_pdf([_cover(head, cover, paper), *parts], style=LISTS)


def board_master_pdf(head: PaperHead, cover: Shown, boards: Sequence[Shown], paper: str) -> bytes:
    pages = [boards[at : at + BOARDS_A_PAGE] for at in range(0, len(boards), BOARDS_A_PAGE)]
    sheets = [{"number": at, "count": len(pages), "pieces": page} for at, page in enumerate(pages, start=1)]
    parts = parts_of(f"{FOLDER}/board_master_pdf.html", sheets, {"head": head, "paper": paper, "rows": 2})
    return joined_pdf([_cover(head, cover, paper), *parts], style=LISTS)


def board_labels_pdf(head: PaperHead, labels: Sequence[Shown], paper: str) -> bytes:
    sheets = sheets_of(labels, 2 * LABEL_ROWS)
    pictures = {f"qr:{one['number']}": qr_drawing(one["address"]) for one in labels}
    parts = parts_of(f"{FOLDER}/board_labels_pdf.html", sheets, {"head": head, "paper": paper, "rows": LABEL_ROWS})
    return joined_pdf(parts, style=LISTS, pictures=pictures)


def _cover(head: PaperHead, cover: Shown, paper: str) -> str:
    return render_to_string(f"{FOLDER}/board_cover_pdf.html", {"head": head, "cover": cover, "paper": paper})
