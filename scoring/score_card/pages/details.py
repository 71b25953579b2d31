"""Names and details: their panel, and the draw for the first dealer. No queries."""

from __future__ import annotations

import random
from typing import Any

from django.http import QueryDict

from scoring.models import ScoreCard
from scoring.rules.book import RuleBook
from scoring.rules.cards import Card
from scoring.rules.dealing import draw_for_dealer
from scoring.rules.notation import RANK_NAMES, RANK_SIGNS
from scoring.score_card.entries import DetailsGiven
from scoring.score_card.forms import DealerForm, DetailsForm
from scoring.score_card.names import Names
from scoring.score_card.sheet import Sheet

from .card import names_at, names_of


def details_panel(
    card: ScoreCard, sheet: Sheet, data: QueryDict | None = None, *, form: DetailsForm | None = None
) -> dict[str, Any]:
    """The panel “Who plays?”, before the first hand or by key: filled with what the card says, or with what was
    typed."""
    if form is None:
        initial = {
            "played_on": card.played_on,
            "table_name": card.table_name,
            "round_name": card.round_name,
            "first_dealer": card.first_dealer,
            "hands_agreed": card.hands_agreed,
            "partner_deals": sheet.partner_deals,
        }
        kind = DealerForm if card.host else DetailsForm
        # One form takes names; in the other a tap chooses the dealer among those seated.
        names = names_at(card, sheet) if card.host else names_of(card)
        form = kind(data, names=names, hands_entered=len(sheet.lines), seen=sheet.version, initial=initial)
    has_begun, is_hosted = bool(sheet.lines), bool(card.host)
    return {
        "form": form,
        "draw": _last_draw(sheet, names_at(card, sheet)),
        "title": "Who deals first?" if is_hosted else "Who plays?",
        "save_text": "Save the names" if has_begun else sheet.book.words.say("Start hand 1"),
        "has_begun": has_begun,
        "is_hosted": is_hosted,
    }


def draw_payload(book: RuleBook, rng: random.Random) -> dict[str, Any]:
    """A draw for the first dealer as an entry stores it: each round's cards by seat, and the dealer."""
    dealer, rounds = draw_for_dealer(book, rng)
    return {
        "drawn": [{seat: str(card) for seat, card in drawn.items()} for drawn in rounds],
        "first_dealer": dealer,
    }


def _last_draw(sheet: Sheet, names: Names) -> dict[str, Any] | None:
    """The draw in words, round by round, as long as it is the last entry on a card without a hand."""
    last = sheet.entries[-1].said if sheet.entries else None
    if sheet.lines or not isinstance(last, DetailsGiven) or not last.drawn:
        return None
    cards = []
    for place, drawn in enumerate(last.drawn):
        for seat, text in drawn.items():
            card = Card.parse(text)
            cards.append(
                {
                    "player": names.player(seat),
                    "sign": RANK_SIGNS[card.rank],
                    "rank": RANK_NAMES[card.rank],
                    "suit": card.suit,
                    "is_again": place > 0,
                }
            )
    return {"cards": cards, "dealer": names.player(last.first_dealer or "")}
