"""The auction: legal bids, turns, and the winner. Implements the section *auction* of a rule book; naming trump is in
`exchange`.

Where a bid out of turn freezes the partner, that bid *stands* until the offender's own turn and is then called as if
made in turn. Meanwhile the bidding goes on where it was. The offender may call something else only if an opponent has
bid high enough since, or if the standing bid is no longer the higher one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from .book import BidStep, RuleBook
from .book.auction import InHand
from .cards import SUITS, Card, Seat
from .errors import RuleError
from .melds import MeldKind, meld_cards, meld_total

_PLURALS: Final[Mapping[int, str]] = {2: "twos", 5: "fives", 10: "tens", 20: "twenties"}


# -- amounts -----------------------------------------------------------------------------


def is_legal_bid(book: RuleBook, high: int | None, bid: int) -> bool:
    """Whether `bid` may be called over `high` (None: no bid yet). The stuck dealer's is no call (`is_stuck_amount`)."""
    return bid >= next_bid(book, high) and _fits_steps(book, bid) and not _is_too_high(book, bid)


def why_not(book: RuleBook, high: int | None, bid: int) -> str | None:
    """Why `bid` is not legal over `high`, as a sentence for the player; None where it is."""
    opening = book.auction.opening
    if bid < opening and is_stuck_amount(book, bid):
        return f"Bidding opens at {opening}. Only a stuck dealer can take it at {bid}."
    if bid < opening:
        return f"Bidding opens at {opening}. Bid that or more."
    if high is not None and bid <= high:
        return f"Bid higher than {high}. The next bid is {next_bid(book, high)}."
    if _is_too_high(book, bid):
        return f"Nobody may bid more than {book.auction.highest}."
    if not _fits_steps(book, bid):
        return _off_the_steps(book, high, bid)
    return None


def next_bid(book: RuleBook, high: int | None) -> int:
    """The lowest legal bid over `high` (None: the opening). There is always one: the highest bid ends the auction."""
    opening = book.auction.opening
    return _lowest_fit(book, opening if high is None else max(opening, high + 1))


def bids_from(book: RuleBook, high: int | None, count: int) -> tuple[int, ...]:
    """The lowest `count` legal bids over `high`, rising, or as many as there are: the keys of a screen."""
    bids: list[int] = []
    while len(bids) < count and not _is_too_high(book, next_bid(book, high)):
        high = next_bid(book, high)
        bids.append(high)
    return tuple(bids)


def is_stuck_amount(book: RuleBook, bid: int) -> bool:
    """Whether `bid` is what a dealer takes when everybody else has passed without a bid."""
    return bid == book.auction.stuck


def _step_at(book: RuleBook, bid: int) -> BidStep:
    return next(step for step in book.auction.steps if step.up_to is None or bid <= step.up_to)


def _fits_steps(book: RuleBook, bid: int) -> bool:
    return bid % _step_at(book, bid).multiple_of == 0


def _is_too_high(book: RuleBook, bid: int) -> bool:
    highest = book.auction.highest
    return highest is not None and bid > highest


