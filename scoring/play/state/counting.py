"""A deal's points, tricks and record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring.rules import tricks
from scoring.rules.book import RuleBook
from scoring.rules.cards import Seat, Side
from scoring.rules.deal_score import DealRecord
from scoring.rules.errors import RuleError
from scoring.rules.melds import game_meld_laid

from .values import DealState, bidder_of


def points_taken(state: DealState, book: RuleBook | None = None) -> dict[Side, int]:
    """The points in tricks of those who count them together, as a seat knows the `book` of the hand; with the bidder's
    buried cards and a claimed rest."""
    book = book or state.book
    taken = dict.fromkeys(book.take_sides, 0)
    if state.buried and book.kitty is not None and book.kitty.buried_count:
        taken[book.take_side_of(bidder_of(state))] += tricks.points(book, state.buried, last_trick=False)
    for trick in state.tricks:
        assert trick.winner is not None, trick
        taken[book.take_side_of(trick.winner)] += trick.points
    if state.claimed is not None:
        rest, _ = tricks.lay_down_take(book, state.hands, state.claimed)
        taken = {side: points + rest[side] for side, points in taken.items()}
    return taken


def tricks_won(state: DealState) -> dict[Seat, int]:
    won = dict.fromkeys(state.book.seats, 0)
    for trick in state.tricks:
        assert trick.winner is not None, trick
        won[trick.winner] += 1
    return won


def record_of(state: DealState, **played: Any) -> DealRecord:
    """The deal's record so far, complete once done; with takes and tricks `played` elsewhere from the first lead.
    Raises `RuleError` before the auction's end and for cards dealt again."""
    if state.bidder is None:
        raise RuleError("Nobody has the bid yet.")
    return record_so_far(state, **played)


def record_so_far(state: DealState, **played: Any) -> DealRecord:
    book, auction = state.book, state.auction
    assert auction.bidder is not None, state.phase
    assert auction.high is not None, state.phase
    meld = dict.fromkeys(book.sides, 0)
    for seat, laid in state.laid.items():
        meld[book.side_of(seat)] += laid.total
    rests_on = {"before": state.standing, "off_board": state.off_board}  # what a game meld or a laid hand is worth
    if book.game_melds:
        shown = {seat: laid.cards for seat, laid in state.laid.items()}
        side = game_meld_laid(book, shown, state.trump, state.bidder)
        played |= {"game_meld": side, **rests_on} if side else {}
    if state.laid_open:
        played |= {"laid_stands": state.laid_stands, "laid_played": state.is_played, **rests_on}
    if state.is_played and state.is_done:
        played |= _played(state)
    return DealRecord(
        bidder=auction.bidder,
        bid=auction.high,
        trump=state.trump,
        stuck=auction.stuck,
        meld=meld,
        no_marriage=state.no_marriage,
        thrown_in=state.thrown_in,
        moon=state.moon,
        player_meld={seat: laid.total for seat, laid in state.laid.items()},
        out=book.out_at(state.dealer),
        partner=state.partner,
        **played,
    )


def _played(state: DealState) -> dict[str, Any]:
    book, by_seat = state.book, tricks_won(state)
    by_side = {side: sum(by_seat[seat] for seat in book.seats_of(side)) for side in book.take_sides}
    played: dict[str, Any] = {"take": points_taken(state), "tricks": by_side}
    if state.claimed is None:
        last = state.tricks[-1].winner
        assert last is not None, state.tricks
        return {**played, "last_trick": book.take_side_of(last), "player_tricks": by_seat}
    # Who gets the rest gets the last trick in any case, also where the others keep the claimed
    # tricks and lose only their points.
    last_side = book.take_side_of(state.claimed.holder or state.claimed.player)
    rest = dict.fromkeys(book.take_sides, 0)
    rest[last_side] += 1
    _, claimed_by = tricks.lay_down_take(book, state.hands, state.claimed)
    rest[claimed_by] += book.tricks - len(state.tricks) - 1
    return {
        **played,
        "last_trick": last_side,
        "tricks": {side: by_side[side] + rest[side] for side in book.take_sides},
        "player_tricks": {seat: won + _of_the_rest(state, seat, rest) for seat, won in by_seat.items()},
    }


def _of_the_rest(state: DealState, seat: Seat, rest: Mapping[Side, int]) -> int:
    """A player's part of claimed tricks: all with a sound claim. After a wrong one each partner of the other side
    counts as having won one."""
    assert state.claimed is not None, "nothing was claimed"
    won = rest[state.book.take_side_of(seat)]
    if state.claimed.holder is None:
        return won if seat == state.claimed.player else 0
    return min(1, won)
