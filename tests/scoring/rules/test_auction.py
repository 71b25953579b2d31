"""Bids by the steps, and auctions with seats: counted against a naive enumerator, and random ones."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules.auction import (
    AuctionState,
    Call,
    apply_call,
    apply_out_of_turn,
    bids_from,
    hand_refusal,
    is_legal_bid,
    is_stuck_amount,
    may_bid,
    may_change,
    must_bid,
    next_bid,
    refusal,
    start,
    why_not,
)
from scoring.rules.book import BidStep, BookError, RuleBook, built_in_book, built_in_books
from scoring.rules.conformance import Case, read_cases
from scoring.rules.errors import RuleError
from scoring.rules.notation import parse_cards
from tests.scoring.rules.deal_samples import changed

CASES = [
    case
    for path in sorted((Path(__file__).parents[2] / "cases").glob("*.jsonl"))
    for case in read_cases(path)
    if case.op == "bid"
]
BOOKS = list(built_in_books().values())
NPA = built_in_book("npa")
ST_HILARY = built_in_book("st-hilary")
GWINNETT = built_in_book("gwinnett")
GWINNETT_3 = built_in_book("gwinnett-3")
CAPPED = changed(NPA, auction__highest=55)


def legal_calls(book: RuleBook, state: AuctionState, highest: int) -> tuple[int | None, ...]:
    """What the seat to call may say: a pass (None) first, then the bids up to `highest`, rising."""
    if state.to_call is None:
        return ()
    held = state.standing_bid(state.to_call)
    is_bound = held is not None and not may_change(book, state, state.to_call)
    calls = (held,) if is_bound else (None, *range(1, highest + 1))
    return tuple(bid for bid in calls if refusal(book, state, Call(state.to_call, bid)) is None)


def in_turn(book: RuleBook, dealer: str, *bids: int | None) -> AuctionState:
    """An auction in which the seats call `bids` in turn."""
    state = start(book, dealer)
    for bid in bids:
        assert state.to_call is not None
        state = apply_call(book, state, Call(state.to_call, bid))
    return state


# -- amounts


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_bid_case(case: Case) -> None:
    assert is_legal_bid(case.book, case.given["high"], case.given["bid"]) == case.wanted["legal"]


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.key)
def test_helpers_agree_with_legal_bids(book: RuleBook) -> None:
    opening, most = book.auction.opening, max(400, 3 * book.auction.opening)
    for high in (None, *range(opening, max(150, 2 * opening), 1 + opening // 100)):
        legal = [bid for bid in range(most) if is_legal_bid(book, high, bid)]
        assert next_bid(book, high) == legal[0]
        assert bids_from(book, high, 5) == tuple(legal[:5])
        assert [bid for bid in range(most) if why_not(book, high, bid) is None] == legal


@pytest.mark.parametrize(("high", "bid"), [(52, 55), (60, 65), (95, 100), (100, 110), (52, 110), (None, 100)])
def test_bid_that_fits_its_own_height_is_legal_over_any_lower(high: int | None, bid: int) -> None:
    assert is_legal_bid(NPA, high, bid)


@pytest.mark.parametrize(
    ("book", "high", "bid", "sentence"),
    [
        (NPA, None, 49, "Bidding opens at 50. Bid that or more."),
        (NPA, 52, 52, "Bid higher than 52. The next bid is 53."),
        (NPA, 60, 58, "Bid higher than 60. The next bid is 65."),
        (NPA, None, 62, "Past 60, bids go in fives: 60 or 65."),
        (NPA, 60, 62, "Past 60, bids go in fives: the next is 65."),
        (NPA, 65, 68, "Past 60, bids go in fives: the next is 70."),
        (NPA, 62, 68, "Past 60, bids go in fives: 65 or 70."),
        (NPA, 70, 105, "Past 100, bids go in tens: 100 or 110."),
        (GWINNETT, None, 20, "Bidding opens at 21. Only a stuck dealer can take it at 20."),
        (GWINNETT, None, 21, None),
    ],
)
def test_why_not_says_what_to_bid(book: RuleBook, high: int | None, bid: int, sentence: str | None) -> None:
    assert why_not(book, high, bid) == sentence


def test_steps_without_an_earlier_one_have_no_start() -> None:
    steps = (BidStep(multiple_of=25),)
    book = NPA.model_copy(update={"auction": NPA.auction.model_copy(update={"steps": steps})})

    assert why_not(book, None, 60) == "Bids go in steps of 25: 50 or 75."


def test_no_bid_is_above_the_highest_there_is() -> None:
    for high in (None, *range(50, 55)):
        legal = [bid for bid in range(100) if is_legal_bid(CAPPED, high, bid)]
        assert legal[-1] == 55
        assert bids_from(CAPPED, high, 9) == tuple(legal)
        assert [bid for bid in range(100) if why_not(CAPPED, high, bid) is None] == legal
    assert why_not(CAPPED, None, 60) == "Nobody may bid more than 55."
    assert not any(is_legal_bid(CAPPED, 55, bid) for bid in range(200))


def test_the_highest_bid_there_is_ends_the_auction() -> None:
    state = apply_call(CAPPED, start(CAPPED, "N"), Call("E", 52))
    state = apply_out_of_turn(CAPPED, state, "N", 54)

    ended = apply_call(CAPPED, state, Call("W", 55))

    assert (ended.finished, ended.bidder, ended.high, ended.stuck, ended.standing) == (True, "W", 55, False, ())


@pytest.mark.parametrize("highest", [49, 62])
def test_the_highest_bid_is_one_that_can_be_made(highest: int) -> None:
    with pytest.raises(BookError, match="not below the opening"):
        changed(NPA, auction__highest=highest)


def test_stuck_amount() -> None:
    assert is_stuck_amount(GWINNETT, 20)
    assert not is_stuck_amount(GWINNETT, 21)


# -- seats and turns


def test_nothing_is_said_before_the_first_call() -> None:
    assert start(NPA, "W") == AuctionState("W", "N", (), frozenset(), frozenset(), (), None, None, False)
    assert Call("N", 50) == Call("N", 50, False)


def test_dealers_left_begins_and_the_last_one_in_wins() -> None:
    state = in_turn(ST_HILARY, "W", 15, 16, None, None, 20, None)

    assert state.finished
    assert (state.bidder, state.high, state.stuck) == ("N", 20, False)
    assert [call.seat for call in state.calls] == ["N", "E", "S", "W", "N", "E"]


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.key)
def test_dealer_is_stuck_when_everybody_else_passes(book: RuleBook) -> None:
    for dealer in book.seats:
        state = in_turn(book, dealer, *[None] * (len(book.seats) - 1))

        assert state.finished
        assert (state.bidder, state.high, state.stuck) == (dealer, book.auction.stuck, True)
        assert legal_calls(book, state, 100) == ()


def test_dealer_alone_against_one_bid_may_still_call() -> None:
    state = in_turn(ST_HILARY, "W", None, None, 15)

    assert state.to_call == "W"
    assert legal_calls(ST_HILARY, state, 17) == (None, 16, 17)


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (Call("E", 16), "It is North’s turn to bid."),
        (Call("N", 15), "Bid higher than 15. The next bid is 16."),
        (Call("N", None), None),
        (Call("N", 40), None),
    ],
)
def test_refusal_of_a_call(call: Call, sentence: str | None) -> None:
    state = in_turn(ST_HILARY, "E", 15, None)

    assert refusal(ST_HILARY, state, call) == sentence


FROM_THE_RIGHT = changed(ST_HILARY, auction__order="right")
ONE_EACH = changed(ST_HILARY, auction__passing="once")


@pytest.mark.parametrize(
    ("book", "dealer", "bids", "callers", "won"),
    [
        (FROM_THE_RIGHT, "N", (None, 15, None, 16, None), "WSENS", ("N", 16, False)),
        (FROM_THE_RIGHT, "N", (None, None, None), "WSE", ("N", 15, True)),
        (changed(GWINNETT_3, auction__order="right"), "B", (None, 21, None), "ACB", ("C", 21, False)),
        (ONE_EACH, "N", (15, 16, None, 17), "ESWN", ("N", 17, False)),
        (ONE_EACH, "N", (None, 16, None, None), "ESWN", ("S", 16, False)),
        (ONE_EACH, "N", (None, None, None), "ESW", ("N", 15, True)),
        (changed(FROM_THE_RIGHT, auction__passing="once"), "E", (20, None, 21, None), "NWSE", ("S", 21, False)),
        (changed(ONE_EACH, auction__highest=20), "N", (15, 20), "ES", ("S", 20, False)),
    ],
)
def test_bidding_goes_as_the_book_says(
    book: RuleBook, dealer: str, bids: tuple[int | None, ...], callers: str, won: tuple[str, int, bool]
) -> None:
    state = in_turn(book, dealer, *bids)

    assert "".join(call.seat for call in state.calls) == callers
    assert state.finished
    assert (state.bidder, state.high, state.stuck) == won


def test_who_sits_out_deals_and_the_bidding_goes_round_the_others_from_the_right() -> None:
    book = changed(built_in_book("cutthroat"), auction__order="right", deal__fourth="sits").at("B")

    assert (book.first_to_bid("B"), book.last_to_call("B")) == ("A", "C")
    assert [call.seat for call in in_turn(book, "B", None, 50, None).calls] == ["A", "D", "C"]


def test_bid_out_of_turn_after_the_only_call_is_refused() -> None:
    book = changed(NPA, auction__passing="once")
    state = in_turn(book, "N", 50, None)

    with pytest.raises(RuleError, match="East has spoken, and each does so once"):
        apply_out_of_turn(book, state, "E", 52)


MARRIED, RUNNING, BARE = "KH QH AS 9S JC", "AH TH KH QH JH", "AS TS KS QD JD 9C"


@pytest.mark.parametrize(
    ("entries", "hand", "may", "must"),
    [
        ({}, BARE, True, False),
        ({"needs": "marriage"}, MARRIED, True, False),
        ({"needs": "marriage"}, BARE, False, False),
        ({"needs": "run"}, MARRIED, False, False),
        ({"needs": "run", "must": "run"}, RUNNING, True, True),
        ({"needs": "marriage", "must": "run"}, MARRIED, True, False),
        ({"needs": "meld", "needs_meld": 4}, MARRIED, True, False),
        ({"needs": "meld", "needs_meld": 5}, MARRIED, False, False),
        ({"must": "meld", "must_meld": 15}, RUNNING, True, True),
        ({"must": "meld", "must_meld": 15}, MARRIED, True, False),
    ],
)
def test_some_hands_may_not_bid_and_some_must(entries: dict[str, object], hand: str, may: bool, must: bool) -> None:
    book = changed(ST_HILARY, **{f"auction__{name}": value for name, value in entries.items()})
    state, cards = start(book, "N"), parse_cards(hand)

    assert (may_bid(book, cards), must_bid(book, state, cards)) == (may, must)
    assert (hand_refusal(book, state, Call("E", 15), cards) is None) == may
    assert (hand_refusal(book, state, Call("E", None), cards) is None) != must
    assert not must_bid(book, in_turn(book, "N", 15), cards)


def test_call_after_the_end_is_refused() -> None:
    state = in_turn(ST_HILARY, "W", None, None, None)

    with pytest.raises(RuleError, match=r"^The auction is over\.$"):
        apply_call(ST_HILARY, state, Call("W", 16))


# -- counting


def count_auctions(book: RuleBook, state: AuctionState, highest: int, depth: int) -> int:
    """Sequences of calls from `state`, cut off after `depth` calls."""
    if state.finished or depth == 0:
        return 1
    assert state.to_call is not None
    return sum(
        count_auctions(book, apply_call(book, state, Call(state.to_call, bid)), highest, depth - 1)
        for bid in legal_calls(book, state, highest)
    )


def naive_auctions(seats: int, bids: list[int], depth: int) -> int:
    """The same count from lists alone: seats numbered from the dealer's left, the dealer last."""

    def calls_after(said: list[tuple[int, int | None]]) -> Iterator[tuple[int, int | None]]:
        passed = {seat for seat, bid in said if bid is None}
        made = [bid for _, bid in said if bid is not None]
        alive = [seat for seat in range(seats) if seat not in passed]
        if (made and len(alive) == 1) or (not made and alive == [seats - 1]):
            return
        last = said[-1][0] if said else seats - 1
        turn = next(seat % seats for seat in range(last + 1, last + 1 + seats) if seat % seats in alive)
        yield turn, None
        for bid in bids:
            if not made or bid > made[-1]:
                yield turn, bid

    def count(said: list[tuple[int, int | None]]) -> int:
        following = list(calls_after(said)) if len(said) < depth else []
        return sum(count([*said, call]) for call in following) if following else 1

    return count([])


