"""Bidding by a limit: the hand's worth less a safety margin, and when to go on.

A bidding partner keeps the bid unless this hand is clearly better than those that bid so. Meld for any trump counts
with either partner's bid, so it decides how high partners go, not which of them.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final, NamedTuple

from scoring.play.actions import Bid
from scoring.play.seat_view import SeatView
from scoring.play.table import Decision
from scoring.rules.auction import Call, hand_refusal, is_legal_bid, next_bid
from scoring.rules.book import RuleBook
from scoring.rules.cards import Seat
from scoring.rules.melds import meld_total
from scoring.rules.notation import counted, suit_with_sign

from .appraisal import scale_of
from .limits import Limit, share_below, usual_bidders
from .meld_bids import UNIT, are_customary, shown_at, shown_by, to_show

# Of 100 hands that would bid like the partner, how many a hand must be better than, to go over it.
_OVER_PARTNER: Final = 88  # to make the own side's bid dearer
_BESIDE_PARTNER: Final = 72  # where an opponent is likely to go over the partner
_TOLD: Final = 20  # fewer where the partner's bid told of meld
_LIKELY: Final = 0.5  # how often an opponent goes on who is likely to
# Both of the points in tricks. Found, as those above, by playing calls against each other at the same deals.
_KEPT_BACK: Final = 0.1  # between a bid that leaves out others and the limit
_WANTS: Final = 0.57  # a hand that takes so much wants the bid itself
# How often no opponent would have gone to the bid that others are left out for, at the most.
_TOO_DEAR: Final = 0.1


def with_partners_meld(view: SeatView, limit: Limit | None) -> Limit | None:
    """The limit with partners' shown meld instead of the average."""
    shown = [meld for seat in view.partners if (meld := shown_by(view, seat))] if are_customary(view.book) else []
    if limit is None or not shown:
        return limit
    more = sum(shown) - len(shown) * scale_of(view.book).partner_meld
    appraisal = replace(limit.appraisal, help=limit.appraisal.help + more)
    return replace(limit, amount=limit.amount + more, appraisal=appraisal)


def bid(view: SeatView, own: Limit | None, *, meld_bids: bool = False) -> Decision:
    """A call with this limit; with `meld_bids` it may show meld, and counts the partner's."""
    limit = with_partners_meld(view, own) if meld_bids else own
    lowest = next_bid(view.book, view.auction.high)
    shown = _showing(view, limit) if meld_bids and are_customary(view.book) else None
    if shown is not None:
        return shown
    if limit is None or own is None:
        return _pass(view, "You have no marriage, so you couldn’t name trump.")
    if lowest <= limit.highest:
        beside = _beside_partner(view, own, lowest, reads_meld=meld_bids) if partner_has_bid(view) else None
        if beside is not None and not beside.is_better:
            return _pass(view, lambda: f"{beside.words}: leave the bid to your partner.")
        return _go_on(view, limit, lowest, beside, meld_bids=meld_bids)
    return _pass(view, lambda: f"{_worth(view.book, limit)} That isn’t enough for {lowest}.")


def as_asked(view: SeatView, decision: Decision) -> Decision:
    """The decision where the book leaves the call to the player (`auction.needs`, `auction.must`), else what it asks
    for."""
    auction = view.book.auction
    if auction.needs == auction.must == "nothing":
        return decision
    assert isinstance(decision.action, Bid), decision
    call = Call(view.seat, decision.action.amount)
    why = hand_refusal(view.book, view.auction, call, view.hand)
    if why is None:
        return decision
    return _pass(view, why) if call.bid is not None else _bid(view, next_bid(view.book, view.auction.high), why)


def _go_on(view: SeatView, limit: Limit, lowest: int, beside: _Beside | None, *, meld_bids: bool) -> Decision:
    """The call of a hand that carries the lowest bid: that, or as high as opponents come anyway."""

    def why(amount: int) -> str:
        return (f"{beside.words}{beside.why}. " if beside else "") + _carries(view.book, limit, amount)

    if view.book.auction.passing == "once" and not opponents_are_out(view):
        only = _highest(view, int(limit.highest), lowest)
        return _bid(view, only, lambda: f"{why(only)} You bid only once, so bid what the hand is worth.")
    amount = lowest if opponents_are_out(view) else _at_once(view, limit, lowest)
    if amount > lowest and not (meld_bids and _says_meld(view, amount)):
        anyway = f"Your opponents are likely to go to {amount} anyway, so bid it at once."
        return _bid(view, amount, lambda: f"{why(amount)} {anyway}")
    return _bid(view, lowest, lambda: why(lowest))


def _at_once(view: SeatView, limit: Limit, lowest: int) -> int:
    """The highest bid below the limit to which an opponent would almost surely go; else `lowest`."""
    book = view.book
    own = int(limit.highest - _KEPT_BACK * book.total_points)
    most = min(own, _anyway(book, _shown_by_opponents(view))) if own > lowest else lowest
    return _highest(view, most, lowest)


def _highest(view: SeatView, most: int, lowest: int) -> int:
    """The highest legal bid up to `most`, else `lowest`."""
    book, high = view.book, view.auction.high
    return next((amount for amount in range(most, lowest, -1) if is_legal_bid(book, high, amount)), lowest)


def _shown_by_opponents(view: SeatView) -> tuple[int, ...]:
    """The last bids of opponents still in, 0 before the first."""
    auction = view.auction
    bids = {call.seat: call.bid for call in auction.calls if call.bid is not None}
    return tuple(bids.get(seat, 0) for seat in opponents(view) if seat not in auction.out)


