"""The best meld of a hand, beside the least that any reckoning does: going through the cards and counting them."""

import random
from collections import Counter
from itertools import cycle

from scoring.rules.book import RuleBook, built_in_books
from scoring.rules.cards import SUITS, Card, Suit
from scoring.rules.dealing import deal
from scoring.rules.melds import best_meld, meld_total
from tests.benchmarks import Row, seconds_in_turn
from tests.sampling import sample

DEALS = 50


def run() -> list[Row]:
    rows = []
    for key, size in (("st-hilary", 12), ("npa", 20)):
        book = built_in_books()[key]
        hands = dealt_hands(book)
        assert {len(cards) for cards, _ in hands} == {size}
        taken = seconds_in_turn(
            lambda hands=hands: [Counter(cards) for cards, _ in hands],
            lambda hands=hands, book=book: [best_meld(book, cards, trump) for cards, trump in hands],
            lambda hands=hands, book=book: [meld_total(book, cards, trump) for cards, trump in hands],
            times=sample(5, 50),
        )
        counting, best, total = (1e6 * seconds / len(hands) for seconds in taken)
        rows += [
            Row(f"best meld of {size} cards, with the list of melds", best, "µs", counting, "µs, counting the cards"),
            Row(f"best meld of {size} cards, the total alone", total, "µs", counting, "µs, counting the cards"),
        ]
    return rows


def dealt_hands(book: RuleBook) -> list[tuple[tuple[Card, ...], Suit]]:
    """Hands, each with a trump."""
    rng = random.Random(20)
    dealt = [hand for _ in range(DEALS) for hand in deal(book, rng, book.seats[0]).hands.values()]
    return list(zip(dealt, cycle(SUITS)))
