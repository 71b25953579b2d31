"""The score of a plain hand as data, by which a tablet sums hands up while the server doesn't answer.

No rule is written here: made-up hands are scored by `score_deal`, and a side's score is told as so many times its meld,
its take and the bid. Where that does not fit, or the book asks something, the tablet waits for the server; so it does
with a renege, a moon or whatever else is rare."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import groupby, product
from typing import Any, Final

from .auction import next_bid
from .book import RuleBook
from .cards import Seat, Side
from .deal_checks import NO_SUCH_TAKE, TAKE_MISSED, take_faults
from .deal_score import (
    DealRecord,
    Outcome,
    can_make,
    counted_take,
    is_below_minimum,
    score_deal,
    unplayed_reason,
)
from .meld_totals import possible_side_totals
from .questions import open_questions

# So high that no sum of other figures looks like it, and not so high that it could not be told from the bid.
MELD: Final = 100_000
EASY_BID: Final = 1_000
WAYS: Final = tuple(product((1, 0), (1, 0), (0, 1, -1, -2)))

Share = tuple[int, int, int]  # so many times the meld, the take and the bid
Shares = tuple[Share | None, Share]  # where the bid is made (None where it cannot be), and where it is set


@lru_cache(maxsize=64)
def plain_hands(book: RuleBook) -> dict[str, Any]:
    """The bids, melds and takes under `book`, and the score of a plain hand: of a called partner with one."""
    book = book.for_hand(None, *book.seats[:2]) if book.deal.calls_partner else book.at(book.seats[0])
    return {
        "isBid": book.auction.is_held,
        "opening": next_bid(book, None),
        "stuck": book.auction.stuck,
        "highest": book.auction.highest,
        "steps": [[step.up_to, step.multiple_of] for step in book.auction.steps],
        "melds": {who: bits(possible_side_totals(book, bidding=who == "bidder")) for who in ("bidder", "others")},
        "takes": bits(
            take for take in range(book.total_points + 1) if not take_faults(book, {book.take_sides[0]: take})
        ),
        "points": [book.total_points - book.uncounted_points, book.total_points],
        "rounding": _rounding(book),
        "noSuchTake": book.words.say(NO_SUCH_TAKE),
        "takeMissed": book.words.say(TAKE_MISSED),
        "reach": _reach(book),
        "plain": _shares_of_all(book, stuck=False),
        "afterStuck": _shares_of_all(book, stuck=True),
    }


def _rounding(book: RuleBook) -> dict[str, Any] | None:
    """What is added to a take before its last digit falls away, and how far piles can lie below and above the sum of
    takes, by how many of these are even tens."""
    deck, sides = book.deck, len(book.sides)
    if not deck.is_rounding:
        return None
    adds = {who: deck.goes_up_from(is_bidding=who == "bidder") for who in ("bidder", "others")}
    return {"adds": adds, "leeway": [deck.leeway(tens, sides) for tens in range(sides + 1)]}


def bits(numbers: Iterable[int]) -> str:
    """A set of numbers, four to a hexadecimal digit, the lowest first."""
    return f"{sum(1 << number for number in set(numbers)):x}"[::-1]


def _reach(book: RuleBook) -> int | None:
    """How far all points in tricks go: a bid further above the meld is not played. None where every bid is."""
    if book.contract.off_the_board != "not_played" or not book.auction.is_held:
        return None
    bid = 1
    while can_make(book, DealRecord(book.seats[0], bid + 1)):
        bid += 1
    return bid


def _shares_of_all(book: RuleBook, *, stuck: bool) -> dict[str, Any]:
    """By role: the least meld that counts, and from which take on a side gets which shares; none where that is not
    plain."""
    bidder = book.seats[0]
    nothing = DealRecord(bidder, 1, "S", stuck=stuck, meld=dict.fromkeys(book.sides, 0))
    sides = {"bidder": book.side_of(bidder), "others": book.others(book.side_of(bidder))[0]}
    least = {who: book.meld.minimum if is_below_minimum(book, nothing, side) else 0 for who, side in sides.items()}
    return {
        "least": least,
        "needsMeld": unplayed_reason(book, nothing) == "below_minimum",
        **{who: _by_take(book, bidder, side, stuck=stuck) for who, side in sides.items()},
    }


def _by_take(book: RuleBook, bidder: Seat, side: Side, *, stuck: bool) -> list[tuple[int, Shares | None]]:
    team = book.take_side(side)
    takes = [take for take in range(book.total_points + 1) if not take_faults(book, {team: take})]
    shares = ((take, _shares(book, bidder, side, take, stuck=stuck)) for take in takes)
    return [next(same) for _, same in groupby(shares, key=lambda each: each[1])]


def _shares(book: RuleBook, bidder: Seat, side: Side, take: int, *, stuck: bool) -> Shares | None:
    """The shares of a side that took so much; None where that is not plain."""
    record = DealRecord(bidder, EASY_BID, "S", stuck=stuck, meld=dict.fromkeys(book.sides, MELD))
    team = book.take_side(side)
    record = replace(record, take=_takes(book, team, take))
    hard = replace(record, bid=MELD + counted_take(book, record, book.side_of(bidder)) + 1)
    asked = {question.who for each in (record, hard) for question in open_questions(book, each)}
    if asked & {side, team, *book.seats_of(side)}:
        return None
    made, missed = _share(book, record, side), _share(book, hard, side)
    if side == book.side_of(bidder) and score_deal(book, record).outcome is not Outcome.MADE:
        return missed and (None, missed)
    return (made, missed) if made and missed else None


def _takes(book: RuleBook, side: Side, take: int) -> Mapping[Side, int]:
    """The takes of a hand in which a side took so much, and of the others one nearly all that is left."""
    rest = book.total_points - take
    others = tuple(other for other in book.take_sides if other != side)
    little = min(rest, min(book.deck.worths.values()) * 2) if len(others) > 1 else 0
    return {side: take, others[0]: rest - little * (len(others) - 1), **dict.fromkeys(others[1:], little)}


def _share(book: RuleBook, record: DealRecord, side: Side) -> Share | None:
    score = score_deal(book, record).sides[side].score
    take = counted_take(book, record, book.take_side(side))
    return next((way for way in WAYS if way[0] * MELD + way[1] * take + way[2] * record.bid == score), None)