def _lowest_fit(book: RuleBook, lowest: int) -> int:
    for step in book.auction.steps:
        candidate = -(-lowest // step.multiple_of) * step.multiple_of
        if step.up_to is None or candidate <= step.up_to:
            return candidate
        lowest = max(lowest, step.up_to + 1)
    raise AssertionError(f"the last bidding step has an end: {book.auction.steps}")


def _off_the_steps(book: RuleBook, high: int | None, bid: int) -> str:
    """`Past 60, bids go in fives: 60 or 65.`"""
    multiple = _step_at(book, bid).multiple_of
    ends = [step.up_to for step in book.auction.steps if step.up_to is not None and step.up_to < bid]
    start = f"Past {ends[-1]}, bids" if ends else "Bids"
    above = _lowest_fit(book, bid)
    below = next((lower for lower in range(bid - 1, next_bid(book, high) - 1, -1) if _fits_steps(book, lower)), None)
    choice = f"the next is {above}" if below is None else f"{below} or {above}"
    return f"{start} go in {_PLURALS.get(multiple, f'steps of {multiple}')}: {choice}."


# -- what a hand may bid -----------------------------------------------------------------


def may_bid(book: RuleBook, hand: Sequence[Card]) -> bool:
    """Whether a hand may bid at all (`auction.needs`); a stuck dealer's needs nothing."""
    return _holds(book, hand, book.auction.needs, book.auction.needs_meld)


def must_bid(book: RuleBook, state: AuctionState, hand: Sequence[Card]) -> bool:
    """Whether a hand may not pass now (`auction.must`): nobody has bid yet."""
    must = book.auction.must
    return must != "nothing" and state.high is None and _holds(book, hand, must, book.auction.must_meld)


def hand_refusal(book: RuleBook, state: AuctionState, call: Call, hand: Sequence[Card]) -> str | None:
    """Why the hand forbids a call that is legal without it, as a sentence for its player; None where it doesn't."""
    if call.bid is None:
        has_to = must_bid(book, state, hand)
        return "With your hand you have to bid." if has_to else None
    if may_bid(book, hand):
        return None
    asked = f"{book.auction.needs_meld} meld" if book.auction.needs == "meld" else f"a {book.auction.needs}"
    return book.words.say(f"Nobody may bid without {asked} in hand, so you have to pass.")


def _holds(book: RuleBook, hand: Sequence[Card], asked: InHand, meld: int) -> bool:
    if asked == "nothing":
        return True
    if asked == "meld":
        return any(meld_total(book, hand, suit) >= meld for suit in SUITS)
    held = set(hand)
    return any(held.issuperset(meld_cards(MeldKind(asked), suit)) for suit in SUITS)


# -- seats and turns ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Call:
    """A bid of one seat, or a pass (`bid` None)."""

    seat: Seat
    bid: int | None
    out_of_turn: bool = False


@dataclass(frozen=True, slots=True)
class AuctionState:
    """An auction up to here. `to_call` is None once it is over: `bidder` has won it at `high`, `stuck` or not. `passed`
    seats are out, and where each calls once so is who has bid. `frozen`
    seats may not bid, because the partner bid out of turn; `standing` are bids out of turn that wait for their seat's
    turn."""

    dealer: Seat
    to_call: Seat | None
    calls: tuple[Call, ...] = ()
    passed: frozenset[Seat] = frozenset()
    frozen: frozenset[Seat] = frozenset()
    standing: tuple[tuple[Seat, int], ...] = ()
    high: int | None = None
    bidder: Seat | None = None
    stuck: bool = False

    @property
    def finished(self) -> bool:
        return self.to_call is None

    @property
    def out(self) -> frozenset[Seat]:
        """The seats that can no longer bid: passed or frozen."""
        return self.passed | self.frozen if self.frozen else self.passed

    def standing_bid(self, seat: Seat) -> int | None:
        """The bid out of turn that `seat` has to call at its turn, if there is one."""
        return dict(self.standing).get(seat)


def start(book: RuleBook, dealer: Seat) -> AuctionState:
    return AuctionState(dealer, to_call=book.first_to_bid(dealer))


def refusal(book: RuleBook, state: AuctionState, call: Call) -> str | None:
    """Why `call` may not be made in turn, as a sentence for the table; None where it may."""
    if state.to_call is None:
        return "The auction is over."
    if call.seat != state.to_call:
        return f"It is {book.seat_names[state.to_call]}’s turn to bid."
    held = state.standing_bid(call.seat)
    if held is not None and call.bid != held and not may_change(book, state, call.seat):
        return f"{book.seat_names[call.seat]} bid {held} out of turn, and that bid stands."
    return None if call.bid is None else why_not(book, state.high, call.bid)


def may_change(book: RuleBook, state: AuctionState, seat: Seat) -> bool:
    """Whether `seat` may call something else than its standing bid: an opponent has since bid
    `auction.change_after_bid` or more, or the standing bid is no longer the higher one. True for any other seat."""
    held = state.standing_bid(seat)
    if held is None or not is_legal_bid(book, state.high, held):
        return True
    limit = book.auction.change_after_bid
    if limit is None:
        return False
    return any(call.bid is not None and call.bid >= limit for call in _opponents_calls_since(book, state, seat))


def _opponents_calls_since(book: RuleBook, state: AuctionState, seat: Seat) -> Iterator[Call]:
    for call in reversed(state.calls):
        if call.seat == seat and call.out_of_turn:
            return
        if book.side_of(call.seat) != book.side_of(seat):
            yield call


def apply_call(book: RuleBook, state: AuctionState, call: Call) -> AuctionState:
    refused = refusal(book, state, call)
    if refused is not None:
        raise RuleError(refused)
    return after_call(book, state, call)


def after_call(book: RuleBook, state: AuctionState, call: Call) -> AuctionState:
    is_bid = call.bid is not None
    is_out = not is_bid or book.auction.passing == "once"
    passed = state.passed | {call.seat} if is_out else state.passed
    standing = _without(state.standing, call.seat) if state.standing else ()
    high = call.bid if is_bid else state.high
    bidder = call.seat if is_bid else state.bidder
    waiting = _waiting(book, book.bidding_from(call.seat)[1], passed | state.frozen, standing, bidder)
    if high is not None and high == book.auction.highest:  # nobody can go over it
        waiting, standing = [], ()
    last = book.last_to_call(state.dealer) if high is None else None
    # Without any bid, the last to call takes the stuck bid.
    is_stuck = last is not None and not standing and waiting in ([], [last])
    return AuctionState(  # not by `replace`, which takes three times as long: simulated players call very often
        dealer=state.dealer,
        to_call=waiting[0] if waiting and not is_stuck else None,
        calls=(*state.calls, Call(call.seat, call.bid)),
        passed=passed,
        frozen=state.frozen,
        standing=standing,
        high=book.auction.stuck if is_stuck else high,
        bidder=last if is_stuck else bidder,
        stuck=is_stuck,
    )


def apply_out_of_turn(book: RuleBook, state: AuctionState, seat: Seat, bid: int) -> AuctionState:
    """The state after a bid out of turn: it stands, and the partner is frozen. A second offender in the same round goes
    unpunished. Raises `RuleError` where the book refuses such bids, the seat is out, or the bid is not legal in turn
    either."""
    refused = _refusal_out_of_turn(book, state, seat, bid)
    if refused is not None:
        raise RuleError(refused)
    is_second = bool(state.calls) and state.calls[-1].out_of_turn
    partner = book.partner(seat)
    freezes = frozenset() if is_second or partner is None else frozenset({partner})
    standing = (*state.standing, (seat, bid))
    for frozen in freezes:  # a frozen seat cannot bid, so its own standing bid falls away
        standing = _without(standing, frozen)
    assert state.to_call is not None, state
    out = state.passed | state.frozen | freezes
    waiting = _waiting(book, state.to_call, out, standing, state.bidder)
    return replace(
        state,
        calls=(*state.calls, Call(seat, bid, out_of_turn=True)),
        frozen=state.frozen | freezes,
        standing=standing,
        to_call=waiting[0],
    )


def _refusal_out_of_turn(book: RuleBook, state: AuctionState, seat: Seat, bid: int) -> str | None:
    if state.to_call is None:
        return "The auction is over."
    if seat == state.to_call:
        return f"It is {book.seat_names[seat]}’s turn, so this bid is in turn."
    if book.auction.out_of_turn == "refused":
        return f"It is {book.seat_names[state.to_call]}’s turn to bid, and a bid out of turn does not count."
    if seat in state.passed:
        has = "passed and is out of the auction" if book.auction.passing == "out" else "spoken, and each does so once"
        return f"{book.seat_names[seat]} has {has}."
    if seat in state.frozen:
        return f"{book.seat_names[seat]} may not bid in this auction: the partner bid out of turn."
    held = state.standing_bid(seat)
    if held is not None:
        return f"{book.seat_names[seat]} has already bid {held} out of turn, and that bid stands."
    return why_not(book, state.high, bid)


def _waiting(
    book: RuleBook, first: Seat, out: frozenset[Seat], standing: Sequence[tuple[Seat, int]], bidder: Seat | None
) -> list[Seat]:
    """The seats that have still to call, `first` first: the high bidder only if a higher bid of theirs out of turn
    stands."""
    held = [seat for seat, _ in standing] if standing else ()
    return [seat for seat in book.bidding_from(first) if seat not in out and (seat != bidder or seat in held)]


def _without(standing: tuple[tuple[Seat, int], ...], seat: Seat) -> tuple[tuple[Seat, int], ...]:
    return tuple(held for held in standing if held[0] != seat)
