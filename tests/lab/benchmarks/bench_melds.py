"""The best meld of a hand, beside the least that any reckoning does: going through the cards and counting them."""

import random
from collections import Counter
from itertools import cycle

from scoring.rules.book import RuleBook, built_in_books
from scoring.rules.cards import SUITS, Card, Suit
from scoring.rules.dealing import deal
from scoring.rules.melds import best_meld, meld_total
from tests.lab.benchmarks import Row, seconds_in_turn, sized

DEALS = sized(1, 50)


def run() -> list[Row]:
    books = built_in_books()
    return [row for key, size in (("st-hilary", 12), ("npa", 20)) for row in rows_of(books[key], size)]


def rows_of(book: RuleBook, size: int) -> list[Row]:
    hands = dealt_hands(book)
    assert {len(cards) for cards, _ in hands} == {size}
    taken = seconds_in_turn(
        lambda: [Counter(cards) for cards, _ in hands],
        lambda: [best_meld(book, cards, trump) for cards, trump in hands],
        lambda: [meld_total(book, cards, trump) for cards, trump in hands],
        times=sized(1, 5, 50),
    )
    counting, best, total = (1e6 * seconds / len(hands) for seconds in taken)
    return [
        Row(f"best meld of {size} cards, with the list of melds", best, "µs", counting, "µs, counting the cards"),
        Row(f"best meld of {size} cards, the total alone", total, "µs", counting, "µs, counting the cards"),
    ]


def dealt_hands(book: RuleBook) -> list[tuple[tuple[Card, ...], Suit]]:
    """Hands, each with a trump."""
    rng = random.Random(20)
    dealt = [hand for _ in range(DEALS) for hand in deal(book, rng, book.seats[0]).hands.values()]
    return list(zip(dealt, cycle(SUITS)))
