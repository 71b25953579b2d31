"""The cash sheet and receipts on paper. No queries."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from django.utils import timezone

from league.evening.money.pages.cash import (
    box_lines,
    counted_words,
    moved_words,
    of_it_lines,
    pot_row,
    prize_says,
    set_state,
    share_state,
    worth_words,
)
from league.evening.money.sheet import Cash
from league.evening.paper.pages.heads import paper_head, size_of
from league.models import CashEntry, Event
from league.words import money
from pinochle_club.ground.dates import weekday_and_clock

# From so many lines on, a sheet is set smaller so that it keeps to one page.
MANY: Final = 24
VERY_MANY: Final = 42


def sheet_paper(cash: Cash) -> dict[str, Any]:
    """The whole sheet; `density` is the class that lets it fit its page."""
    club = cash.event.club
    prizes = [
        {
            "title": line.prize.title,
            "worth": worth_words(cash, line),
            "says": prize_says(line),
            "rows": [
                {
                    "name": share.name,
                    "size": size_of(share.name),
                    "why": share.why,
                    "amount": money(share.amount, club),
                    "state": share_state(share, club)[0],
                }
                for share in line.shares
            ],
        }
        for line in cash.prize_lines
    ]
    pots = [pot_row(line, cash) for line in cash.pot_lines]
    box, of_it = box_lines(cash), of_it_lines(cash)
    lines = len(box) + len(pots) + len(cash.set_money) // 3
    lines += sum(max(2, sum(1 if len(share.why) < 60 else 2 for share in line.shares)) for line in cash.prize_lines)
    return {
        "head": paper_head(cash.event, "Cash sheet"),
        "state": "Closed with the event." if cash.is_closed else "The event isn’t closed yet. This may still change.",
        "box": box,
        "of_it": of_it,
        "counted": counted_words(cash)[0],
        "pots": pots,
        "prizes": prizes,
        "set_money": [
            f"{line.name} {money(line.owed, club)} ({set_state(line, club)[0].lower()})" for line in cash.set_money
        ],
        "moved": moved_words(cash),
        "density": "densest" if lines > VERY_MANY else "dense" if lines > MANY else "",
    }


@dataclass(frozen=True, slots=True)
class Receipt:
    """A slip for one prize that was paid."""

    number: int
    name: str
    amount: str
    what: str
    made: str

    @property
    def size(self) -> str:
        return size_of(self.name)


def receipts_of(event: Event, entries: Iterable[CashEntry]) -> list[Receipt]:
    """A receipt for each payout, by number."""
    club = event.club
    return [
        Receipt(
            number=entry.number,
            name=entry.who,
            amount=money(-entry.amount, club),
            what=entry.what,
            made=f"{weekday_and_clock(timezone.localtime(entry.at), club.date_style)}, {entry.by}",
        )
        for entry in entries
    ]
