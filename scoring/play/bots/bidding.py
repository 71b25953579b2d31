"""Bidding by a limit: what the hand is worth, less a margin for safety, and when to go on.

A hand never stops below what it melds for certain, and does not climb by ones to where the
bidding comes anyway. A partner who bids is left the bid unless this hand is better than what
the partner's bids have shown; a partner who would be stuck with the bid is helped out of it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from scoring.play.actions import Bid
from scoring.play.seat_view import SeatView
from scoring.play.table import Decision
from scoring.rules.auction import Call, is_legal_bid, next_bid
from scoring.rules.book import RuleBook
from scoring.rules.cards import Seat
from scoring.rules.notation import counted, suit_with_sign

from .figures import figures
from .limits import Limit, share_below, usual_limit
from .meld_bids import UNIT, are_customary, message_of, shown_by, to_show

# All of these of the points in tricks. Found by playing calls against each other at the same deals.
_STRETCH: Final = 0.12  # what it is worth that the partner is not stuck
_OVER_PARTNER: Final = 0.3  # better than what the partner showed, to make the own side's bid dearer
_BESIDE_PARTNER: Final = -0.1  # while an opponent may still bid over the partner
_KEPT_BACK: Final = 0.1  # between a bid that leaves out others and the limit
_WANTS: Final = 0.57  # a hand that takes so much wants the bid itself
# How often no opponent would have gone to the bid that others are left out for, at the most.
_TOO_DEAR: Final = 0.1


def with_partners_meld(view: SeatView, limit: Limit | None) -> Limit | None:
    """The limit with the partner's meld as it was shown by a bid, and not as the average."""
    said = shown_by(view, view.partner) if are_customary(view.book) else None
    if limit is None or said is None or not said.meld:
        return limit
    more = said.meld - figures(view.book).partner_meld
    appraisal = replace(limit.appraisal, help=limit.appraisal.help + more)
    return replace(limit, amount=limit.amount + more, appraisal=appraisal)


def bid(view: SeatView, limit: Limit | None, *, meld_bids: bool = False) -> Decision:
    """The call of a player with this limit; with `meld_bids` it may show meld to the partner."""
    lowest = next_bid(view.book, view.auction.high)
    shown = _showing(view, limit) if meld_bids and are_customary(view.book) else None
    if shown is not None:
        return shown
    if limit is None:
        return _pass(view, "You have no marriage, so you couldn’t name trump.")
    if lowest <= limit.highest:
        return _go_on(view, limit, lowest, meld_bids=meld_bids)
    if saves_partner(view) and lowest <= limit.amount + _STRETCH * view.book.total_points:
        return _bid(view, lowest, lambda: f"Your partner would be stuck with the bid. {_worth(view.book, limit)}")
    return _pass(view, lambda: f"{_worth(view.book, limit)} That isn’t enough for {lowest}.")


def _go_on(view: SeatView, limit: Limit, lowest: int, *, meld_bids: bool) -> Decision:
    """The call of a hand that carries the lowest bid: that where nobody competes, else one as high as the bidding
    comes anyway; and a pass where the partner's bids have shown as good a hand."""
    is_free, beside = opponents_are_out(view), ""
    if partner_has_bid(view):
        shown = _shown_by_partner(view, lowest, reads_meld=meld_bids)
        says = f"Your partner’s bids show cards worth about {round(shown)}."
        if limit.amount < shown + _beyond_partner(is_free) * view.book.total_points:
            better = "isn’t clearly better" if is_free else "isn’t as good"
            return _pass(
                view, lambda: f"{says} {_worth(view.book, limit)} That {better}: leave the bid to your partner."
            )
        if is_free:
            return _bid(view, lowest, lambda: f"{says} Yours is clearly better. {_worth(view.book, limit)}")
        beside = f"{says} Yours is {'' if limit.amount >= shown else 'nearly '}as good. "
    amount = lowest if is_free else _at_once(view, limit, lowest)
    if amount > lowest and not (meld_bids and _says_meld(view, amount)):
        anyway = f"Your opponents are likely to go to {amount} anyway, so bid it at once."
        return _bid(view, amount, lambda: f"{beside}{_carries(view.book, limit, amount)} {anyway}")
    return _bid(view, lowest, lambda: beside + _carries(view.book, limit, lowest))


def _at_once(view: SeatView, limit: Limit, lowest: int) -> int:
    """The highest bid, somewhat below the limit, to which an opponent would almost surely go; else `lowest`."""
    book, high = view.book, view.auction.high
    own = int(limit.highest - _KEPT_BACK * book.total_points)
    most = min(own, _anyway(book, _shown_by_opponents(view))) if own > lowest else lowest
    return next((amount for amount in range(most, lowest, -1) if is_legal_bid(book, high, amount)), lowest)


