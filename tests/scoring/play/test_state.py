"""A deal step by step: the order of phases, what is refused with which words, what comes of an action."""

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.play.actions import (
    DECLARATIONS,
    Action,
    Answer,
    Bid,
    Bury,
    CallPartner,
    Declare,
    LayDown,
    LayMeld,
    NameTrump,
    PassCards,
    PlayCard,
    Redeal,
)
from scoring.play.card_entries import entries_of
from scoring.play.seat_view import seat_view
from scoring.play.state import (
    Choices,
    DealState,
    Laid,
    Phase,
    Trick,
    apply,
    begin,
    choices,
    dealt_from_json,
    dealt_to_json,
    points_taken,
    record_of,
    refusal,
    replay,
    state_from_json,
    state_to_json,
    tricks_won,
)
from scoring.rules.book import RuleBook, built_in_book
from scoring.rules.cards import Card
from scoring.rules.deal_checks import record_faults
from scoring.rules.deal_score import score_deal
from scoring.rules.dealing import Dealt, deal
from scoring.rules.errors import RuleError
from scoring.rules.exchange import best_laid
from scoring.rules.notation import parse_cards
from scoring.score_card.sheet import Line
from tests.scoring.play.random_deals import BOOKS, OTHER_BOOKS, random_action, random_steps, turned
from tests.scoring.play.test_actions import actions

ALL_BOOKS = {**{book.key: book for book in BOOKS}, **OTHER_BOOKS}


def dealt(book: RuleBook, seed: int = 1) -> Dealt:
    return deal(book, random.Random(seed), book.seats[-1])


def opened(key: str, seed: int = 1) -> DealState:
    """A deal whose last seat dealt, with the auction to begin."""
    book = ALL_BOOKS[key]
    state = begin(book, book.seats[-1], dealt(book, seed))
    assert state.phase is Phase.AUCTION
    return state


def first(key: str, phase: Phase, such: Callable[[DealState], bool] = lambda state: True) -> DealState:
    """The first such state of that phase in deals played by chance."""
    rng = random.Random(f"{key} {phase}")
    while True:
        for state in random_steps(ALL_BOOKS[key], rng):
            if state.phase is phase and such(state):
                return state


def acting(state: DealState) -> str:
    assert state.to_act is not None
    return state.to_act


def phases(states: Iterator[DealState]) -> list[Phase]:
    """The phases in the order in which they came."""
    return list(dict.fromkeys(state.phase for state in states))


# -- beginning ---------------------------------------------------------------------------


def test_begin_asks_the_dealers_left_to_bid() -> None:
    state = opened("npa")

    assert (state.to_act, state.dealer, state.bidder) == ("N", "W", None)
    assert state.standing == {"NS": 0, "EW": 0}
    assert choices(state) == Choices("bid", "N", lowest_bid=50)
    assert not state.is_done
    assert not state.is_played


@pytest.mark.parametrize(
    ("dealer", "change", "sentence"),
    [
        ("A", lambda hands: hands, "These rules seat N, E, S, W."),
        ("N", lambda hands: {**hands, "A": hands["N"]}, "These rules seat N, E, S, W."),
        ("N", lambda hands: {**hands, "E": hands["E"][1:]}, "A hand has 12 cards in these rules."),
        ("N", lambda hands: {**hands, "E": hands["N"]}, "These cards aren’t one whole deck."),
    ],
)
def test_begin_refuses_cards_that_are_not_the_deck(dealer: str, change: Callable, sentence: str) -> None:
    book = built_in_book("gwinnett")
    cards = dealt(book)

    with pytest.raises(RuleError) as raised:
        begin(book, dealer, replace(cards, hands=change(cards.hands)))

    assert str(raised.value) == sentence


