"""The score card in short, beside the table; and the count of a hand that is over."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.rules import wording
from scoring.rules.book import RuleBook
from scoring.rules.cards import Seat, Side
from scoring.rules.deal_score import DealRecord, score_deal
from scoring.rules.notation import figure_text, signed
from scoring.score_card.names import Names
from scoring.score_card.pages.card import CardContext

from .voice import Voice


@dataclass(frozen=True, slots=True)
class ScoreContext:
    """The score card in short. `to_go` is what is the same for all sides, and then said once."""

    sides: tuple[dict[str, Any], ...]
    rows: tuple[dict[str, Any], ...]
    meta: str
    banner: str
    to_go: str = ""


def score_context(card: CardContext) -> ScoreContext:
    """The score card in short, from what the card's own page shows."""
    rows = tuple(
        {
            "number": row.number,
            "cells": tuple(
                {
                    "points": cell.points,
                    "total": cell.total,
                    "word": f"bid {cell.bid}" if cell.bid else "",
                    "is_loss": cell.loss,
                }
                for cell in row.cells
            ),
        }
        for row in card.rows
        if not row.is_now
    )
    common = card.heads[0].to_go if len({head.to_go for head in card.heads}) == 1 else ""
    sides = tuple(
        {
            "name": head.name,
            "total": head.total_text,
            "to_go": "" if common else head.to_go,
            "is_winner": head.is_winner,
        }
        for head in card.heads
    )
    meta = card.meta.replace(" · ", "\N{NO-BREAK SPACE}· ")  # no line begins with the dot
    return ScoreContext(sides, rows, meta, card.banner, common)


# -- the hand that is over ---------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ResultContext:
    """How a hand ended: each side's count, what was found of a claim, and who won the game if it is over (`banner`);
    where cards are dealt again, a `headline` alone."""

    sides: tuple[dict[str, Any], ...] = ()
    finding: str = ""
    banner: str = ""
    headline: str = ""


def result_context(
    book: RuleBook,
    record: DealRecord,
    names: Names,
    totals: Mapping[Side, int] | None = None,
    *,
    you: Seat | None = None,
    finding: str = "",
    banner: str = "",
) -> ResultContext:
    """The count of a deal that is done.

    `totals` are those after it; `you` is the seat of the player who reads; `finding` is of a
    claim; `banner` says who won the game.
    """
    score = score_deal(book, record)
    called = Voice(names, you).sides
    bidding = book.side_of(record.bidder)
    sides = [bidding, *book.others(bidding)]
    lines = {side: wording.side_line(book, score, side, called) for side in sides}
    return ResultContext(
        sides=tuple(
            {
                "name": called[side],
                "line": lines[side].text,
                "points": lines[side].signed_points,
                "is_loss": lines[side].points < 0,
                "reasons": tuple(
                    (wording.step_sentence(book, step, called[side]), signed(step.amount) if step.amount else "")
                    for step in score.sides[side].steps
                ),
                "after": figure_text(totals[side]) if totals is not None else "",
            }
            for side in sides
        ),
        finding=finding,
        banner=banner,
    )


def redealt_context(who: str) -> ResultContext:
    """A deal that was given back: nothing is counted and the same dealer deals again."""
    return ResultContext(headline=f"{who} asked for new cards, so the hand is dealt again.")