def _shown_by_opponents(view: SeatView) -> tuple[int, ...]:
    """The last bid of each opponent who may still go on, 0 before the first."""
    auction = view.auction
    bids = {call.seat: call.bid for call in auction.calls if call.bid is not None}
    return tuple(bids.get(seat, 0) for seat in opponents(view) if seat not in auction.out)


@lru_cache(maxsize=4096)
def _anyway(book: RuleBook, shown: tuple[int, ...]) -> int:
    """The highest amount to which one of some opponents who have `shown` to go so high would almost surely go."""
    amount = max(shown, default=0)
    while shown and math.prod(share_below(book, amount + 1, each) for each in shown) <= _TOO_DEAR:
        amount += 1
    return amount


def _says_meld(view: SeatView, amount: int) -> bool:
    """Whether a partner who reads bids would take this one for meld."""
    if not are_customary(view.book):
        return False
    calls = (*view.auction.calls, Call(view.seat, amount))
    said = message_of(view.book, calls, len(calls) - 1)
    return said is not None and said.meld > 0


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


def _shown_by_partner(view: SeatView, lowest: int, *, reads_meld: bool) -> float:
    """How high the partner's hand goes, to judge by all of the partner's bids; it costs the `lowest` at least.

    A bid that told of meld says nothing of a hand that wants to play.
    """
    assert view.partner is not None, view
    said = shown_by(view, view.partner) if reads_meld and are_customary(view.book) else None
    if said is not None and said.meld:
        return float(lowest)
    return max(shown_by_calls(view.book, view.auction.calls)[view.partner], float(lowest))


def shown_by_calls(book: RuleBook, calls: Sequence[Call]) -> dict[Seat, float]:
    """How high the hand of each bidder goes, to judge by the last bid: a bid over the partner shows a better hand."""
    shown: dict[Seat, float] = {}
    out: set[Seat] = set()
    holder: Seat | None = None
    for call in calls:
        if call.bid is None:
            out.add(call.seat)
            continue
        partner = book.partner(call.seat)
        needed = float(call.bid)
        if holder is not None and holder == partner:
            is_free = out >= set(book.seats) - {call.seat, partner}
            needed = max(needed, shown[partner] + _beyond_partner(is_free) * book.total_points)
        shown[call.seat] = usual_limit(book, needed)
        holder = call.seat
    return shown


def _beyond_partner(opponents_out: bool) -> float:
    return _OVER_PARTNER if opponents_out else _BESIDE_PARTNER


def _worth(book: RuleBook, limit: Limit) -> str:
    """What the hand is worth, in parts that add up to it."""
    each, worth = limit.appraisal, math.floor(limit.amount)
    take, help_ = round(each.take), round(each.help)
    parts = [f"{each.meld} meld", f"about {take} take"]
    if help_:
        parts.append(f"about {help_} from {'your partner' if book.is_partnership else 'the kitty'}")
    kept = each.meld + take + help_ - worth
    if kept:
        parts.append(f"less {kept} to be safe")
    return (
        f"{_game(limit)}With {suit_with_sign(each.suit)} as trump your hand is worth about {worth}: {', '.join(parts)}."
    )


def _game(limit: Limit) -> str:
    """What it is that makes the bid another than that of the same hand elsewhere."""
    return f"{limit.game} would be the game. " if limit.game else ""


def _carries(book: RuleBook, limit: Limit, bid: int) -> str:
    """Why the hand may bid so much."""
    if bid > limit.sure:
        return f"{_worth(book, limit)} That’s enough for {bid}."
    meld = limit.appraisal.meld
    if bid <= meld:
        return f"{_game(limit)}Your {meld} meld covers {bid} by itself."
    return f"Your {meld} meld and the {counted(limit.sure - meld, 'point')} that you must take anyway cover {bid}."


def _bid(view: SeatView, amount: int, reason: str | Callable[[], str]) -> Decision:
    return Decision(Bid(view.seat, amount), reason)


def _pass(view: SeatView, reason: str | Callable[[], str]) -> Decision:
    return Decision(Bid(view.seat, None), reason)


# -- where the auction stands ------------------------------------------------------------


def partner_has_bid(view: SeatView) -> bool:
    """Whether the partner holds the high bid."""
    bidder = view.auction.bidder
    return bidder is not None and bidder == view.partner


def opponents_are_out(view: SeatView) -> bool:
    """Whether nobody of another side can still bid."""
    return view.auction.out.issuperset(opponents(view))


def opponents(view: SeatView) -> list[Seat]:
    """Who plays against this seat."""
    book = view.book
    return [seat for side in book.others(view.side) for seat in book.seats_of(side)]


def saves_partner(view: SeatView) -> bool:
    """Whether the partner deals and would take a stuck bid if this seat passed too."""
    return view.auction.high is None and view.dealer == view.partner and opponents_are_out(view)