# -- the way through a deal --------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "between"),
    [
        ("st-hilary", [Phase.PASS, Phase.MELD]),
        ("hidden-valley", [Phase.PASS, Phase.MELD, Phase.DECLARE]),
        ("family-double", [Phase.MELD, Phase.DECLARE]),
        ("npa", [Phase.MELD]),
        ("gwinnett", [Phase.MELD]),
        ("gwinnett-3", [Phase.MELD, Phase.BURY]),
        ("kitty buried before melding", [Phase.BURY, Phase.MELD]),
        ("five-handed", [Phase.PARTNER, Phase.MELD]),
    ],
)
def test_phases_of_a_deal_that_is_played(name: str, between: list[Phase]) -> None:
    rng = random.Random(3)
    gone = [phases(steps) for steps in (random_steps(ALL_BOOKS[name], rng) for _ in range(40))]

    whole = [Phase.AUCTION, Phase.TRUMP, *between, Phase.TRICKS, Phase.DONE]
    assert whole in gone
    assert {phase for way in gone for phase in way} - {Phase.REDEAL} == set(whole)


def test_each_player_who_may_is_asked_for_new_cards_from_the_dealers_left() -> None:
    def is_second(state: DealState) -> bool:
        return any(isinstance(action, Redeal) for action in state.actions)

    state = first("new cards for three nines", Phase.REDEAL, is_second)
    order = state.book.seats_from(state.book.next_seat(state.dealer))

    assert order.index(state.actions[-1].seat) < order.index(acting(state))
    assert choices(state) == Choices("redeal", acting(state))
    again = apply(state, Redeal(acting(state), claimed=True))
    assert (again.phase, again.to_act, again.redealt_by) == (Phase.DONE, None, acting(state))


def test_dealer_is_stuck_when_all_others_pass() -> None:
    state = replay(opened("gwinnett"), [Bid("N", None), Bid("E", None), Bid("S", None)])

    assert (state.phase, state.to_act, state.bidder) == (Phase.TRUMP, "W", "W")
    assert (state.auction.high, state.auction.stuck) == (20, True)


def test_bidder_takes_the_kitty_and_buries_from_it() -> None:
    state = replay(opened("gwinnett-3"), [Bid("A", 21), Bid("B", None), Bid("C", None)])

    assert state.kitty == ()
    assert state.hands["A"] == state.dealt.hands["A"] + state.dealt.kitty


def test_without_a_marriage_the_deal_is_over_or_the_defenders_lay_natural_meld() -> None:
    def is_without(state: DealState) -> bool:
        asked = choices(state)
        return asked is not None and asked.kind == "trump" and not asked.suits

    over = first("family-double", Phase.TRUMP, is_without)
    over = apply(over, NameTrump(acting(over), None))
    natural = first("npa", Phase.TRUMP, is_without)
    natural = apply(natural, NameTrump(acting(natural), None))

    assert (over.phase, over.no_marriage) == (Phase.DONE, True)
    assert record_of(over).meld == {"NS": 0, "EW": 0}
    assert natural.phase is Phase.MELD
    assert natural.to_act == natural.book.next_seat(natural.bidder or "")
    while natural.to_act is not None:
        natural = apply(natural, random_action(natural, random.Random(1)))
    assert set(natural.laid) == set(natural.book.seats) - {natural.bidder, natural.book.partner(natural.bidder or "")}
    assert record_of(natural).no_marriage


def test_hand_that_cannot_reach_the_bid_is_over_when_all_have_laid() -> None:
    naming = replay(opened("npa"), [Bid("N", 700), *(Bid(seat, None) for seat in "ESW")])
    asked = choices(naming)
    assert asked is not None
    state = apply(naming, NameTrump("N", asked.suits[0]))
    while state.phase is Phase.MELD:
        seat = acting(state)
        state = apply(state, LayMeld(seat, best_laid(state.book, state.hands[seat], state.trump)))

    assert (state.phase, state.is_played) == (Phase.DONE, False)
    assert set(state.shown) == set("NESW")
    assert score_deal(state.book, record_of(state)).scores["NS"] == 0


def test_what_the_table_sees_of_melds() -> None:
    state = first("gwinnett", Phase.TRICKS)

    assert state.shown == {seat: Laid(laid.total, laid.cards) for seat, laid in state.laid.items()}


