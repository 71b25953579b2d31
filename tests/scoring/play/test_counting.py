"""Everything that can happen from a small position, counted by the program and by a naive enumerator.

As chess programs count moves (perft): one wrong rule changes the number. What only counting
would miss is compared too: who has the bid, and the points each player takes. Some numbers are
also written down, for the day that both are changed.
"""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest

from scoring.play.actions import Bid, PlayCard
from scoring.play.state import DealState, Phase, Trick, apply, begin, choices, points_taken, refusal
from scoring.rules.book import RuleBook, built_in_book
from scoring.rules.cards import Card, Seat, Suit
from scoring.rules.dealing import deal
from tests.sampling import sample
from tests.scoring.play import naive
from tests.scoring.play.random_deals import BOOKS

# -- auctions ----------------------------------------------------------------------------

# The lowest bids of each book, read off its document; an auction among these alone is counted.
LOWEST_BIDS = {
    "st-hilary": [15, 16, 17],
    "hidden-valley": [15, 16, 17],
    "family-double": [50, 51, 52],
    "npa": [50, 51, 52],
    "gwinnett": [21, 22, 23],
    "gwinnett-3": [21, 22, 23, 24, 25],
}
# A jump to where the steps change, and the bids that may follow it.
JUMPS = {
    "family-double": (57, [58, 59, 60, 65]),
    "npa": (90, [95, 100, 110, 120]),
}
STUCK = {"st-hilary": 15, "hidden-valley": 15, "family-double": 50, "npa": 50, "gwinnett": 20, "gwinnett-3": 20}


def bidding(book: RuleBook, dealer: Seat) -> DealState:
    state = begin(book, dealer, deal(book, random.Random(3), dealer))
    assert state.phase is Phase.AUCTION
    return state


def all_auctions(state: DealState, highest: int) -> Iterator[tuple[Seat, int, bool]]:
    """Every auction from here on with no bid over `highest`: how it ends."""
    if state.bidder is not None:
        assert state.auction.high is not None
        yield state.bidder, state.auction.high, state.auction.stuck
        return
    assert state.to_act is not None
    for amount in (None, *range(max(1, highest - 40), highest + 1)):
        bid = Bid(state.to_act, amount)
        if refusal(state, bid) is None:
            yield from all_auctions(apply(state, bid), highest)


@pytest.mark.parametrize("key", LOWEST_BIDS)
def test_number_of_auctions(key: str) -> None:
    book, bids = built_in_book(key), LOWEST_BIDS[key]
    for dealer in book.seats:
        wanted = naive.auctions("".join(book.seats), dealer, bids, STUCK[key])

        assert Counter(all_auctions(bidding(book, dealer), bids[-1])) == wanted


@pytest.mark.parametrize("key", JUMPS)
def test_number_of_auctions_where_the_steps_change(key: str) -> None:
    book, (jump, bids) = built_in_book(key), JUMPS[key]
    state = apply(bidding(book, "W"), Bid("N", jump))

    assert Counter(all_auctions(state, bids[-1])) == naive.auctions("NESW", "W", bids, STUCK[key], jump)


def test_numbers_of_auctions_written_down() -> None:
    assert sum(1 for _ in all_auctions(bidding(built_in_book("st-hilary"), "N"), 17)) == 38
    assert sum(1 for _ in all_auctions(bidding(built_in_book("gwinnett-3"), "A"), 25)) == 112


# -- the play of the cards ---------------------------------------------------------------

HEADINGS = ("always", "trumps", "when_trump_led")
AFTER_TRUMP = ("any_of_suit", "beat_suit_led")
SIZES = {4: sample(3, 4), 3: sample(4, 5), 5: 2, 6: 2}  # cards a hand, by players


def with_play(book: RuleBook, heading: str, after_trump: str) -> RuleBook:
    play = book.play.model_copy(update={"heading": heading, "after_trump": after_trump})
    return book.model_copy(update={"play": play})


def late_in_a_deal(book: RuleBook, hands: list[list[str]], leader: int, trump: Suit | None) -> DealState:
    """A deal between two tricks in which the players hold these cards."""
    held = {seat: tuple(map(Card.parse, hand)) for seat, hand in zip(book.seats, hands, strict=True)}
    state = bidding(book, book.seats[0])
    seat = book.seats[leader]
    return replace(state, phase=Phase.TRICKS, to_act=seat, hands=held, trump=trump, trick=Trick(seat))


