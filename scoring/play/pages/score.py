"""The score card in short, beside the table; and the count of a hand that is over."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring.rules import wording
from scoring.rules.book import RuleBook
from scoring.rules.cards import Seat, Side
from scoring.rules.deal_score import DealRecord, score_deal
from scoring.rules.notation import figure_text, signed
from scoring.score_card.names import Names
from scoring.score_card.pages.card import CardContext

from .voice import Voice


def score_context(card: CardContext) -> dict[str, Any]:
    """The score card in short, from what the card's own page shows. What is `to_go` for all sides is said once."""
    common = card.heads[0].to_go if len({head.to_go for head in card.heads}) == 1 else ""
    return {
        "sides": [(head.name, head.total_text, "" if common else head.to_go) for head in card.heads],
        "rows": [
            (row.number, [(cell.points, cell.loss, f"bid {cell.bid}" if cell.bid else "") for cell in row.cells])
            for row in card.rows
            if not row.is_now
        ],
        "meta": card.meta.replace(" · ", "\N{NO-BREAK SPACE}· "),  # no line begins with the dot
        "banner": card.banner,
        "to_go": common,
    }


def result_context(
    book: RuleBook,
    record: DealRecord,
    names: Names,
    totals: Mapping[Side, int] | None = None,
    *,
    you: Seat | None = None,
) -> list[dict[str, Any]]:
    """The count of a deal that is done, side by side with the bidders first. `totals` are those after it; `you` is the
    seat of the player who reads."""
    score = score_deal(book, record)
    called = Voice(names, you).sides
    bidding = book.side_of(record.bidder)
    return [
        {
            "name": called[side],
            "line": wording.side_line(book, score, side),
            "reasons": [
                (wording.step_sentence(book, step, called[side]), signed(step.amount) if step.amount else "")
                for step in score.sides[side].steps
            ],
            "after": figure_text(totals[side]) if totals is not None else "",
        }
        for side in (bidding, *book.others(bidding))
    ]