# -- refusals ----------------------------------------------------------------------------


def wrong_kind(state: DealState) -> Action:
    seat = acting(state)
    return Bid(seat, None) if state.phase is not Phase.AUCTION else PlayCard(seat, state.hands[seat][0])


@pytest.mark.parametrize(
    ("key", "phase", "sentence"),
    [
        ("st-hilary", Phase.REDEAL, "First say if you want new cards."),
        ("st-hilary", Phase.AUCTION, "The bidding is still on. Bid or pass."),
        ("st-hilary", Phase.TRUMP, "Name trump first."),
        ("five-handed", Phase.PARTNER, "Call a partner first."),
        ("st-hilary", Phase.PASS, "Choose the cards for your partner first."),
        ("gwinnett-3", Phase.BURY, "Discard your cards first."),
        ("st-hilary", Phase.MELD, "Lay your meld first."),
        ("hidden-valley", Phase.DECLARE, "First say how you want to play this hand."),
        ("st-hilary", Phase.TRICKS, "Play a card."),
    ],
)
def test_refusals_of_each_phase(key: str, phase: Phase, sentence: str) -> None:
    state = first(key, phase)
    seat = acting(state)
    other = state.book.next_seat(seat)
    name = {"N": "North", "E": "East", "S": "South", "W": "West"} if len(state.hands) == 4 else {}

    assert refusal(state, wrong_kind(state)) == sentence
    assert refusal(state, Bid(other, None)) == f"It is {name.get(seat, f'Player {seat}')}’s turn."
    with pytest.raises(RuleError) as raised:
        apply(state, wrong_kind(state))
    assert str(raised.value) == sentence


def test_nothing_is_done_after_the_end() -> None:
    done = first("gwinnett", Phase.DONE)

    assert refusal(done, Bid("N", 30)) == "This hand is over."
    assert choices(done) is None


def test_a_lay_down_is_for_the_player_on_lead_with_more_than_one_card() -> None:
    def is_in_a_trick(state: DealState) -> bool:
        return state.trick is not None and bool(state.trick.cards)

    def has_one_card(state: DealState) -> bool:
        return state.trick is not None and not state.trick.cards and len(state.hands[acting(state)]) == 1

    for such in (is_in_a_trick, has_one_card):
        state = first("npa", Phase.TRICKS, such)
        assert refusal(state, LayDown(acting(state))) == "Play a card."
        asked = choices(state)
        assert asked is not None
        assert not asked.may_lay_down


@pytest.mark.parametrize(
    ("key", "amount", "sentence"),
    [
        ("npa", 49, "Bidding opens at 50. Bid that or more."),
        ("npa", -1, "Bidding opens at 50. Bid that or more."),
        ("npa", 61, "Past 60, bids go in fives: 60 or 65."),
        ("gwinnett", 20, "Bidding opens at 21. Only a stuck dealer can take it at 20."),
    ],
)
def test_refused_bids(key: str, amount: int, sentence: str) -> None:
    assert refusal(opened(key), Bid("N", amount)) == sentence


def test_refused_trumps() -> None:
    def has_some(state: DealState) -> bool:
        asked = choices(state)
        return asked is not None and 0 < len(asked.suits) < 4

    state = first("npa", Phase.TRUMP, has_some)
    seat, asked = acting(state), choices(state)
    assert asked is not None
    missing = next(suit for suit in "SHDC" if suit not in asked.suits)

    assert refusal(state, NameTrump(seat, None)) == "Name trump: you have a suit for it."
    assert (
        refusal(state, NameTrump(seat, missing))
        == "Trump needs a marriage: the king and queen of that suit."
    )  # fmt: skip
    assert all(refusal(state, NameTrump(seat, suit)) is None for suit in asked.suits)


