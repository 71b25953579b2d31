"""What a seat infers is true, whatever legal things the others do."""

import random

import pytest

from scoring.play.actions import Answer
from scoring.play.bots.card_play import takes_rest
from scoring.play.bots.known import HEIGHTS, Known, Memory, as_taken
from scoring.play.bots.worlds import limits
from scoring.play.engine import ASIDE
from scoring.play.seat_view import seat_view
from scoring.play.simulate.bots import RandomBot
from scoring.play.state import DealState, Phase, apply, begin
from scoring.rules.book import built_in_book
from scoring.rules.dealing import deal
from scoring.rules.exchange import asked_in_turn
from scoring.rules.tricks import check_lay_down
from tests.books import PLAYED
from tests.sampling import sample
from tests.scoring.play.bots.positions import STRONG, at_play, laid, view_of, with_bid
from tests.scoring.play.random_deals import turned

BOOKS = tuple(built_in_book(key) for key in PLAYED)


def states_of_play(book, seed):
    """A deal played by chance, at every card."""
    rng = random.Random(seed)
    bot = RandomBot(rng)
    state = begin(book, rng.choice(book.seats), deal(book, rng, book.seats[0]))
    while state.to_act is not None:
        if state.phase is Phase.TRICKS:
            yield state
        state = apply(state, bot.choose(view_of(state)).action)


def check_inferences(state: DealState, memories: dict[str, Memory]):
    for seat in state.book.seats:
        view = seat_view(state, seat)
        known = Known(view, memories[seat])
        unseen = sorted(known.unseen_cards())
        others = [card for other, hand in state.hands.items() if other != seat for card in hand]
        hidden = () if state.laid_open or seat == state.bidder else state.buried
        assert unseen == sorted([*others, *hidden])
        for holder, limit in limits(view, known, unseen).items():
            held = state.buried if holder == ASIDE else state.hands[holder]
            assert limit.size == len(held)
            assert all(held.count(card) >= count for card, count in limit.at_least.items())
            assert all(held.count(card) <= count for card, count in limit.at_most.items())
            if holder != ASIDE:
                assert all(HEIGHTS[card.rank] <= known.highest(holder)[card.suit] for card in held)


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.key)
def test_inferences_hold_in_every_position(book):
    for seed in range(sample(2, 60)):
        memories = {seat: Memory() for seat in book.seats}
        for state in states_of_play(book, seed):
            check_inferences(state, memories)


def test_a_hand_that_was_laid_is_known_to_its_last_card():
    for seed in range(sample(2, 40)):
        state = laid(seed, C=STRONG)
        state = apply(state, Answer("A", False))
        memories = {seat: Memory() for seat in "ABC"}
        bot = RandomBot(random.Random(seed))
        while state.to_act is not None:
            assert Known(seat_view(state, "A"), memories["A"]).shown("C") == list(state.hands["C"])
            check_inferences(state, memories)
            state = apply(state, bot.choose(view_of(state)).action)


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.key)
def test_memory_of_a_whole_deal_is_the_same_as_of_one_read_anew(book):
    memory = Memory()
    for state in states_of_play(book, 5):
        view = seat_view(state, book.seats[0])
        kept, anew = Known(view, memory), Known(view, Memory())
        assert (kept.unseen, kept.sight.highest) == (anew.unseen, anew.sight.highest)


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.key)
def test_claimed_rest_is_never_wrong(book):
    claims = 0
    for seed in range(sample(6, 120)):
        for state in states_of_play(book, seed):
            view = view_of(state)
            if view.choices.may_lay_down and takes_rest(Known(view, Memory())):
                claims += 1
                assert check_lay_down(book, state.hands, view.seat, view.seat, view.trump).right
    assert claims


def test_partner_is_guessed_by_who_can_have_the_called_card():
    """Never the own seat, and nobody behind another who has it and isn't the one."""
    book, right, guesses = turned("five-handed", deal__calls="secret"), 0, 0
    for seed in range(sample(6, 200)):
        memories = {seat: Memory() for seat in book.seats}
        for state in states_of_play(book, seed):
            order = asked_in_turn(book, state.bidder)
            for seat in book.seats:
                view = seat_view(state, seat)
                taken = as_taken(view, memories[seat])
                guess = taken.book.called_by(state.bidder)
                assert sum(taken.taken.values()) == sum(view.taken.values())
                if view.book.team:
                    assert taken is view
                    continue
                has_it = seat in order and state.called in state.hands[seat]
                may_be = order[: order.index(seat)] if has_it else order
                assert guess == state.bidder or guess in set(may_be) - {seat}
                guesses += guess != state.bidder
                right += guess == state.partner != state.bidder
    assert right > 0.6 * guesses > 0


def test_who_trumps_has_no_card_of_the_suit_led():
    hands = {"E": "QC KS QS AS", "S": "JS 9S TD AD 9D 9D JD QD TH JH 9H QH"}

    state = at_play(with_bid("gwinnett", "E", 21, "S", 1, **hands), "QC", "JS")

    highest = Known(view_of(state), Memory()).highest("S")
    assert highest == {"S": 5, "H": 5, "D": 5, "C": -1}


def test_who_does_not_beat_a_trump_has_no_higher_one():
    hands = {"E": "JS KS QS AS", "S": "9S TD AD 9D 9D JD QD TH JH 9H QH KC"}

    state = at_play(with_bid("gwinnett", "E", 21, "S", 1, **hands), "JS", "9S")

    assert Known(view_of(state), Memory()).highest("S")["S"] == HEIGHTS["J"]


def test_meld_that_was_shown_is_known_until_it_is_played():
    state = at_play(with_bid("gwinnett", "E", 21, "S", E="KS QS AS AC", S="KC QC 9H 9H 9D"), "AC")
    known = Known(view_of(state), Memory())
    before = [str(card) for card in known.shown("E")]

    state = at_play(state, "QC")

    after = [str(card) for card in Known(view_of(state), Memory()).shown("S")]
    assert {"KS", "QS"} <= set(before)
    assert "KC" in after
    assert "QC" not in after
