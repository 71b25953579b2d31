"""Bidding by a limit: what the hand is worth, less a margin for safety, and when to go on.

The limit comes from the appraisal. A hand never stops below what it melds for certain; a
partner who bids is left the bid unless this hand is clearly better; a partner who would be
stuck with the bid is helped out of it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from scoring.play.actions import Bid
from scoring.play.seat_view import SeatView
from scoring.play.table import Decision
from scoring.rules.book import RuleBook
from scoring.rules.cards import Card, Suit
from scoring.rules.notation import counted, suit_with_sign

from .appraisal import Appraisal, best_trump
from .figures import figures
from .meld_bids import UNIT, are_customary, shown_by, to_show

# Kept back, of all points in tricks. Found by playing limits against each other; where cards
# are passed the bid is worth more, since only the bidders improve their hands.
_SAFETY: Final = 0.14
_SAFETY_WITH_PASS: Final = 0.04
_STRETCH: Final = 0.12  # what it is worth that the partner is not stuck
_OVER_PARTNER: Final = 0.2
_WANTS: Final = 0.57  # of all points in tricks: a hand that takes so much wants the bid itself


@dataclass(frozen=True, slots=True)
class Limit:
    """How high to go, and with which trump in mind; `sure` is what is made in any case."""

    amount: float
    sure: int
    appraisal: Appraisal

    @property
    def highest(self) -> float:
        return max(self.amount, float(self.sure))


def with_partners_meld(view: SeatView, limit: Limit | None) -> Limit | None:
    """The limit with the partner's meld as it was shown by a bid, and not as the average."""
    said = shown_by(view, view.partner) if are_customary(view.book) else None
    if limit is None or said is None or not said.meld:
        return limit
    more = said.meld - figures(view.book).partner_meld
    appraisal = replace(limit.appraisal, help=limit.appraisal.help + more)
    return replace(limit, amount=limit.amount + more, appraisal=appraisal)


def limit_for(book: RuleBook, hand: Sequence[Card], melds: Mapping[Suit, int] | None = None) -> Limit | None:
    """How high a hand may go that knows nothing of the others; `melds` as in `best_trump`."""
    best = best_trump(book, hand, melds)
    if best is None:
        return None
    safety = _SAFETY_WITH_PASS if book.passing is not None else _SAFETY
    return Limit(best.total - safety * book.total_points, _sure(book, best), best)


def _sure(book: RuleBook, best: Appraisal) -> int:
    """Its meld, and the least that the side must take in any case."""
    contract = book.contract
    return best.meld + (contract.points_needed if contract.bidders_need == "points" else 0)


def bid(view: SeatView, limit: Limit | None, *, meld_bids: bool = False) -> Decision:
    """The call of a player with this limit; with `meld_bids` it may show meld to the partner."""
    assert view.choices is not None, view
    lowest = view.choices.lowest_bid
    assert lowest is not None, view.choices
    shown = _showing(view, limit) if meld_bids and are_customary(view.book) else None
    if shown is not None:
        return shown
    if limit is None:
        return _pass(view, "You have no marriage, so you couldn’t name trump.")
    if partner_has_bid(view) and opponents_are_out(view):
        return _over_partner(view, limit, lowest)
    if lowest <= limit.sure:
        return _bid(view, lowest, _covered(limit, lowest))
    if lowest <= limit.amount:
        return _bid(view, lowest, f"{_worth(limit)} That carries {lowest}.")
    if saves_partner(view) and lowest <= limit.amount + _STRETCH * view.book.total_points:
        return _bid(view, lowest, f"Your partner would be stuck with the bid. {_worth(limit)}")
    return _pass(view, f"{_worth(limit)} That doesn’t carry {lowest}.")


def _showing(view: SeatView, limit: Limit | None) -> Decision | None:
    """A bid that shows meld, from a hand that leaves the bid to the partner; None where it would say too much."""
    amount = to_show(view)
    if limit is None or amount is None or partner_has_bid(view):
        return None
    wants = limit.appraisal.take >= _WANTS * view.book.total_points
    if wants or amount > limit.highest:
        return None
    meld = (amount - (view.auction.high or view.book.auction.opening)) * UNIT
    return _bid(view, amount, f"{amount} tells your partner about {meld} meld. Your hand doesn’t want the bid itself.")


def _over_partner(view: SeatView, limit: Limit, lowest: int) -> Decision:
    """The opponents are out: raising only makes the own side's bid dearer."""
    margin = _OVER_PARTNER * view.book.total_points
    if limit.amount >= lowest + margin:
        return _bid(view, lowest, f"Your hand is clearly better than a bid of {view.auction.high}. {_worth(limit)}")
    return _pass(view, "Your partner has the bid, and nobody else wants it.")


def _worth(limit: Limit) -> str:
    """What the hand is worth, in parts that add up to it."""
    each, worth = limit.appraisal, math.floor(limit.amount)
    take, help_ = round(each.take), round(each.help)
    parts = [f"{each.meld} meld", f"about {take} in tricks"]
    if help_:
        parts.append(f"about {help_} in help")
    kept = each.meld + take + help_ - worth
    if kept:
        parts.append(f"less {kept} to be safe")
    return f"With {suit_with_sign(each.suit)} as trump your hand is worth about {worth}: {', '.join(parts)}."


def _covered(limit: Limit, bid: int) -> str:
    meld = limit.appraisal.meld
    if bid <= meld:
        return f"Your {meld} meld covers {bid} by itself."
    return f"Your {meld} meld and the {counted(limit.sure - meld, 'point')} that you must take anyway cover {bid}."


def _bid(view: SeatView, amount: int, reason: str) -> Decision:
    return Decision(Bid(view.seat, amount), reason)


def _pass(view: SeatView, reason: str) -> Decision:
    return Decision(Bid(view.seat, None), reason)


# -- where the auction stands ------------------------------------------------------------


def partner_has_bid(view: SeatView) -> bool:
    """Whether the partner holds the high bid."""
    return view.partner is not None and view.auction.bidder == view.partner


def opponents_are_out(view: SeatView) -> bool:
    """Whether nobody of another side can still bid."""
    others = [seat for seat in view.book.seats if view.book.side_of(seat) != view.side]
    return all(seat in view.auction.out for seat in others)


def saves_partner(view: SeatView) -> bool:
    """Whether the partner deals and would take a stuck bid if this seat passed too."""
    return view.auction.high is None and view.dealer == view.partner and opponents_are_out(view)