@pytest.mark.parametrize(("way", "opponents"), [("right", "own_meld"), ("left", "together"), ("left", "alone")])
def test_first_who_has_the_called_card_is_the_partner(way: str, opponents: str) -> None:
    book = turned("five-handed", deal__calls="secret", deal__called_from=way, deal__opponents=opponents, readings=[])
    rng = random.Random(5)
    state = next(each for each in random_steps(book, rng) if each.phase is Phase.PARTNER)
    bidder = acting(state)
    order = "ABCDEABCDE"[1 + "ABCDE".index(bidder) :][:4]
    for card in set(book.cards):
        had_by = [seat for seat in (order if way == "left" else order[::-1]) if card in state.hands[seat]]
        called = apply(state, CallPartner(bidder, card))
        assert called.partner == (had_by or [bidder])[0]
        assert {seat for seat in "ABCDE" if seat_view(called, seat).book.team} == {called.partner}
        told = apply(state.changed(book=turned("five-handed")), CallPartner(bidder, card))
        assert {seat for seat in "ABCDE" if seat_view(told, seat).book.team} == {*"ABCDE"}
    alone = apply(state, CallPartner(bidder, None))

    assert alone.partner == bidder
    assert {seat_view(alone, seat).book.team for seat in "ABCDE"} == {frozenset(bidder)}
    assert refusal(state, CallPartner(bidder, Card("9", "S"))) == "Call a card of the deck."
    assert refusal(state, CallPartner(bidder, order[0])) == "Call a card of the deck."


def test_partner_named_is_known_to_all_and_goes_on_the_card() -> None:
    book = turned("five-handed", deal__calls="player", readings=[])
    rng = random.Random(7)
    state = next(each for each in random_steps(book, rng) if each.phase is Phase.PARTNER)
    bidder = acting(state)
    called = apply(state, CallPartner(bidder, book.next_seat(bidder)))
    while called.to_act is not None:
        called = apply(called, random_action(called, rng))

    team = "".join(sorted((bidder, book.next_seat(bidder))))
    assert refusal(state, CallPartner(bidder, bidder)) == "Call one of the other players."
    assert called.book.side_of(bidder) == team
    assert set(record_of(called).take) == {team, "".join(seat for seat in "ABCDE" if seat not in team)}
    entries = dict(entries_of(called, Line(1, "A")))
    assert entries["bid"]["partner"] == book.next_seat(bidder)
    assert set(entries["meld"]["meld"]) == {team, *(seat for seat in "ABCDE" if seat not in team)}


def test_refused_cards_for_pass_kitty_and_meld() -> None:
    def has_melded_some(state: DealState) -> bool:
        return 3 <= len(state.laid[acting(state)].cards) <= 15

    passing, melding = first("st-hilary", Phase.PASS), first("npa", Phase.MELD)
    burying = first("gwinnett-3", Phase.BURY, has_melded_some)
    hand = passing.hands[acting(passing)]
    melded = burying.laid[acting(burying)].cards

    assert refusal(passing, PassCards(acting(passing), hand[:2])) == "You pass three cards: you chose two."
    assert refusal(melding, LayMeld(acting(melding), parse_cards("9S"))) == "Choose from the cards in your hand."
    assert refusal(burying, Bury(acting(burying), ())) == "You discard three cards: choose them from your hand."
    assert (refusal(burying, Bury(acting(burying), melded[:3])) or "")[:9] == "Keep the "


def test_refused_declaration() -> None:
    state = first("hidden-valley", Phase.DECLARE)

    assert refusal(state, Declare(acting(state), "throw_in")) == "The rules don’t allow that here."
    assert refusal(state, Declare(acting(state), "moon")) is None


def test_refused_card_says_the_reason_of_the_rules() -> None:
    def is_bound(state: DealState) -> bool:
        asked = choices(state)
        return asked is not None and len(asked.cards) < len(set(state.hands[asked.seat]))

    state = first("st-hilary", Phase.TRICKS, is_bound)
    seat, asked = acting(state), choices(state)
    assert asked is not None
    foreign = next(card for card in state.book.cards if card not in state.hands[seat])
    refused = {card: refusal(state, PlayCard(seat, card)) for card in state.hands[seat]}

    assert refusal(state, PlayCard(seat, foreign)) == "That card isn’t in your hand."
    assert {card for card, why in refused.items() if why is None} == set(asked.cards)
    assert all(why is None or why.endswith(".") for why in refused.values())


