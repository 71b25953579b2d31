"""What a bid brings beside a pass, as auctions of club players came out that stood like this one.

A limit tells what a hand is worth, but not what becomes of it when somebody else has the bid: meld that counts with
any trump is a defender's, too, a partner may go on, an opponent may be pushed up.
"""

from __future__ import annotations

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
from .stakes import may_end_game

# Of all points in tricks: less than so much is a tie, and a limit so far from the bid is right anyway.
_LEAST: Final = 0.06
_FAR: Final = 0.35


class Signs(NamedTuple):
    """What is looked at; points as a share of all points in tricks, cards as a share of a hand."""

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
    dealer: float
    partner_deals: float
    calls: float  # so far, a round of them for one, at most two
    rivals: float  # the share of the opponents who are not out


def decide(view: SeatView, limit: Limit, club: Decision) -> Decision:
    """The Club's call, or the other one where that came out clearly better. Not where the game may end: then points
    are not all."""
    gain = None if may_end_game(view) or limit.game else gain_of(view, limit)
    lowest, bids = next_bid(view.book, view.auction.high), club.action != Bid(view.seat, None)
    if gain is None or abs(gain) < _LEAST * view.book.total_points or (gain > 0) == bids:
        return club
    if gain > 0:
        return Decision(Bid(view.seat, lowest), lambda: _came_out(gain, f"bid {lowest}"))
    if lowest <= limit.sure:
        return club
    anyway = meld_total(view.book, view.hand, None)
    kept = f"{anyway} of your meld counts with any trump, for a defender too. " if anyway else ""
    return Decision(Bid(view.seat, None), lambda: kept + _came_out(gain, "pass"))


def gain_of(view: SeatView, limit: Limit) -> float | None:
    """The points that the lowest bid brings beside a pass, on average, the side's score less the others'; None far from
    the limit, without partners, and in auctions that the limit alone decides: before the first bid, and beside a
    partner nobody else can outbid."""
    weights = _WEIGHTS.get(f"{_kind(view.book)} {stands(view)}")
    points = view.book.total_points
    if weights is None or abs(limit.highest - next_bid(view.book, view.auction.high)) > _FAR * points:
        return None
    return points * sum(weight * sign for weight, sign in zip(weights, signs(view, limit), strict=True))


def stands(view: SeatView) -> str:
    """Who has the bid: an opponent, with the partner still in or without, or the partner; else nothing."""
    if view.auction.bidder is None:
        return ""
    if partner_has_bid(view):
        return "" if opponents_are_out(view) else "ours"
    return "theirs" if view.partner in view.auction.out else "theirs, partner in"


def signs(view: SeatView, limit: Limit) -> Signs:
    """How the auction stands for the player of this hand."""
    book, auction, against = view.book, view.auction, opponents(view)
    points, size, opening = book.total_points, book.deal.hand_size, book.auction.opening
    bids = {call.seat: call.bid for call in auction.calls if call.bid is not None}
    lowest, partners = next_bid(book, auction.high), bids.get(view.partner or "", 0)
    highest, suit = max(bids.get(seat, 0) for seat in against), limit.appraisal.suit
    slack = (limit.amount - lowest) / points
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
        dealer=view.seat == view.dealer,
        partner_deals=view.dealer == view.partner,
        calls=min(2.0, len(auction.calls) / len(book.seats)),
        rivals=1 - sum(seat in auction.out for seat in against) / len(against),
    )


def _kind(book: RuleBook) -> str:
    """What auctions of a book are like: the weights are for these, whatever its points."""
    if not book.is_partnership:
        return ""  # nothing was won there
    return "passed" if book.passing is not None else "large" if book.deck.copies > 2 else "small"


def _came_out(gain: float, how: str) -> str:
    points = counted(max(1, round(abs(gain))), "point")
    return f"In auctions like this one, hands like yours came out about {points} better when they {how}."


# Fitted to auctions of the built-in books in which the other call than the Club's was followed to the end as well. A
# column for each of these, a line for each of the `Signs`.
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
_FITTED: Final = (
    (-1.34, -0.32, -0.73, -0.38, -0.03, -0.63, -0.58, 0.02, 0.00),  # always
    (0.21, 0.12, 1.21, 0.40, 1.31, 0.86, 0.58, 1.71, 1.84),  # slack
    (1.22, 2.58, 1.24, -0.27, 0.15, -0.78, 0.14, 0.67, -0.50),  # beyond
    (-0.76, -1.51, -1.78, -0.11, -0.89, -0.21, -0.23, -0.82, -1.10),  # anyway
    (0.01, -0.92, -0.23, 0.07, -0.59, 0.45, -0.46, -1.23, -0.63),  # take
    (0.91, 1.60, 1.51, 0.32, 0.21, 0.93, 1.38, 1.72, 1.57),  # length
    (0.25, 0.94, 0.31, 0.30, 0.91, 0.34, 0.29, 0.17, 1.70),  # trump_aces
    (0.70, 0.48, 0.27, -0.23, 0.03, 0.34, -0.89, 1.51, -0.67),  # price
    (0.58, -0.10, 0.00, -0.04, 0.15, 0.00, 0.16, 0.15, 0.00),  # partner_bid
    (-1.51, 0.16, 0.27, -0.78, 0.94, 0.34, -0.64, 1.19, 0.42),  # partners
    (0.70, 0.48, 1.01, -0.23, 0.03, 0.82, 1.59, -2.09, 1.03),  # opponents
    (-0.04, 0.01, -0.27, 0.11, -0.05, 0.05, 0.05, 0.33, -0.25),  # again
    (-0.01, 0.03, -0.28, 0.10, 0.04, 0.06, 0.01, 0.11, -0.20),  # dealer
    (-0.01, -0.01, 0.04, -0.07, -0.02, 0.00, 0.03, 0.15, -0.01),  # partner_deals
    (0.15, -0.09, -0.22, 0.10, 0.13, -0.31, -0.03, -0.26, 0.08),  # calls
    (0.29, 0.11, 0.00, 0.23, 0.21, 0.00, 0.25, 0.53, 0.00),  # rivals
)
_WEIGHTS: Final[dict[str, tuple[float, ...]]] = dict(zip(_AUCTIONS, zip(*_FITTED, strict=True), strict=True))
