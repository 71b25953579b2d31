"""The worlds an Expert looks at agree with the meld that was shown, and rather with what was played."""

import math
import random
from collections import Counter
from functools import lru_cache
from statistics import fmean

import pytest

from scoring.play.bots import make_bot, worlds
from scoring.play.bots.known import Known, Memory, played_by
from scoring.play.engine import ASIDE, PlainEngine, engine_for
from scoring.play.seat_view import seat_view
from scoring.play.state import Phase, apply, begin
from scoring.rules.book import built_in_book
from scoring.rules.dealing import deal
from scoring.rules.exchange import partner_called
from scoring.rules.tricks import legal_plays
from tests.books import PLAYED
from tests.sampling import sample
from tests.scoring.play.engine.deals import engines
from tests.scoring.play.random_deals import turned

BOOKS = {key: built_in_book(key) for key in PLAYED}
each_book = pytest.mark.parametrize("key", BOOKS)


@lru_cache
def states_of(key, book=None):
    """A card to be chosen now and then in some deals of club players, with the view of the seat whose turn it is."""
    book, rng, found = book or BOOKS[key], random.Random(31), []
    for number in range(sample(3, 60)):
        dealer = book.seats[number % len(book.seats)]
        state, bot = begin(book, dealer, deal(book, rng, dealer)), make_bot("club", seed=1)
        while state.to_act is not None:
            view = seat_view(state, state.to_act)
            if state.phase is Phase.TRICKS and rng.random() < 0.15:
                found.append((state, view))
            state = apply(state, bot.choose(view).action)
    return found


def true_world(engine, state):
    return engine.worlds([{**state.hands, **({ASIDE: state.buried} if state.buried else {})}])


def melds_as_told(engine, told, hands, seat):
    return engine.melds((*hands[seat], *told.gone[seat]))[told.trump] == told.totals[seat]


@each_book
def test_hands_meld_what_was_shown(key):
    slow, *fast = engines(BOOKS[key])
    engine, fits = (fast or [slow])[0], []
    for number, (state, view) in enumerate(states_of(key)):
        told = worlds.melded(view)
        assert set(told.totals) <= set(BOOKS[key].seats) - {view.seat}
        assert all(melds_as_told(engine, told, state.hands, seat) for seat in told.totals)
        sampled = worlds.sample(engine, view, Known(view, Memory()), 10, number)
        fits += [melds_as_told(engine, told, sampled.hands(place), seat) for place in range(10) for seat in told.totals]
    assert fmean(fits) > 0.9 or not engine.fits


def fitting(engine, view, n):
    return worlds.fitting(engine, view, Known(view, Memory()), n, 7)


@each_book
def test_both_engines_find_the_same_worlds(key, monkeypatch):
    monkeypatch.setattr(PlainEngine, "fits", 4)  # where it would take too long
    for _, view in states_of(key)[:3]:
        slow, *fast = engines(BOOKS[key])
        assert all(fitting(engine, view, 2) == fitting(slow, view, 2) for engine in fast)


@each_book
def test_the_true_hands_are_likelier_than_others(key):
    gains = []
    for number, (state, view) in enumerate(states_of(key)):
        engine = engines(state.book)[-1]  # who plays together in this hand
        way = worlds.played(engine, view)
        if way is not None:
            sampled = worlds.sample(engine, view, Known(view, Memory()), 40, number)
            (true,) = engine.weights(true_world(engine, state), way)
            gains.append(math.log(true / fmean(engine.weights(sampled, way))))
    assert fmean(gains) > 0.2


@pytest.mark.parametrize("key", [key for key, book in BOOKS.items() if book.passing is None])
def test_no_card_is_likelier_than_the_one_of_a_club_player(key):
    """Where nobody knows of cards that were passed, all is seen that a club player goes by, or guesses at a partner."""
    for state, view in states_of(key):
        engine = engine_for(state.book)
        legal = legal_plays(view.book, view.hand, view.trick.cards, view.trump)
        chosen = make_bot("club", seed=1).choose(view).action
        if len(set(legal)) > 1 and hasattr(chosen, "card") and not state.is_secret:
            likely = {card: after(engine, state, card) for card in set(legal)}
            assert likely[chosen.card] == max(likely.values())


def after(engine, state, card):
    """How likely the hands are for the player who sits behind, once a card is played."""
    seat = state.to_act
    behind = state.book.seats_from(seat)[1]
    played = [each for trick in (*state.tricks, state.trick) for each in trick.cards]
    way = worlds.played(engine, seat_view(state, behind), (*played, card))
    hands = {**state.hands, seat: list(state.hands[seat])}
    hands[seat].remove(card)
    return engine.weights(engine.worlds([{**hands, **({ASIDE: state.buried} if state.buried else {})}]), way)[0]


def test_who_plays_with_the_bidder_goes_by_the_called_card_of_each_world():
    """Until it falls; and no world makes somebody the partner who would know."""
    book = turned("five-handed", deal__calls="secret")
    engine, sides = engines(book)[-1], Counter[bool]()
    for state, view in states_of("five-handed", book):
        groups = fitting(engine, view, 12)
        if not state.is_secret or view.seat == state.partner:
            assert groups[0][0] is view
            continue
        for seen, sampled in groups:
            partner = seen.book.called_by(view.bidder)
            for hands in map(sampled.hands, range(len(sampled))):
                had = {seat: (*hands[seat], *played_by(view, seat)) for seat in view.book.seats}
                assert partner_called(view.book, view.bidder, view.called, had) == partner
            assert sum(seen.taken.values()) == sum(view.taken.values())
            sides[partner == state.partner] += len(sampled)
        assert view.seat not in [seen.book.called_by(view.bidder) for seen, _ in groups]
    assert sides[True] > sides[False]
