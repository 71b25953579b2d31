"""The cash sheet on one page, and receipts to cut. Called by the printer, apart from the server."""

from __future__ import annotations

from typing import Final

from league.evening.money.pages.paper import receipts_of, sheet_paper
from league.evening.money.sheet import payouts_of, read_cash
from league.evening.paper.pages.heads import paper_head
from league.evening.paper.pdfs.papers import cut_pdf, list_pdf, sheets_of
from league.models import Event

FOLDER: Final = "league/evening/money"
ROWS: Final = 4


def print_sheet(event_id: int) -> bytes:
    event = _event(event_id)
    return list_pdf(f"{FOLDER}/sheet_pdf.html", sheet_paper(read_cash(event)), event.club.paper)


def print_receipts(event_id: int) -> bytes:
    event = _event(event_id)
    head, slips = paper_head(event, "Receipts"), receipts_of(event, list(payouts_of(event)))
    sheets = sheets_of(slips, 2 * ROWS)
    return cut_pdf(f"{FOLDER}/receipts_pdf.html", sheets, event.club.paper, head=head, rows=ROWS)


def _event(event_id: int) -> Event:
    return Event.objects.select_related("club").get(pk=event_id)
