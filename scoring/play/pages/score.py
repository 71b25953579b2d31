"""The score card in short, and a finished hand's count."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from scoring.rules import wording
from scoring.rules.book import RuleBook
from scoring.rules.cards import Seat, Side
from scoring.rules.deal_score import DealRecord, DealScore, Outcome, score_deal
from scoring.rules.notation import counted, figure_text, signed
from scoring.rules.odds import plays_alike
from scoring.rules.rarity import built_in_rarity
from scoring.score_card.names import MOST_BY_WHOLE_NAMES, Names, soft
from scoring.score_card.pages.card import CardContext, HeadContext

from .voice import Voice

# How high a bid is, is told where so high a one wins in one hand of so many; where it is rare, making it stands out.
HIGH: Final = 4
RARE: Final = 20


def score_context(card: CardContext) -> dict[str, Any]:
    """The score card in short, from its own page; `to_go` once where equal for all."""
    common = card.heads[0].to_go if len({head.to_go for head in card.heads}) == 1 else ""
    return {
        "sides": [(_column(card, head), head.total_text, "" if common else head.to_go) for head in card.heads],
        "rows": [
            (row.number, [(cell.points, cell.loss, f"bid {cell.bid}" if cell.bid else "") for cell in row.cells])
            for row in card.rows
            if not row.is_now
        ],
        "meta": card.meta.replace(" · ", "\N{NO-BREAK SPACE}· "),  # no line begins with the dot
        "banner": card.banner,
        "to_go": common,
    }


def _column(card: CardContext, head: HeadContext) -> str:
    """A column's name; the first, where more than four stand beside one another."""
    if len(card.heads) <= MOST_BY_WHOLE_NAMES:
        return head.name
    return soft(card.names.short(head.side))


def result_context(
    book: RuleBook,
    record: DealRecord,
    names: Names,
    totals: Mapping[Side, int] | None = None,
    *,
    you: Seat | None = None,
) -> list[dict[str, Any]]:
    """A finished deal's count by side, bidders first. `totals` are those after it; `you` is the reader's seat."""
    score = score_deal(book, record)
    called = Voice(names.under(book), you).sides
    bidding = book.side_of(record.bidder)
    return [
        {
            "name": called[side],
            "line": wording.side_line(book, score, side),
            "reasons": [
                (wording.step_sentence(book, step, called[side]), signed(step.amount) if step.amount else "")
                for step in score.sides[side].steps
            ],
            "after": _after(side, totals, names, you) if totals is not None else "",
        }
        for side in (bidding, *book.others(bidding))
    ]


def _after(side: Side, totals: Mapping[Side, int], names: Names, you: Seat | None) -> str:
    """What a side has now; each of those who played together in this hand alone."""
    if side in totals:
        return figure_text(totals[side])
    return ", ".join(f"{Voice(names, you).name(seat)} {figure_text(totals[seat])}" for seat in side)


def headline_of(
    book: RuleBook,
    record: DealRecord,
    names: Names,
    totals: Mapping[Side, int] | None = None,
    *,
    you: Seat | None = None,
) -> dict[str, Any]:
    """The hand in a figure and words, for the player's side, for watchers the bidders': `+47`, `Doris & Stan: made
    28`. A rare bid that is made `stands_out`; `standing` are the totals after it."""
    score = score_deal(book, record)
    called = Voice(names.under(book), you).sides
    bidding = book.side_of(record.bidder)
    mine = book.side_of(you) if you in book.seats else bidding
    is_own = you in book.seats_of(bidding)
    words = wording.side_line(book, score, bidding).verdict
    if score.played and score.outcome is Outcome.SET:
        words = f"set, {words}"
    height, is_rare = _height(book, record)
    return {
        "points": score.scores[mine],
        "figure": signed(score.scores[mine]),
        "words": words if is_own else f"{called[bidding]}: {words}",
        "margin": _margin(score, bidding),
        "height": height,
        "stands_out": is_rare and is_own and score.is_made,
        "standing": " · ".join(
            f"{Voice(names, you).side(side)} {figure_text(total)}" for side, total in (totals or {}).items()
        ),
    }


def _margin(score: DealScore, bidding: Side) -> str:
    part = score.sides[bidding]
    figures = next((step.facts for step in part.steps if "have" in step.facts), None)
    if figures is None or not part.has("made") or not score.played:
        return ""
    over = figures["have"] - figures["bid"]
    return f"{counted(over, 'point')} over the bid." if over else "Exactly the bid."


def _height(book: RuleBook, record: DealRecord) -> tuple[str, bool]:
    """A high bid in words, where the book's odds are known; and whether it is rare."""
    table = built_in_rarity(book)
    if table is None or record.stuck or not plays_alike(book, table):
        return "", False
    reached = table.reaching(record.bid)
    if reached * HIGH > table.hands:
        return "", False
    words = f"A high bid: {table.bid_odds(record.bid)} goes for {record.bid} or more."
    return book.words.say(words), reached * RARE <= table.hands