@pytest.mark.parametrize(
    ("book", "highest", "depth"),
    [(ST_HILARY, 17, 30), (ST_HILARY, 24, 4), (GWINNETT_3, 25, 30), (NPA, 53, 6), (GWINNETT, 26, 5)],
    ids=lambda value: getattr(value, "key", value),
)
def test_number_of_auctions(book: RuleBook, highest: int, depth: int) -> None:
    bids = [bid for bid in range(highest + 1) if is_legal_bid(book, None, bid)]

    counted = count_auctions(book, start(book, book.seats[-1]), highest, depth)

    assert counted == naive_auctions(len(book.seats), bids, depth)


def test_legal_calls_round_the_corner_of_the_steps() -> None:
    state = in_turn(NPA, "W", 58)

    assert legal_calls(NPA, state, 74) == (None, 59, 60, 65, 70)


# -- out of turn


def test_out_of_turn_is_refused_where_the_book_says_so() -> None:
    state = start(ST_HILARY, "W")

    with pytest.raises(RuleError, match=r"^It is North’s turn to bid, and a bid out of turn does not count\.$"):
        apply_out_of_turn(ST_HILARY, state, "E", 15)


def test_out_of_turn_bid_stands_until_the_offenders_turn() -> None:
    state = apply_out_of_turn(NPA, start(NPA, "W"), "E", 51)

    assert (state.to_call, state.high, state.frozen) == ("N", None, frozenset("W"))
    state = apply_call(NPA, state, Call("N", None))
    assert legal_calls(NPA, state, 60) == (51,)
    assert refusal(NPA, state, Call("E", None)) == "East bid 51 out of turn, and that bid stands."
    state = apply_call(NPA, state, Call("E", 51))
    state = apply_call(NPA, state, Call("S", None))
    assert state.finished
    assert (state.bidder, state.high, state.stuck) == ("E", 51, False)