@lru_cache(maxsize=1)
def many_states() -> tuple[DealState, ...]:
    rng = random.Random(12)
    return tuple(state for book in ALL_BOOKS.values() for _ in range(2) for state in random_steps(book, rng))


@given(st.integers(0), actions, st.booleans())
def test_nonsense_is_refused_with_a_sentence_or_done(number: int, action: Action, is_in_turn: bool) -> None:
    state = many_states()[number % len(many_states())]
    if state.to_act is not None and is_in_turn:
        action = replace(action, seat=state.to_act)

    refused = refusal(state, action)

    if refused is None:
        assert apply(state, action).actions == (*state.actions, action)
    else:
        assert refused.endswith(".")
        with pytest.raises(RuleError) as raised:
            apply(state, action)
        assert str(raised.value) == refused


def test_whatever_the_choices_offer_is_not_refused() -> None:
    for state in many_states():
        asked = choices(state)
        if asked is not None:
            assert [action for action in offered(asked) if refusal(state, action) is not None] == []


def offered(asked: Choices) -> Iterator[Action]:
    seat = asked.seat
    match asked.kind:
        case "redeal":
            yield from (Redeal(seat, said) for said in (True, False))
        case "answer":
            yield from (Answer(seat, said) for said in (True, False))
        case "bid":
            yield from (
                Bid(seat, amount) for amount in {None, asked.lowest_bid} - ({None} if asked.must_bid else set())
            )
        case "trump":
            yield from (NameTrump(seat, suit) for suit in asked.suits or (None,))
        case "partner":
            yield from (CallPartner(seat, called) for called in (*asked.cards, *asked.seats, None))
        case "pass_cards":
            yield PassCards(seat, asked.cards[-asked.count :])
        case "bury":
            yield Bury(seat, asked.cards[: asked.count])
        case "meld":
            yield LayMeld(seat, asked.cards)
        case "declare":
            yield from (Declare(seat, what) for what in DECLARATIONS if what in asked.declarations)
        case "play":
            yield from (PlayCard(seat, card) for card in asked.cards)
            if asked.may_lay_down:
                yield LayDown(seat)


# -- counting ----------------------------------------------------------------------------


def last_trick_but_one(key: str, hands: str, leader: str = "N", trump: str = "S") -> DealState:
    """A deal of which only these cards are left, the other tricks all won by North & South."""
    book = ALL_BOOKS[key]
    state = first(key, Phase.TRICKS)
    held = dict(zip(book.seats, map(parse_cards, hands.split("/")), strict=True))
    gone = tuple(Trick(leader, (), leader) for _ in range(book.tricks - len(held["N"])))
    return replace(state, hands=held, tricks=gone, trick=Trick(leader), to_act=leader, trump=trump)


def test_last_trick_counts() -> None:
    state = last_trick_but_one("npa", "AH/KH/TH/QH")

    done = replay(state, [PlayCard(seat, state.hands[seat][0]) for seat in "NESW"])

    assert done.is_done
    assert done.tricks[-1] == Trick("N", parse_cards("AH KH TH QH"), "N", 5)
    assert points_taken(done) == {"NS": 5, "EW": 0}
    assert tricks_won(done) == {"N": 20, "E": 0, "S": 0, "W": 0}
    assert record_of(done).last_trick == "NS"
    assert record_of(done).player_tricks == {"N": 20, "E": 0, "S": 0, "W": 0}