def all_plays(state: DealState) -> Iterator[tuple[int, ...]]:
    """Every way of playing the cards to the end: the points by side."""
    asked = choices(state)
    if asked is None:
        yield tuple(points_taken(state).values())
        return
    for card in asked.cards:
        yield from all_plays(apply(state, PlayCard(asked.seat, card)))


def by_side(book: RuleBook, counted: Counter[tuple[int, ...]]) -> Counter[tuple[int, ...]]:
    """Points by player as points by side."""
    places = [[book.seats.index(seat) for seat in book.seats_of(side)] for side in book.sides]
    found: Counter[tuple[int, ...]] = Counter()
    for points, times in counted.items():
        found[tuple(sum(points[place] for place in side) for side in places)] += times
    return found


def small_hands(book: RuleBook, rng: random.Random) -> list[list[str]]:
    """A few cards for each player, often of few suits, so that much must be followed."""
    suits = rng.choice(("SHDC", "SHD", "SH"))
    cards = [str(card) for card in book.cards if card.suit in suits]
    size, players = SIZES[book.deal.players], book.deal.players
    dealt = rng.sample(cards, size * players)
    return [dealt[size * player : size * (player + 1)] for player in range(players)]


def check_number_of_plays(book: RuleBook, rng: random.Random) -> None:
    hands, leader = small_hands(book, rng), rng.randrange(book.deal.players)
    trump = rng.choice(("S", "H", "D", None))
    worth = book.deck.worths

    counted = Counter(all_plays(late_in_a_deal(book, hands, leader, trump)))

    play = book.play
    wanted = naive.plays(hands, leader, trump, play.heading, play.after_trump, worth, book.deck.last_trick)
    assert counted == by_side(book, wanted), (hands, leader, trump)


# How each document asks for beating: see the naive enumerator for what it means.
HEADING_OF = {
    "st-hilary": ("always", "any_of_suit"),
    "hidden-valley": ("always", "beat_suit_led"),
    "family-double": ("always", "any_of_suit"),
    "npa": ("always", "any_of_suit"),
    "gwinnett": ("trumps", "any_of_suit"),
    "gwinnett-3": ("trumps", "any_of_suit"),
    "cutthroat": ("always", "any_of_suit"),
}


def test_beating_is_as_each_document_asks() -> None:
    play = {key: built_in_book(key).play for key in HEADING_OF}

    assert {key: (rule.heading, rule.after_trump) for key, rule in play.items()} == HEADING_OF


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.key)
def test_number_of_plays_of_each_book(book: RuleBook) -> None:
    rng = random.Random(book.key)
    for _ in range(sample(2, 12)):
        check_number_of_plays(book, rng)


@pytest.mark.parametrize("after_trump", AFTER_TRUMP)
@pytest.mark.parametrize("heading", HEADINGS)
@pytest.mark.parametrize("key", ["st-hilary", "npa", "gwinnett-3"])
def test_number_of_plays_under_every_switch(key: str, heading: str, after_trump: str) -> None:
    book = with_play(built_in_book(key), heading, after_trump)
    rng = random.Random(f"{key} {heading} {after_trump}")
    for _ in range(sample(2, 12)):
        check_number_of_plays(book, rng)


@pytest.mark.parametrize(
    ("heading", "after_trump", "number"),
    [
        ("always", "any_of_suit", 28),
        ("always", "beat_suit_led", 24),
        ("trumps", "any_of_suit", 32),
        ("when_trump_led", "any_of_suit", 40),
    ],
)
def test_numbers_of_plays_written_down(heading: str, after_trump: str, number: int) -> None:
    hands = [["9S", "JH", "TH"], ["9C", "KH", "QC"], ["QH", "QD", "TD"], ["AS", "QH", "9S"]]
    book = with_play(built_in_book("st-hilary"), heading, after_trump)

    assert sum(1 for _ in all_plays(late_in_a_deal(book, hands, 0, "H"))) == number