def test_out_of_turn_bid_may_be_changed_after_an_opponents_bid() -> None:
    state = apply_out_of_turn(NPA, start(NPA, "W"), "E", 52)

    state = apply_call(NPA, state, Call("N", 50))

    assert may_change(NPA, state, "E")
    assert legal_calls(NPA, state, 53) == (None, 51, 52, 53)
    assert apply_call(NPA, state, Call("E", None)).to_call == "S"


def test_out_of_turn_bid_may_be_changed_only_from_the_books_bid() -> None:
    auction = NPA.auction.model_copy(update={"change_after_bid": 55})
    book = NPA.model_copy(update={"auction": auction})
    state = apply_out_of_turn(book, start(book, "W"), "E", 60)

    assert legal_calls(book, apply_call(book, state, Call("N", 54)), 70) == (60,)
    assert legal_calls(book, apply_call(book, state, Call("N", 55)), 57) == (None, 56, 57)


def test_bid_before_the_offence_does_not_free_the_offender() -> None:
    state = in_turn(NPA, "W", 50)  # North bids, East is to call

    state = apply_out_of_turn(NPA, state, "W", 52)
    state = apply_call(NPA, state, Call("S", None))

    assert (state.to_call, state.frozen) == ("W", frozenset("E"))
    assert legal_calls(NPA, state, 60) == (52,)


