"""The cash sheet and receipts on paper."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from league.acting.permissions import NOBODY
from league.evening.money.pages.cash import cash_context, made_words
from league.evening.money.sheet import Cash
from league.evening.paper.pages.heads import paper_head, sized
from league.models import CashEntry, Event
from league.words import money

# From this many lines on, a sheet is set smaller to fit one page.
MANY: Final = 24
VERY_MANY: Final = 42


def sheet_paper(cash: Cash) -> dict[str, Any]:
    """The whole page, without its keys; `density` is the class that lets it fit its sheet."""
    page = cash_context(cash, NOBODY)
    lines = len(page["box"]) + len(page["pots"]) + len(page["set_money"]) // 3
    lines += sum(max(2, sum(1 if len(row.why) < 60 else 2 for row in block.rows)) for block in page["prizes"])
    return {
        **page,
        "head": paper_head(cash.event, "Cash sheet"),
        "state": "Closed with the event." if cash.is_closed else "The event isn’t closed yet. This may still change.",
        "density": "densest" if lines > VERY_MANY else "dense" if lines > MANY else "",
    }


def receipts_of(event: Event, entries: Iterable[CashEntry]) -> list[dict[str, Any]]:
    club = event.club
    return [
        {
            "number": entry.number,
            "name": sized(entry.who),
            "amount": money(-entry.amount, club),
            "what": entry.what,
            "made": made_words(entry, club),
        }
        for entry in entries
    ]
