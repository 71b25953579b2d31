"""Books drawn over the whole schema: refused with a sentence at the field, or score, print and play agree.

What a book prints is read a second time (`second_reading`), and a hand scored by that alone. `make soak` holds 500
books to 20 hands each. That books can be played, too, is in `tests/scoring/play/test_random_play.py`."""

import random
import re

import pytest

from league.office.house_rules.forms import entry_above
from scoring.rules.book import checked_again
from scoring.rules.deal_score import score_deal
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
        assert entry_above(fault.path), fault
        assert re.fullmatch(r"[A-Z0-9“].*\.", fault.text), fault
    assert checked_again(book) == book
    for _ in range(HANDS):
        hand = drawn_hand(book, rng)
        assert second_reading.scores(book, hand) == score_deal(book, hand).scores, (seed, hand)