def test_standing_bid_that_is_overcalled_leaves_the_offender_free() -> None:
    auction = NPA.auction.model_copy(update={"change_after_bid": None})
    book = NPA.model_copy(update={"auction": auction})
    state = apply_out_of_turn(book, start(book, "W"), "E", 50)

    state = apply_call(book, state, Call("N", 51))

    assert legal_calls(book, state, 53) == (None, 52, 53)


def test_frozen_partner_is_skipped_and_keeps_an_earlier_bid() -> None:
    state = in_turn(NPA, "W", 50, 51, None)  # West is to call
    state = apply_out_of_turn(NPA, state, "E", 53)

    assert state.frozen == {"W"}
    assert state.out == {"W", "S"}  # South has passed
    assert state.to_call == "N"
    assert (state.high, state.bidder) == (51, "E")


def test_high_bidder_who_bids_again_out_of_turn_has_to_pay_that_bid() -> None:
    state = in_turn(NPA, "W", 50, None)  # South is to call

    state = apply_out_of_turn(NPA, state, "N", 55)
    state = apply_call(NPA, state, Call("W", None))

    assert legal_calls(NPA, state, 60) == (55,)
    state = apply_call(NPA, state, Call("N", 55))
    assert (state.finished, state.bidder, state.high) == (True, "N", 55)


