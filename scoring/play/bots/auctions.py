"""The gain of a bid over a pass, from auctions of Club players that stood alike.

A limit tells a hand's worth, but not what happens when another has the bid: meld for any trump counts for defenders,
too, a partner may go on, an opponent be pushed up.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from scoring.play.actions import Bid
from scoring.play.seat_view import SeatView
from scoring.play.table import Decision
from scoring.rules.auction import next_bid
from scoring.rules.book import RuleBook
from scoring.rules.melds import meld_total
from scoring.rules.notation import counted

from .bidding import opponents, opponents_are_out, partner_has_bid
from .limits import Limit
from .meld_bids import are_customary, shown_by
from .stakes import may_end_game

# Of all points in tricks: less than so much is a tie, and a limit so far from the bid is right anyway.
_LEAST: Final = 0.03
_FAR: Final = 0.4
_TAKES: Final = 0.5  # hands that take less gained nothing by going on where the Club stops

Fitted = Mapping[str, tuple[float, ...]]
"""By kind of auction, a weight for each of the `Signs`."""


class Signs(NamedTuple):
    """The features of an auction; points as shares of all points, cards as shares of a hand."""

    always: float
    slack: float  # from the bid to the limit
    beyond: float  # the same, where it is more than nothing
    anyway: float  # meld that counts with any trump
    take: float
    length: float
    trump_aces: float
    price: float  # from the opening to the bid
    partner_bid: float
    partners: float  # from the opening to the partner's last bid
    opponents: float  # and to the opponents' highest
    again: float  # whether this seat has bid before
    own: float  # and from the opening to that bid
    told: float  # whether the partner's bid showed meld
    dealer: float
    partner_deals: float
    calls: float  # so far, a round of them for one
    rivals: float  # the share of the opponents who are not out


def decide(
    view: SeatView, limit: Limit, club: Decision, *, reads_meld: bool = False, fitted: Fitted | None = None
) -> Decision:
    """The Club's call, or a clearly better one; not where the game may end, when points aren't all."""
    gain = None if may_end_game(view) or limit.game else gain_of(view, limit, reads_meld=reads_meld, fitted=fitted)
    lowest, bids = next_bid(view.book, view.auction.high), club.action != Bid(view.seat, None)
    if gain is None or abs(gain) < _LEAST * view.book.total_points or (gain > 0) == bids:
        return club
    if gain > 0:
        if limit.appraisal.take < _TAKES * view.book.total_points:
            return club
        return Decision(Bid(view.seat, lowest), lambda: _came_out(gain, f"bid {lowest}"))
    if lowest <= limit.sure:
        return club
    anyway = meld_total(view.book, view.hand, None)
    meld = f"{anyway} of your meld counts with any trump, for a defender too. " if anyway else ""
    return Decision(Bid(view.seat, None), lambda: meld + _came_out(gain, "pass"))


def gain_of(view: SeatView, limit: Limit, *, reads_meld: bool = False, fitted: Fitted | None = None) -> float | None:
    """The average points that the lowest bid gains over a pass; None where the limit decides: far from it, without
    partners, before the first bid, and over a partner nobody else can outbid."""
    weights = (FITTED if fitted is None else fitted).get(kind_of(view.book, stands(view)))
    if weights is None or not is_near(view, limit):
        return None
    seen = signs(view, limit, reads_meld=reads_meld)
    return view.book.total_points * sum(weight * sign for weight, sign in zip(weights, seen, strict=True))


def is_near(view: SeatView, limit: Limit) -> bool:
    return abs(limit.highest - next_bid(view.book, view.auction.high)) <= _FAR * view.book.total_points


def stands(view: SeatView) -> str:
    """The holder of the bid: an opponent, with the partner still in or out, or the partner."""
    if view.auction.bidder is None:
        return ""
    if partner_has_bid(view):
        return "" if opponents_are_out(view) else "ours"
    return "theirs" if view.auction.out.issuperset(view.partners) else "theirs, partner in"


def signs(view: SeatView, limit: Limit, *, reads_meld: bool = False) -> Signs:
    book, auction, against = view.book, view.auction, opponents(view)
    points, size, opening = book.total_points, book.deal.hand_size, book.auction.opening
    bids = {call.seat: call.bid for call in auction.calls if call.bid is not None}
    lowest, partners = next_bid(book, auction.high), max((bids.get(seat, 0) for seat in view.partners), default=0)
    highest, suit = max(bids.get(seat, 0) for seat in against), limit.appraisal.suit
    slack = (limit.amount - lowest) / points
    told = any(shown_by(view, seat) for seat in view.partners) if reads_meld and are_customary(book) else False
    return Signs(
        always=1.0,
        slack=slack,
        beyond=max(0.0, slack),
        anyway=meld_total(book, view.hand, None) / points,
        take=limit.appraisal.take / points,
        length=limit.appraisal.length / size,
        trump_aces=sum(card.rank == "A" and card.suit == suit for card in view.hand) / size,
        price=(lowest - opening) / points,
        partner_bid=bool(partners),
        partners=(partners - opening) / points if partners else 0.0,
        opponents=(highest - opening) / points if highest else 0.0,
        again=view.seat in bids,
        own=(bids[view.seat] - opening) / points if view.seat in bids else 0.0,
        told=told,
        dealer=view.seat == view.dealer,
        partner_deals=view.dealer in view.partners,
        calls=len(auction.calls) / len(book.seats),
        rivals=1 - sum(seat in auction.out for seat in against) / len(against),
    )


def kind_of(book: RuleBook, stands: str) -> str:
    """The kind of auction that weights are for: book and standing, whatever the points."""
    if not (book.deal.are_pairs and book.deal.are_two and stands):
        return ""  # nothing was won there
    cards = "passed" if book.passing is not None else "large" if book.deck.copies > 2 else "small"
    return f"{cards} {stands}"


def _came_out(gain: float, how: str) -> str:
    points = counted(max(1, round(abs(gain))), "point")
    return f"In auctions like this one, hands like yours came out about {points} better when they {how}."


# Fitted to auctions of the built-in books in which the other call was followed to the end as well
# (`tests/lab/duels/auctions.py`). A column for each of these, a line for each of the `Signs`.
_AUCTIONS: Final = (
    "passed theirs, partner in",
    "passed theirs",
    "passed ours",
    "small theirs, partner in",
    "small theirs",
    "small ours",
    "large theirs, partner in",
    "large theirs",
    "large ours",
)
_WEIGHTS: Final = (
    (-1.14, -0.70, -0.38, -0.20, -0.45, -0.16, -0.72, -0.59, 0.11),  # always
    (0.67, 1.93, 0.69, 1.23, 1.76, 1.21, 0.75, 2.08, 1.16),  # slack
    (1.09, 0.71, 1.14, -0.16, 0.19, 0.34, 0.10, -0.23, -0.01),  # beyond
    (-1.19, -1.75, -1.20, -0.32, -0.64, -0.79, -0.20, -0.34, -1.08),  # anyway
    (-0.41, -0.61, -0.22, -0.61, -0.82, -0.65, -0.14, -0.66, -0.98),  # take
    (1.37, 1.96, 1.65, 0.79, 1.06, 1.07, 1.12, 1.84, 2.28),  # length
    (0.32, 0.59, 0.26, 0.19, 0.49, 0.90, -0.16, 0.53, 0.26),  # trump_aces
    (0.78, 0.84, -0.16, 0.74, 0.48, 0.90, -0.37, 0.89, 0.54),  # price
    (0.52, 0.15, 0.00, 0.07, 0.19, 0.00, 0.13, 0.07, 0.00),  # partner_bid
    (-1.37, -0.46, -0.16, -0.60, -1.54, 0.90, -0.60, 0.89, -1.31),  # partners
    (0.78, 0.84, 0.63, 0.74, 0.48, 0.41, 0.94, -0.25, 1.51),  # opponents
    (-0.02, -0.05, -0.07, -0.13, 0.15, -0.12, 0.18, 0.16, 0.06),  # again
    (0.06, 0.05, -0.35, -0.89, -1.22, -0.75, -0.29, -1.45, -0.11),  # own
    (0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.06, 0.40, 0.15),  # told
    (-0.02, 0.04, -0.25, -0.06, 0.10, 0.01, 0.11, 0.06, -0.04),  # dealer
    (-0.05, 0.00, -0.06, 0.02, -0.01, 0.10, -0.03, 0.04, -0.09),  # partner_deals
    (0.01, -0.21, -0.01, 0.07, 0.02, -0.12, -0.23, 0.03, -0.21),  # calls
    (0.21, 0.08, 0.00, 0.10, 0.39, 0.00, 0.48, 0.29, 0.00),  # rivals
)
FITTED: Final[Fitted] = dict(zip(_AUCTIONS, zip(*_WEIGHTS, strict=True), strict=True))
