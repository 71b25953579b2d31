"""Bids that show meld, given and read, as double-deck players make them.

In a player's first call, while bids go in ones: the opening, or one over, wants the bid; n over shows n × 10 meld (52
as the first bid 20, 53 thirty). Anybody at the table may ask what a bid means.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from scoring.play.seat_view import SeatView
from scoring.rules import auction as bidding
from scoring.rules.auction import Call
from scoring.rules.book import RuleBook
from scoring.rules.cards import Seat
from scoring.rules.melds import meld_total

UNIT: Final = 10
_LEAST_SHOWN: Final = 2  # one over would say something else
_MOST_SHOWN: Final = 8


def are_customary(book: RuleBook) -> bool:
    """Whether bids show meld in this book: with partners, where that is usual."""
    return book.auction.meld_bids and book.has_partners


def shown_at(book: RuleBook, calls: Sequence[Call], place: int) -> int | None:
    """The meld that the call at `place` shows, 0 where it wants the bid; None for a pass, a later call, larger
    steps."""
    call = calls[place]
    if call.bid is None or any(earlier.seat == call.seat for earlier in calls[:place]):
        return None
    high = max((earlier.bid for earlier in calls[:place] if earlier.bid is not None), default=None)
    lowest = bidding.next_bid(book, high)
    over = call.bid - (book.auction.opening if high is None else high)
    if call.bid == lowest:
        return 0
    if over < _LEAST_SHOWN or over > _MOST_SHOWN or not _in_ones(book, lowest, call.bid):
        return None
    return over * UNIT


def _in_ones(book: RuleBook, lowest: int, bid: int) -> bool:
    return bidding.next_bid(book, bid - 1) == bid and all(
        bidding.is_legal_bid(book, amount - 1, amount) for amount in range(lowest, bid)
    )


def shown_by(view: SeatView, seat: Seat | None) -> int | None:
    for place, call in enumerate(view.auction.calls):
        if call.seat == seat:
            return shown_at(view.book, view.auction.calls, place)
    return None


def to_show(view: SeatView) -> int | None:
    book, calls = view.book, view.auction.calls
    if any(call.seat == view.seat for call in calls) or view.auction.out.issuperset(view.partners):
        return None
    units = min(_MOST_SHOWN, meld_total(book, view.hand, None) // UNIT)
    if units < _LEAST_SHOWN:
        return None
    high = view.auction.high
    bid = (book.auction.opening if high is None else high) + units
    shown = shown_at(book, (*calls, Call(view.seat, bid)), len(calls))
    return bid if shown == units * UNIT and bidding.is_legal_bid(book, high, bid) else None


def bid_meaning(view: SeatView, call: Call, name: str = "") -> str | None:
    """A call's meaning as a sentence, or None. `call` is in `view`, or possible now; `name` is the player's."""
    if not are_customary(view.book):
        return None
    calls = view.auction.calls
    if call not in calls:
        calls = (*calls, call)
    meld = shown_at(view.book, calls, calls.index(call))
    if meld is None:
        return None
    name = name or view.book.seat_names[call.seat]
    if not meld:
        return f"{name} wants the bid: {call.bid} was the lowest."
    return f"{name}’s {call.bid} jumps to tell the partner about {meld} meld."