@lru_cache(maxsize=4096)
def _anyway(book: RuleBook, shown: tuple[int, ...]) -> int:
    """The highest amount almost surely reached by opponents who have `shown` so much."""
    amount = max(shown, default=0)
    while shown and math.prod(share_below(book, amount + 1, each) for each in shown) <= _TOO_DEAR:
        amount += 1
    return amount


def _says_meld(view: SeatView, amount: int) -> bool:
    if not are_customary(view.book):
        return False
    calls = (*view.auction.calls, Call(view.seat, amount))
    return bool(shown_at(view.book, calls, len(calls) - 1))


def _showing(view: SeatView, limit: Limit | None) -> Decision | None:
    """A bid that shows meld; None for a hand that wants the bid itself, or can't carry it."""
    amount = to_show(view)
    if limit is None or amount is None or partner_has_bid(view):
        return None
    wants = limit.appraisal.take >= _WANTS * view.book.total_points
    if wants or amount > limit.highest:
        return None
    meld = (amount - (view.auction.high or view.book.auction.opening)) * UNIT
    return _bid(view, amount, f"{amount} tells your partner about {meld} meld. Your hand doesn’t want the bid itself.")


# -- beside the partner ------------------------------------------------------------------


class Shown(NamedTuple):
    """A bid's meaning: `worths` of the hands that make it, weakest first, and whether it `told` of meld."""

    worths: tuple[float, ...]
    told: bool

    def needed(self, book: RuleBook, lowest: int, rivals: tuple[int, ...]) -> int:
        """The share, of 100 such hands, to beat for `lowest` over the bid; `rivals` as in `_shown_by_opponents`."""
        goes_on = 1 - math.prod(share_below(book, lowest, each) for each in rivals)
        share = (_BESIDE_PARTNER if goes_on > _LIKELY else _OVER_PARTNER) - (_TOLD if self.told else 0)
        return 100 - (100 - share) // max(1, book.deal.side_size - 1)  # several partners may be the better one


def shown_by_calls(book: RuleBook, calls: Sequence[Call], *, reads_meld: bool = False) -> dict[Seat, Shown]:
    """The meaning of each bidder's last bid; one over the partner shows a better hand."""
    shown: dict[Seat, Shown] = {}
    bids: dict[Seat, int] = {}
    out: set[Seat] = set()
    holder: Seat | None = None
    for place, call in enumerate(calls):
        if call.bid is None:
            out.add(call.seat)
            continue
        least, partners = -math.inf, book.partners(call.seat)
        if holder is not None and holder in partners:
            worths = shown[holder].worths
            rivals = tuple(bids.get(seat, 0) for seat in book.seats if seat not in (*out, call.seat, *partners))
            needed = shown[holder].needed(book, next_bid(book, bids[holder]), rivals)
            least = worths[needed * len(worths) // 100]
        told = reads_meld and are_customary(book) and bool(shown_at(book, calls, place))
        shown[call.seat] = Shown(usual_bidders(book, call.bid, least), told)
        bids[call.seat], holder = call.bid, call.seat
    return shown


class _Beside(NamedTuple):
    many: int
    meld: int
    told: bool
    is_better: bool
    goes_on: bool

    @property
    def words(self) -> str:
        told = "Your partner’s bid told you of meld. " if self.told else ""
        meld = f"{self.meld} of your meld counts with any trump. Without it, " if self.meld else ""
        many = {0: "hardly any", 100: "nearly all"}.get(self.many, f"about {self.many} of 100")
        said = f"{many} hands that make your partner’s bid are worth less than yours"
        return f"{told}{meld}{said if meld else said[0].upper() + said[1:]}"

    @property
    def why(self) -> str:
        if self.goes_on:
            return ", and an opponent is likely to bid on"
        return ": that’s enough" if self.told else ": that’s clearly better"


def _beside_partner(view: SeatView, own: Limit, lowest: int, *, reads_meld: bool) -> _Beside:
    assert view.auction.bidder is not None, view
    meld = meld_total(view.book, view.hand, None)
    theirs = shown_by_calls(view.book, view.auction.calls, reads_meld=reads_meld)[view.auction.bidder]
    needed = theirs.needed(view.book, lowest, _shown_by_opponents(view))
    many = 100 * bisect_left(theirs.worths, own.amount - meld) // len(theirs.worths)
    return _Beside(many, meld, theirs.told, many >= needed, needed < theirs.needed(view.book, lowest, ()))


def _worth(book: RuleBook, limit: Limit) -> str:
    each, worth = limit.appraisal, math.floor(limit.amount)
    take, help_ = round(each.take), round(each.help)
    parts = [f"{each.meld} meld", f"about {take} take"]
    if help_:
        parts.append(f"about {help_} from {_helpers(book)}")
    margin = each.meld + take + help_ - worth
    if margin:
        parts.append(f"less {margin} to be safe")
    return (
        f"{_game(limit)}With {suit_with_sign(each.suit)} as trump your hand is worth about {worth}: {', '.join(parts)}."
    )


def _helpers(book: RuleBook) -> str:
    if book.deal.calls_partner:
        return "the partner you call"
    if not book.has_partners:
        return "the kitty"
    return "your partner" if book.deal.are_pairs else "your partners"


def _game(limit: Limit) -> str:
    return f"{limit.game} would be the game. " if limit.game else ""


def _carries(book: RuleBook, limit: Limit, bid: int) -> str:
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
    return view.auction.bidder in view.partners


def opponents_are_out(view: SeatView) -> bool:
    return view.auction.out.issuperset(opponents(view))


def opponents(view: SeatView) -> list[Seat]:
    book = view.book
    return [seat for side in book.others(view.side) for seat in book.seats_of(side)]
