"""A finished deal as score card entries: the three steps that a table types. Pure."""

from __future__ import annotations

from typing import Any

from scoring.rules.deal_score import DealRecord
from scoring.rules.dealing import redeal_cause
from scoring.rules.melds import best_meld
from scoring.rules.notation import format_cards
from scoring.score_card.redeals import redeal_payload
from scoring.score_card.sheet import Line

from .seat_view import seat_view
from .state import DealState, record_of


def entries_of(state: DealState, line: Line) -> tuple[tuple[str, dict[str, Any]], ...]:
    """The entries for a finished deal on the open `line`, in order; one `redeal` where new cards were asked for."""
    if state.redealt_by is not None:
        why = redeal_cause(state.book, state.hands[state.redealt_by])
        return (("redeal", redeal_payload(state.book, line, why)),)
    record = record_of(state)
    return (
        ("bid", _bid(state, record) | ({"board": line.board} if line.board else {})),
        ("meld", _meld(state, record)),
        ("take", _take(record)),
    )


def _bid(state: DealState, record: DealRecord) -> dict[str, Any]:
    return {
        "dealer": state.dealer,
        "bidder": record.bidder,
        "bid": record.bid,
        "trump": record.trump,
        "no_marriage": record.no_marriage,
        **({"partner": record.partner} if state.book.deal.calls_partner else {}),
    }


def _meld(state: DealState, record: DealRecord) -> dict[str, Any]:
    # What lay open on the table, as any player saw it; melds as `scoring.score_card.meld_counts.taps_payload` has them.
    seen = seat_view(state, state.book.seats[0]).melds
    shown = {seat: meld.cards for seat, meld in seen.items() if meld.cards}
    melds = {seat: best_meld(state.book, cards, state.trump).melds for seat, cards in shown.items()}
    return {
        "meld": dict(record.meld),
        "player_meld": dict(record.player_meld),
        "melds": {seat: [[meld.kind.value, meld.suit, meld.count] for meld in laid] for seat, laid in melds.items()},
        "cards": {seat: format_cards(cards) for seat, cards in shown.items()},
        "moon": record.moon,
        "thrown_in": record.thrown_in,
        **_laid(record),
    }


def _laid(record: DealRecord) -> dict[str, bool]:
    said = {"laid_stands": record.laid_stands, "laid_played": record.laid_played}
    return {name: True for name, is_so in said.items() if is_so}


def _take(record: DealRecord) -> dict[str, Any]:
    return {
        "take": dict(record.take),
        "last_trick": record.last_trick,
        "tricks": dict(record.tricks),
        "player_tricks": dict(record.player_tricks),
        "renege": None,
        "moon": record.moon,
        "thrown_in": record.thrown_in,
        **_laid(record),
    }
