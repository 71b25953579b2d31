"""Deals that are played at once are, act by act, those that the same players play step by step."""

import random
from collections.abc import Mapping
from typing import Any

import pytest

from scoring.play.actions import LayDown, PlayCard
from scoring.play.bots import make_bot
from scoring.play.bots.club import ClubBot
from scoring.play.bots.quick import before_the_cards, cards_of, clubs_of, result
from scoring.play.engine import PlainEngine
from scoring.play.engine.club_cards import LARGE_DECK
from scoring.play.state import DealState, Phase, apply, begin, record_of
from scoring.play.table import Bot
from scoring.play.table import play_out as play_step_by_step
from scoring.rules.book import RuleBook
from scoring.rules.cards import Seat
from scoring.rules.deal_score import score_deal
from scoring.rules.dealing import deal
from tests.sampling import every, sample
from tests.scoring.play.engine.deals import OTHER_SIDES, unusual_books
from tests.scoring.play.random_deals import BOOKS, OTHER_BOOKS
from tests.scoring.rules.deal_samples import changed, random_book


def by_name(book: RuleBook) -> RuleBook:
    """With a partner called by name instead of in secret, which each takes as it guesses from trick to trick, so that
    nothing is played at once."""
    return changed(book, deal__calls="player", deal__called_from="left") if book.deal.calls == "secret" else book


def bots(book: RuleBook, strength: str = "club", **given: Any) -> dict[Seat, Bot]:
    return {seat: make_bot(strength, seed=seat, **given) for seat in book.seats}


def begun(book: RuleBook, rng: random.Random) -> DealState:
    dealer = rng.choice(book.seats)
    return begin(book, dealer, deal(book, rng, dealer))


def play_out(state: DealState, bots: Mapping[Seat, Bot]) -> DealState:
    """The deal with all its acts, where the cards come from the engine: the rules judge each of them."""
    clubs = clubs_of(state, bots)
    assert clubs is not None, bots
    own = before_the_cards(state, clubs)
    if own.phase is Phase.TRICKS:
        cards, _, claims = cards_of(own, clubs)
        for card in cards:
            assert own.to_act is not None
            apply(own, PlayCard(own.to_act, card))
        if claims is not None:
            apply(own, LayDown(claims))
    return own


def check(state: DealState, at_once: Mapping[Seat, Bot], one_by_one: Mapping[Seat, Bot]) -> DealState:
    found, told = play_out(state, at_once), play_step_by_step(state, one_by_one)
    assert found.actions == told.actions
    assert (found.hands, found.tricks, found.trick, found.claimed) == (
        told.hands,
        told.tricks,
        told.trick,
        told.claimed,
    )
    assert (found.phase, found.to_act, found.laid, found.shown) == (told.phase, told.to_act, told.laid, told.shown)
    first_lead, record = result(state, at_once)
    assert (first_lead.laid, first_lead.auction, first_lead.laid_open) == (told.laid, told.auction, told.laid_open)
    assert (first_lead.trump, first_lead.redealt_by) == (told.trump, told.redealt_by)
    if told.redealt_by is None:
        assert record_of(found) == record_of(told) == record
        assert score_deal(state.book, record) == score_deal(state.book, record_of(told))
    else:
        assert record is None
    return told


def check_deals(book: RuleBook, rng: random.Random, deals: int) -> None:
    for _ in range(deals):
        state = begun(book, rng)
        check(state, bots(state.book), bots(state.book))


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.key)
def test_every_act_of_a_deal_played_at_once_is_the_one_a_club_player_makes(book: RuleBook) -> None:
    check_deals(book, random.Random(book.key), sample(4, 2500))


@pytest.mark.parametrize("name", every(2, [*OTHER_BOOKS, *OTHER_SIDES]))
def test_the_same_under_books_with_another_procedure_or_other_sides(name: str) -> None:
    book = by_name(OTHER_BOOKS[name] if name in OTHER_BOOKS else unusual_books()[name])
    check_deals(book, random.Random(name), sample(2, 300))


def test_the_same_under_books_with_switches_turned_at_random() -> None:
    rng = random.Random(14)
    for _ in range(sample(5, 600)):
        check_deals(by_name(random_book(rng, with_bots=True)), rng, sample(1, 4))


def test_bots_that_bid_otherwise_or_play_their_cards_in_other_ways_play_at_once_too() -> None:
    """Beginners, bids that show meld, and two ways of playing cards at one table."""
    rng = random.Random(3)
    bold = LARGE_DECK._replace(trump=0.2, against_low=-0.9, keeping=1.5)
    for book in BOOKS[::2]:
        others = {
            seat: ClubBot(ways=bold) if place % 2 else make_bot("beginner", seed=1)
            for place, seat in enumerate(book.seats)
        }
        state = begun(book, rng)
        check(state, others, dict(others))
        check(state, bots(book, meld_bids=True), bots(book, meld_bids=True))
    assert any(
        play_out(state, {seat: ClubBot(ways=bold) for seat in book.seats}).tricks != play_out(state, bots(book)).tricks
        for state in [begun(book, rng) for _ in range(3)]
    )


def test_without_numba_the_same_cards_are_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scoring.play.bots.quick.engine_for", PlainEngine)
    rng = random.Random(5)
    for book in BOOKS:
        check(begun(book, rng), bots(book), bots(book))


def test_who_thinks_about_a_card_plays_step_by_step(monkeypatch: pytest.MonkeyPatch) -> None:
    """An Expert's cards come of playouts, not of ways."""
    book = BOOKS[0]
    monkeypatch.setattr("scoring.play.bots.quick.before_the_cards", None)
    experts = {seat: make_bot("expert", seed=1, playouts=2) for seat in book.seats}

    state, record = result(begun(book, random.Random(1)), {**bots(book), "N": experts["N"]})

    assert state.is_done
    assert record == record_of(state)