def test_second_offender_in_the_round_goes_unpunished() -> None:
    state = apply_out_of_turn(NPA, start(NPA, "W"), "E", 50)

    state = apply_out_of_turn(NPA, state, "S", 51)

    assert state.frozen == {"W"}
    assert dict(state.standing) == {"E": 50, "S": 51}


def test_offender_in_the_corrected_round_freezes_the_partner_too() -> None:
    state = apply_out_of_turn(NPA, start(NPA, "W"), "E", 50)
    state = apply_call(NPA, state, Call("N", None))

    state = apply_out_of_turn(NPA, state, "S", 51)

    assert state.frozen == {"W", "N"}
    assert state.to_call == "E"


@pytest.mark.parametrize(
    ("seat", "bid", "sentence"),
    [
        ("N", 55, "North has passed and is out of the auction."),
        ("E", 55, "It is East’s turn, so this bid is in turn."),
        ("W", 55, "West may not bid in this auction: the partner bid out of turn."),
        ("S", 49, "Bidding opens at 50. Bid that or more."),
    ],
)
def test_out_of_turn_bid_that_cannot_stand(seat: str, bid: int, sentence: str) -> None:
    state = apply_out_of_turn(NPA, start(NPA, "W"), "E", 50)
    state = apply_call(NPA, state, Call("N", None))

    with pytest.raises(RuleError) as raised:
        apply_out_of_turn(NPA, state, seat, bid)

    assert str(raised.value) == sentence


def test_same_seat_twice_out_of_turn() -> None:
    state = apply_out_of_turn(NPA, start(NPA, "W"), "E", 50)

    with pytest.raises(RuleError, match=r"^East has already bid 50 out of turn, and that bid stands\.$"):
        apply_out_of_turn(NPA, state, "E", 55)


# -- random auctions


@given(book=st.sampled_from([*BOOKS, *[CAPPED, NPA] * 3]), data=st.data())
def test_auctions_end_and_can_be_replayed(book: RuleBook, data: st.DataObject) -> None:
    state = start(book, data.draw(st.sampled_from(book.seats)))
    highest = book.auction.opening + 12
    while not state.finished:
        assert len(state.calls) < 100
        assert state.to_call not in state.out
        state = _any_next(book, state, highest, data)

    assert state.bidder is not None
    assert state.high is not None
    assert state.stuck == all(call.bid is None for call in state.calls)
    again = start(book, state.dealer)
    for call in state.calls:
        if call.out_of_turn and call.bid is not None:
            again = apply_out_of_turn(book, again, call.seat, call.bid)
        else:
            again = apply_call(book, again, call)
    assert again == state


def _any_next(book: RuleBook, state: AuctionState, highest: int, data: st.DataObject) -> AuctionState:
    """One more call: in turn, or now and then out of turn where the book takes that."""
    if book.auction.out_of_turn != "refused" and data.draw(st.integers(0, 3)) == 0:
        seat = data.draw(st.sampled_from(book.seats))
        bid = data.draw(st.sampled_from(bids_from(book, state.high, 4)))
        try:
            return apply_out_of_turn(book, state, seat, bid)
        except RuleError:
            pass
    assert state.to_call is not None
    bids = legal_calls(book, state, highest)
    return apply_call(book, state, Call(state.to_call, data.draw(st.sampled_from(bids))))
