"""Books drawn over the whole schema: refused with a sentence at the field, or score, print and play agree.

What a book prints is read a second time (`second_reading`), and a hand scored by that alone. `make soak` holds 500
books to 20 hands each. That books can be played, too, is in `tests/scoring/play/test_random_play.py`."""

import random
import re

import pytest

from scoring.rules.book import RuleBook, checked_again
from scoring.rules.cards import SUITS, Card
from scoring.rules.deal_score import score_deal
from scoring.rules.entries import entry_of
from scoring.rules.game import judge
from scoring.rules.melds import best_meld
from tests.sampling import sample
from tests.scoring.rules import second_reading
from tests.scoring.rules.drawn_books import drawn_book, drawn_hand

SEEDS = range(sample(40, 500))
HANDS = sample(8, 20)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_drawn_book_is_refused_at_its_field_or_score_and_print_agree(seed: int) -> None:
    rng = random.Random(seed)

    book, refused = drawn_book(rng)

    for fault in refused:
        assert entry_of(fault.path) or entry_of(fault.path.rpartition(".")[0]), fault
        assert re.fullmatch(r"[A-Z0-9“].*\.", fault.text), fault
    assert checked_again(book) == book
    for _ in range(HANDS):
        hand = drawn_hand(book, rng)
        assert second_reading.scores(book, hand) == score_deal(book, hand).scores, (seed, hand)
        for cards in (rng.sample(book.cards, book.melding_hand_size), few_ranks(book, rng)):
            trump = rng.choice(SUITS)
            assert second_reading.meld(book, cards, trump) == best_meld(book, cards, trump).total, (seed, cards)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_game_is_won_as_printed(seed: int) -> None:
    rng = random.Random(seed)
    book, _ = drawn_book(rng)
    target = book.game.target or 100
    near = (0, target - 1, target, target + 1, *([book.game.bid_to_win.at] * 3 if book.game.bid_to_win else ()))

    for _ in range(HANDS):
        before, after = ({side: rng.choice(near) + rng.choice((-1, 0, 1)) for side in book.sides} for _ in range(2))
        bidding = rng.choice(book.sides)

        won = judge(book, before, after, bidding, 1)

        assert (won and won.side) == second_reading.winner(book, before, after, bidding), (before, after, bidding)


def few_ranks(book: RuleBook, rng: random.Random) -> list[Card]:
    """A hand of some ranks alone, so that it holds several of a meld."""
    ranks = rng.choice((("A", "T", "K", "Q", "J"), ("K", "Q"), ("Q", "J", "9")))
    cards = [card for card in book.cards if card.rank in ranks]
    return rng.sample(cards, min(len(cards), book.melding_hand_size))
