"""Books drawn over the whole schema: refused with a sentence at the field, or score, print and play agree.

What a book prints is read a second time (`second_reading`), and a hand scored by that alone. `make soak` holds 500
books to 20 hands each. That books can be played, too, is in `tests/scoring/play/test_random_play.py`."""

import random
import re
from dataclasses import replace
from typing import Any

import pytest

from scoring.rules.auction import is_legal_bid, may_bid, must_bid, start
from scoring.rules.book import RuleBook, checked_again
from scoring.rules.cards import SUITS, Card
from scoring.rules.deal_score import score_deal
from scoring.rules.dealing import may_call_redeal
from scoring.rules.entries import entry_of
from scoring.rules.game import judge, play_game
from scoring.rules.melds import best_meld
from scoring.rules.money import money_sheet
from scoring.rules.tricks import must_lead_trump
from tests.sampling import sample
from tests.scoring.rules import second_money, second_reading
from tests.scoring.rules.drawn_books import bases, drawn_book, drawn_hand

SEEDS = range(sample(50, 500))
HANDS = sample(8, 20)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_drawn_book_is_refused_at_its_field_or_score_and_print_agree(seed: int) -> None:
    rng = random.Random(seed)

    book, refused = drawn_book(rng)

    for fault in refused:
        assert entry_of(fault.path) or entry_of(fault.path.rpartition(".")[0]), fault
        assert re.fullmatch(r"[A-Z0-9“].*\.", fault.text), fault
    assert checked_again(book) == book
    assert second_reading.worths(book) == dict(book.deck.worths)
    for _ in range(HANDS):
        hand = drawn_hand(book, rng)
        assert second_reading.scores(book, hand) == score_deal(book, hand).scores, (seed, hand)
        for cards in (rng.sample(book.cards, book.melding_hand_size), few_ranks(book, rng)):
            trump = rng.choice(SUITS)
            assert second_reading.meld(book, cards, trump) == best_meld(book, cards, trump).total, (seed, cards)
            assert second_reading.natural_meld(book, cards) == best_meld(book, cards, None).total, (seed, cards)
            assert second_reading.may_be_dealt_again(book, cards) == may_call_redeal(book, cards), (seed, cards)


@pytest.mark.parametrize("seed", SEEDS)
def test_bids_and_the_first_lead_are_as_printed(seed: int) -> None:
    rng = random.Random(seed)
    book, _ = drawn_book(rng)
    for stuck in (False, True):
        assert second_reading.leads_trump(book, stuck=stuck) == must_lead_trump(book, stuck=stuck)
    if not book.auction.is_held:
        return
    for _ in range(HANDS):
        opening = book.auction.opening
        high, bid = rng.choice((None, opening, opening + 10)), opening + rng.choice((-1, 0, 1, 5, 10, 20, 61, 100))
        assert second_reading.may_be_bid(book, high, bid) == is_legal_bid(book, high, bid), (high, bid)
        for cards in (rng.sample(book.cards, book.deal.hand_size), few_ranks(book, rng)):
            state = start(book, rng.choice(book.seats))
            assert (second_reading.holds_for_bidding(book, cards, "needs") is not False) == may_bid(book, cards)
            assert bool(second_reading.holds_for_bidding(book, cards, "must")) == must_bid(book, state, cards)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_game_is_won_as_printed(seed: int) -> None:
    rng = random.Random(seed)
    book, _ = drawn_book(rng)
    target = book.game.target or 100
    deals = book.game.deals or 1
    near = (0, target - 1, target, target + 1, *([book.game.bid_to_win.at] * 3 if book.game.bid_to_win else ()))

    for _ in range(HANDS):
        before, after = ({side: rng.choice(near) + rng.choice((-1, 0, 1)) for side in book.sides} for _ in range(2))
        bidding = rng.choice(book.sides)

        number = rng.choice((1, deals, deals + 1))

        won = judge(book, before, after, bidding, number)

        wanted = second_reading.winner(book, before, after, bidding, number)
        assert (won and won.side) == wanted, (before, after, bidding, number)


@pytest.mark.parametrize("seed", SEEDS)
def test_money_goes_as_printed(seed: int) -> None:
    rng = random.Random(f"money {seed}")
    base = rng.choice([data for data in bases() if data.get("money") or data.get("payments")])
    book, _ = drawn_book(rng, base)
    if not (book.money or book.payments) or book.game.rises:
        return
    for _ in range(HANDS):
        nothing_else: dict[str, Any] = {"game_meld": None, "laid_stands": False, "laid_played": False}
        hands = [replace(drawn_hand(book, rng), **nothing_else) for _ in range(rng.choice((1, 4)))]

        found = money_sheet(book, play_game(book, hands), hands)

        wanted = second_money.sheet(book, hands)
        assert found is not None
        assert (found.totals, found.kitty, found.paid) == (wanted.totals, wanted.kitty, wanted.paid), hands


def few_ranks(book: RuleBook, rng: random.Random) -> list[Card]:
    """A hand of some ranks alone, so that it holds several of a meld."""
    ranks = rng.choice((("A", "T", "K", "Q", "J"), ("K", "Q"), ("Q", "J", "9")))
    cards = [card for card in book.cards if card.rank in ranks]
    return rng.sample(cards, min(len(cards), book.melding_hand_size))