@pytest.mark.parametrize(
    ("key", "hands", "take", "tricks", "last", "each"),
    [
        ("npa", "AS AH/KH KH/QH QH/JH JH", {"NS": 6, "EW": 0}, {"NS": 20, "EW": 0}, "NS", (20, 0, 0, 0)),
        # Whose the rest would have been nobody knows: each partner has won one.
        ("npa", "AS KH/AH KH/QH QH/JH JH", {"NS": 0, "EW": 6}, {"NS": 18, "EW": 2}, "EW", (18, 1, 0, 1)),
        # Only the points of the claimed tricks are lost, and the last trick with them.
        ("st-hilary", "AS KH/AH KH/QH QH/JH JH", {"NS": 0, "EW": 5}, {"NS": 11, "EW": 1}, "EW", (11, 1, 1, 1)),
    ],
)
def test_lay_down(
    key: str, hands: str, take: dict[str, int], tricks: dict[str, int], last: str, each: tuple[int, ...]
) -> None:
    done = apply(last_trick_but_one(key, hands), LayDown("N"))
    record = record_of(done)

    assert (record.take, record.tricks, record.last_trick) == (take, tricks, last)
    assert tuple(record.player_tricks.values()) == each


def test_wrong_claim_of_every_trick_can_be_recorded_where_only_points_are_lost() -> None:
    state = first("st-hilary", Phase.TRICKS)
    done = apply(state, LayDown(acting(state)))
    record = record_of(done)
    claimer = state.book.side_of(acting(state))

    assert record.take[claimer] == 0
    assert record.tricks[claimer] == 11
    assert record_faults(state.book, record, state.dealer) == {}


def test_buried_counters_are_the_bidders_unless_the_book_lets_them_lie() -> None:
    for name, counted in (("gwinnett-3", True), ("buried cards count for nobody", False)):
        state = first(name, Phase.TRICKS, lambda state: any(card.rank in "ATK" for card in state.buried))
        buried = sum(card.rank in "ATK" for card in state.buried)
        assert points_taken(state)[state.bidder or ""] == (buried if counted else 0)


def test_record_before_the_bid_and_of_cards_dealt_again() -> None:
    with pytest.raises(RuleError, match=r"^Nobody has the bid yet\.$"):
        record_of(opened("npa"))


def test_record_grows_with_the_deal() -> None:
    naming, playing = first("gwinnett", Phase.TRUMP), first("gwinnett", Phase.TRICKS)

    assert (record_of(naming).bid, record_of(naming).trump) == (naming.auction.high, None)
    assert record_of(playing).trump == playing.trump
    assert record_of(playing).player_meld == {seat: laid.total for seat, laid in playing.laid.items()}
    assert record_of(playing).take == {}


# -- text in and out ---------------------------------------------------------------------


def test_dealt_cards_come_back_from_json() -> None:
    cards = dealt(built_in_book("gwinnett-3"))

    assert dealt_from_json(json.loads(json.dumps(dealt_to_json(cards)))) == cards


def test_state_that_is_not_legal_cannot_be_read() -> None:
    state = apply(opened("npa"), Bid("N", 52))
    text = state_to_json(state)

    assert state_from_json(state.book, text) == state
    assert state_from_json(state.book, state_to_json(replace(state, is_last=True))).is_last
    with pytest.raises(RuleError, match="Bidding opens at 50"):
        state_from_json(state.book, text.replace("52", "42"))
    with pytest.raises(RuleError, match="It is North’s turn"):
        state_from_json(state.book, text.replace('"bid", "N"', '"bid", "E"'))


@pytest.mark.parametrize("text", ["", "[]", "5", "{}", '{"dealer": "N"}'])
def test_text_that_is_no_state(text: str) -> None:
    with pytest.raises((ValueError, KeyError)):
        state_from_json(built_in_book("npa"), text)


def test_copies_of_a_card_are_taken_from_the_hand_one_by_one() -> None:
    book = turned("st-hilary", passing__cards=1)
    state = replay(begin(book, "W", dealt(book)), [Bid("N", 15), *(Bid(seat, None) for seat in "ESW")])
    state = apply(state, NameTrump("N", "S"))
    double = next((card for card in state.hands["N"] if state.hands["N"].count(card) == 2), None)
    assert double is not None

    state = replay(state, [PassCards("N", (double,)), PassCards("S", state.hands["S"][:1])])

    assert state.hands["N"].count(Card(*double)) == 1
