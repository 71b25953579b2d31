"""What a seat may know, worked out here from the deal and the actions alone; the views show nothing else.

Two proofs. Every field is walked over: no card in it that the seat may not know. And hidden
cards are exchanged between the others: what was done stays the same, and so must the view.
The second also finds what gives a card away without showing it.
"""

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import Any

import pytest

from scoring.play.actions import (
    Action,
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
from scoring.play.seat_view import OpenView, SeatView, seat_view
from scoring.play.state import Choices, DealState, Laid, Phase, Trick, apply, begin, choices
from scoring.rules.auction import AuctionState, Call
from scoring.rules.book import RuleBook
from scoring.rules.cards import Card, Seat
from scoring.rules.dealing import Dealt
from scoring.rules.errors import RuleError
from scoring.rules.tricks import lay_down_take
from tests.sampling import every, sample
from tests.scoring.play.random_deals import BOOKS, OTHER_BOOKS, random_action, random_steps

ALL_BOOKS = {**{book.key: book for book in BOOKS}, **OTHER_BOOKS}
PLAIN = (str, int, bool, type(None))


# -- what a seat may know, from the deal and the actions ---------------------------------


def known_cards(state: DealState, seat: Seat) -> Counter[Card]:
    """Every card whose place `seat` knows or knew: its own, what came to it, what lay open."""
    book, actions = state.book, state.actions
    known = Counter(state.dealt.hands.get(seat, ()))
    bidder = state.bidder
    if bidder is not None and book.kitty is not None and (book.kitty.shown or bidder == seat):
        known.update(state.dealt.kitty)
    known.update(cards_from_partner(state, seat))
    known.update(action.card for action in actions if isinstance(action, PlayCard) and action.seat != seat)
    known.update(card for hand in hands_that_must_be_shown(state).values() for card in hand)
    return known | melds_on_the_table(state)


def cards_from_partner(state: DealState, seat: Seat) -> tuple[Card, ...]:
    """What the partner passed: at once, or where both pass unseen after the own pass is made."""
    passes = [action for action in state.actions if isinstance(action, PassCards)]
    unseen = state.book.passing is not None and state.book.passing.order == "both_at_once"
    if unseen and len(passes) < 2:
        return ()
    return tuple(card for action in passes if action.seat == state.book.partner(seat) for card in action.cards)


def melds_on_the_table(state: DealState) -> Counter[Card]:
    """The melds that lie open: when all have laid, and of sides that need not hide them."""
    melds = {action.seat: action for action in state.actions if isinstance(action, LayMeld)}
    if state.phase is Phase.MELD:
        return Counter()
    book, totals = state.book, {seat: state.laid[seat].total for seat in melds}
    open_cards: Counter[Card] = Counter()
    for seat, action in melds.items():
        together = sum(total for other, total in totals.items() if book.side_of(other) == book.side_of(seat))
        if not book.procedure.values_announced_first or together >= book.meld.minimum:
            open_cards.update(action.cards)
    return open_cards


def hands_that_must_be_shown(state: DealState) -> dict[Seat, tuple[Card, ...]]:
    """Of whoever claims the rest; of a stuck dealer without a marriage, and of both partners who show too little meld
    together to play."""
    book, procedure, bidder = state.book, state.book.procedure, state.bidder
    if state.actions and isinstance(state.actions[-1], LayDown):
        return {state.actions[-1].seat: state.hands[state.actions[-1].seat]}
    if bidder is None or any(isinstance(action, Bid) and action.amount for action in state.actions):
        return {}
    if NameTrump(bidder, None) in state.actions:
        return {bidder: state.hands[bidder]} if procedure.hand_shown_without_marriage else {}
    have_all_laid = sum(isinstance(action, LayMeld) for action in state.actions) == len(book.seats)
    partners = [seat for seat in book.seats if book.side_of(seat) == book.side_of(bidder)]
    is_short = sum(laid.total for seat, laid in state.laid.items() if seat in partners) < book.meld.minimum
    is_unplayed = book.contract.below_minimum == "not_played" and procedure.hands_shown_below_minimum
    return {seat: state.hands[seat] for seat in partners} if have_all_laid and is_short and is_unplayed else {}


# -- every field -------------------------------------------------------------------------


def cards_in(value: Any) -> Iterator[Card]:
    """Every card anywhere in a value; a kind of value that is not known here is a fault."""
    if isinstance(value, Card):
        yield value
    elif is_dataclass(value):
        assert isinstance(value, AuctionState | Call | Trick | Laid | Choices), type(value)
        for part in fields(value):
            yield from cards_in(getattr(value, part.name))
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield from cards_in(key)
            yield from cards_in(inner)
    elif isinstance(value, tuple | list | set | frozenset):
        for inner in value:
            yield from cards_in(inner)
    else:
        assert isinstance(value, (*PLAIN, RuleBook)), type(value)


@pytest.mark.parametrize("name", every(2, [*ALL_BOOKS]))
def test_every_field_is_what_the_actions_say_and_no_card_that_the_seat_may_not_know(name: str) -> None:
    """The view is silent, and it is also right, and complete."""
    book, rng = ALL_BOOKS[name], random.Random(name)
    for _ in range(sample(1, 60)):
        for state in random_steps(book, rng):
            for seat in book.seats:
                check_fields(state, seat)
                if state.phase is not Phase.TRICKS or rng.random() < 0.3:
                    check_cards(state, seat)


def cards_seen(view: SeatView) -> list[Card]:
    """Its own hand, what it buried, and all that was played."""
    tricks = [*view.tricks, *([view.trick] if view.trick else [])]
    return [*view.hand, *view.buried, *(card for trick in tricks for card in trick.cards)]


def check_cards(state: DealState, seat: Seat) -> None:
    view, known = seat_view(state, seat), known_cards(state, seat)
    for part in fields(view):
        shown = Counter(cards_in(getattr(view, part.name)))
        if part.name == "called" or (part.name == "choices" and state.phase is Phase.PARTNER):
            assert shown <= Counter(state.book.cards)  # any card may be called
        elif part.name in ("hand", "choices", "given", "received", "buried", "kitty", "tricks", "trick"):
            assert not shown - known, (part.name, state.phase, seat)
        elif part.name == "melds":
            assert shown == melds_on_the_table(state), (state.phase, seat)
        elif part.name == "exposed":
            assert view.exposed == hands_that_must_be_shown(state), (state.phase, seat)
        else:
            assert not shown, (part.name, state.phase, seat)
    assert not Counter(cards_seen(view)) - known


def check_fields(state: DealState, seat: Seat) -> None:
    view, actions = seat_view(state, seat), state.actions
    own = [action for action in actions if action.seat == seat]
    assert view.hand == state.hands.get(seat, ())
    assert view.hand_sizes == {each: len(state.hands[each]) for each in state.book.seats}
    assert view.given == cards_of(own, PassCards)
    assert view.received == cards_from_partner(state, seat)
    assert view.buried == cards_of(actions if is_laid_open(state) else own, Bury)
    assert ("no trump" in view.told_of_buried, "no aces" in view.told_of_buried) == tuple(
        told is False for told in told_of_buried(state) or (None, None)
    )
    assert view.choices == (choices(state) if state.to_act == seat else None)
    assert view.taken == points_seen(state, seat)
    assert sum(view.tricks_won.values()) == len(view.tricks) == len(state.tricks)
    assert view.sits_out == (seat not in state.hands)
    book = state.book if knows_sides(state, seat) else state.book.before_the_call
    assert view.book == book
    if not view.sits_out:
        assert view.side == book.side_of(seat)
        assert view.is_bidding_side == (state.bidder is not None and book.side_of(state.bidder) == view.side)
    assert (view.bidder is None) == (view.bid is None) == (state.phase in (Phase.REDEAL, Phase.AUCTION) or not view.bid)


def knows_sides(state: DealState, seat: Seat) -> bool:
    """Whether the seat may know who plays with the bidder: it was said, the seat is the one, the secretly called card
    fell from the partner's hand, or the hand is over."""
    called = next((action.called for action in state.actions if isinstance(action, CallPartner)), None)
    if state.book.deal.calls != "secret" or not isinstance(called, Card):
        return True
    fell = PlayCard(state.partner or "", called) in state.actions
    return fell or seat == state.partner or state.phase is Phase.DONE


def is_laid_open(state: DealState) -> bool:
    """Whether the bidder has cut and laid: then hand and buried cards have lain open to all."""
    return any(isinstance(action, Declare) and action.what == "lay" for action in state.actions)


def cards_of(actions: Sequence[Action], kind: type[PassCards | Bury]) -> tuple[Card, ...]:
    return next((action.cards for action in actions if isinstance(action, kind)), ())


def points_seen(state: DealState, seat: Seat) -> dict[str, int]:
    """Counters and the last trick, with what lies buried only for the one who buried it, and at the end."""
    book = seat_view(state, seat).book
    seen = dict.fromkeys(book.take_sides, 0)
    for number, trick in enumerate(state.tricks, start=1):
        assert trick.winner is not None
        last = book.deck.last_trick if number == book.deal.hand_size else 0
        seen[book.take_side_of(trick.winner)] += sum(map(book.card_points, trick.cards)) + last
    buries = [action for action in state.actions if isinstance(action, Bury)]
    for action in buries:
        if (
            (action.seat == seat or state.phase is Phase.DONE or is_laid_open(state))
            and book.kitty is not None
            and book.kitty.buried_count
        ):
            seen[book.take_side_of(action.seat)] += sum(map(book.card_points, action.cards))
    if isinstance(state.actions[-1] if state.actions else None, LayDown):
        assert state.claimed is not None
        for side, points in lay_down_take(book, state.hands, state.claimed)[0].items():
            seen[side] += points
    return seen


# -- exchanging what is hidden -----------------------------------------------------------


@pytest.mark.parametrize("name", every(2, [*ALL_BOOKS], first=1))
def test_exchanging_hidden_cards_changes_no_view(name: str) -> None:
    book, rng = ALL_BOOKS[name], random.Random(name)
    compared: Counter[Phase] = Counter()
    for _ in range(sample(8, 2_000)):
        steps = list(random_steps(book, rng))
        before_play = [state for state in steps if state.phase is not Phase.TRICKS]
        for state in (*rng.choices(steps, k=3), rng.choice(before_play)):
            seat = rng.choice(book.seats)
            other = exchanged(state, seat, rng)
            if other is not None:
                compared[state.phase] += 1
                assert seat_view(other, seat) == seat_view(state, seat), (state.phase, seat)

    assert compared[Phase.AUCTION] + compared[Phase.MELD] + compared[Phase.PASS] >= sample(3, 1_000), compared
    assert compared[Phase.TRICKS] >= sample(1, 250), compared


def exchanged(state: DealState, seat: Seat, rng: random.Random) -> DealState | None:
    """The same deal for `seat`, in which the others hold and hid other cards; None where none was found."""
    for _ in range(4):
        dealt = with_cards_exchanged(state, seat, rng)
        try:
            other = begin(state.book, state.dealer, dealt, state.standing, off_board=state.off_board)
            for action in state.actions:
                other = apply(other, hidden_otherwise(state, other, action, seat, rng))
        except (RuleError, ValueError):
            continue
        if other != state and same_sounds(state, other) and not waits_for_a_question(state, other, seat):
            return other
    return None


def waits_for_a_question(state: DealState, other: DealState, seat: Seat) -> bool:
    """Who would be next to bid, or to be asked, has to wait while another is asked: that cannot be hidden."""
    is_asked = Phase.REDEAL in (state.phase, other.phase)
    return is_asked and seat in (state.auction.to_call, state.to_act, other.to_act)


def with_cards_exchanged(state: DealState, seat: Seat, rng: random.Random) -> Dealt:
    """Some cards of two others exchanged, or of another and the kitty where `seat` never saw that."""
    places: dict[Seat, list[Card]] = {each: list(hand) for each, hand in state.dealt.hands.items() if each != seat}
    kitty = list(state.dealt.kitty)
    if kitty and (state.bidder is None or not known_kitty(state, seat)):
        places["kitty"] = kitty
    for _ in range(rng.choice((1, 1, 2, 4))):
        one, other = (places[each] for each in rng.sample(list(places), 2))
        place, at = rng.randrange(len(one)), rng.randrange(len(other))
        one[place], other[at] = other[at], one[place]
    hands = {each: tuple(places.get(each, hand)) for each, hand in state.dealt.hands.items()}
    return Dealt(hands, tuple(kitty))


def known_kitty(state: DealState, seat: Seat) -> bool:
    assert state.book.kitty is not None
    return state.book.kitty.shown or state.bidder == seat


def hidden_otherwise(state: DealState, other: DealState, action: Action, seat: Seat, rng: random.Random) -> Action:
    """The action, or at times another one of its kind where `seat` does not see what it is."""
    if action.seat == seat or action.seat != other.to_act or rng.random() < 0.5:
        return action
    match action:
        case PassCards(who, _) if state.book.partner(who) != seat or len(cards_from_partner(state, seat)) == 0:
            return random_action(other, rng)
        case Bury() | Redeal():
            return random_action(other, rng)
        case LayMeld() if state.phase is Phase.MELD:
            return random_action(other, rng)
    return action


def same_sounds(state: DealState, other: DealState) -> bool:
    """Whether the same was said and laid in both: totals told and points counted openly."""
    told = {each: (meld.total, meld.aces_told) for each, meld in state.shown.items()}
    told_there = {each: (meld.total, meld.aces_told) for each, meld in other.shown.items()}
    is_counted = state.phase is Phase.DONE and state.buried  # what was buried is told by the count
    return (
        told == told_there
        and state.redealt_by == other.redealt_by
        and state.auction == other.auction
        and told_of_buried(state) == told_of_buried(other)
        and hands_that_must_be_shown(state) == hands_that_must_be_shown(other)
        and state.claimed == other.claimed
        and laid_open(state) == laid_open(other)
        and not (is_counted and sum(map(state.book.card_points, state.buried + other.buried)))
    )


def laid_open(state: DealState) -> list[Card]:
    """All the cards that a bidder laid open."""
    if not is_laid_open(state):
        return []
    assert state.bidder is not None
    return sorted((*state.hands[state.bidder], *state.buried))


def told_of_buried(state: DealState) -> tuple[bool, bool] | None:
    """Whether trump and aces lie buried, where the book has the bidder tell it."""
    if state.book.kitty is None or not state.book.kitty.told or not state.buried:
        return None
    return any(card.suit == state.trump for card in state.buried), any(card.rank == "A" for card in state.buried)


# -- position by position ----------------------------------------------------------------


def first(book: RuleBook, phase: Phase, seed: int = 1) -> DealState:
    rng = random.Random(seed)
    while True:
        for state in random_steps(book, rng):
            if state.phase is phase:
                return state


def test_question_about_new_cards_is_seen_by_the_asked_player_alone() -> None:
    book = ALL_BOOKS["new cards for three nines"]
    state = first(book, Phase.REDEAL)
    first_bidder = book.next_seat(state.dealer)
    if state.to_act == first_bidder:  # look at one who is asked later
        state = next(each for each in _redeals(book) if each.to_act != first_bidder)
    assert state.to_act is not None

    views = {seat: seat_view(state, seat) for seat in book.seats}

    assert views[state.to_act].phase is Phase.REDEAL
    assert views[state.to_act].choices == Choices("redeal", state.to_act)
    others = [view for seat, view in views.items() if seat != state.to_act]
    assert {view.phase for view in others} == {Phase.AUCTION}
    assert {view.to_act for view in others if view.seat != first_bidder} == {first_bidder}
    assert views[first_bidder].to_act is None
    assert [view.choices for view in others] == [None] * 3


def _redeals(book: RuleBook) -> Iterator[DealState]:
    rng = random.Random(2)
    while True:
        yield from (state for state in random_steps(book, rng) if state.phase is Phase.REDEAL)


def test_pass_unseen_moves_no_card_before_both_have_passed() -> None:
    book = ALL_BOOKS["st-hilary"]
    before = first(book, Phase.PASS)
    bidder = before.bidder
    assert bidder is not None
    partner = book.partner(bidder)
    assert partner is not None

    halfway = apply(before, PassCards(bidder, before.hands[bidder][:3]))
    after = apply(halfway, PassCards(partner, before.hands[partner][:3]))

    assert seat_view(halfway, partner).received == ()
    assert seat_view(halfway, partner).hand == before.hands[partner]
    assert seat_view(halfway, bidder).given == before.hands[bidder][:3]
    assert seat_view(halfway, bidder).hand == before.hands[bidder]
    assert seat_view(after, partner).received == before.hands[bidder][:3]
    assert seat_view(after, partner).hand == before.hands[partner][3:] + before.hands[bidder][:3]


def test_partners_cards_come_first_where_the_bidder_answers() -> None:
    book = ALL_BOOKS["hidden-valley"]
    before = first(book, Phase.PASS)
    assert before.bidder is not None
    partner = book.partner(before.bidder)
    assert partner is not None
    assert before.to_act == partner

    after = apply(before, PassCards(partner, before.hands[partner][:4]))

    assert seat_view(after, before.bidder).received == before.hands[partner][:4]
    assert seat_view(after, before.bidder).hand_sizes[before.bidder] == 16
    opponent = book.next_seat(before.bidder)
    assert seat_view(after, opponent).received == seat_view(after, opponent).given == ()


def test_kitty_that_is_not_shown_is_seen_by_the_bidder_alone() -> None:
    for name, seen in (("gwinnett-3", 3), ("kitty not shown", 1)):
        state = first(ALL_BOOKS[name], Phase.TRUMP)
        assert state.bidder is not None
        assert seat_view(state, state.bidder).kitty == state.dealt.kitty
        assert sum(bool(seat_view(state, seat).kitty) for seat in "ABC") == seen
        auction = first(ALL_BOOKS[name], Phase.AUCTION)
        assert [seat_view(auction, seat).kitty for seat in "ABC"] == [()] * 3


def test_side_below_the_minimum_tells_its_totals_and_aces_but_lays_nothing() -> None:
    book = ALL_BOOKS["family-double"]
    told = [meld for state in _declaring(book, 60) for meld in _below_minimum(state)]

    assert told
    assert {meld.cards for meld in told} == {()}
    assert {meld.aces_told for meld in told} == {False, True}
    assert all(meld.total > 0 for meld in told if meld.aces_told)


def _declaring(book: RuleBook, count: int) -> Iterator[DealState]:
    rng = random.Random(9)
    for _ in range(count):
        yield from (state for state in random_steps(book, rng) if state.phase is Phase.DECLARE)


def _below_minimum(state: DealState) -> Iterator[Laid]:
    melds = seat_view(state, state.dealer).melds
    for side in state.book.sides:
        shown = [melds[seat] for seat in state.book.seats_of(side)]
        if sum(meld.total for meld in shown) < state.book.meld.minimum:
            yield from shown


def test_melds_are_shown_once_all_have_laid() -> None:
    book = ALL_BOOKS["gwinnett"]
    state = first(book, Phase.MELD)
    sizes = []
    while state.phase is Phase.MELD:
        sizes.append(len(seat_view(state, state.dealer).melds))
        state = apply(state, random_action(state, random.Random(1)))

    assert sizes == [0, 0, 0, 0]
    assert len(seat_view(state, state.dealer).melds) == 4


def test_a_view_that_looks_things_up_finds_what_the_other_holds() -> None:
    for state in random_steps(BOOKS[-1], random.Random(2)):
        for seat in state.book.seats:
            told, found = seat_view(state, seat), OpenView(state, seat)
            assert all(getattr(found, part.name) == getattr(told, part.name) for part in fields(SeatView))


def test_a_whole_state_in_a_view_would_be_found() -> None:
    state = first(ALL_BOOKS["gwinnett"], Phase.TRICKS)

    with pytest.raises(AssertionError):
        list(cards_in({"somewhere": (state,)}))
