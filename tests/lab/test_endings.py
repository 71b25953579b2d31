"""Endings with all hands open, held against a search that tries everything and asks the rules at every card."""

import random
from collections.abc import Mapping

import pytest

from scoring.play.engine import Worlds
from scoring.play.engine.tables import TRUMPS
from scoring.rules.book import RuleBook
from scoring.rules.cards import SUITS, Card, Seat, Suit
from scoring.rules.tricks import legal_plays, points, winner
from tests.lab.endings import Solver
from tests.sampling import SOAK, sample
from tests.scoring.play.engine.deals import BOOKS, shuffled, unusual_books

# What takes time is to make the tables of a book: the unusual ones wait for a soak.
ALL_BOOKS = {**BOOKS, **unusual_books()} if SOAK else BOOKS
Hands = Mapping[Seat, tuple[Card, ...]]


def without(hands: Hands, seat: Seat, card: Card) -> Hands:
    left = list(hands[seat])
    left.remove(card)
    return {**hands, seat: tuple(left)}


class EveryWay:
    """What a party gets from an ending, by trying every card that the rules allow."""

    def __init__(self, book: RuleBook, trump: Suit | None, party: frozenset[Seat]) -> None:
        self.book, self.trump, self.party = book, trump, party
        self._known: dict[object, int] = {}

    def by_card(self, hands: Hands, leader: Seat, trick: tuple[Card, ...]) -> dict[Card, int]:
        seat = self.book.seats_from(leader)[len(trick)]
        return {
            card: self._after(without(hands, seat, card), leader, (*trick, card))
            for card in legal_plays(self.book, hands[seat], trick, self.trump)
        }

    def _after(self, hands: Hands, leader: Seat, trick: tuple[Card, ...]) -> int:
        order = self.book.seats_from(leader)
        if len(trick) < len(order):
            values = self.by_card(hands, leader, trick).values()
            return max(values) if order[len(trick)] in self.party else min(values)
        leader = order[winner(trick, self.trump)]
        gain = points(self.book, trick, last_trick=not hands[leader]) if leader in self.party else 0
        if not hands[leader]:
            return gain
        key = (leader, *(tuple(sorted(hand, key=str)) for hand in hands.values()))
        if key not in self._known:
            values = self.by_card(hands, leader, ()).values()
            self._known[key] = max(values) if leader in self.party else min(values)
        return gain + self._known[key]


def party_of(book: RuleBook, seat: Seat, bidder: Seat) -> frozenset[Seat]:
    """The partners; where all play alone, the bidder against the others."""
    ours = book.side_of(seat) == book.side_of(bidder)
    return frozenset(each for each in book.seats if (book.side_of(each) == book.side_of(bidder)) == ours)


@pytest.mark.parametrize("key", ALL_BOOKS)
def test_an_ending_comes_to_what_trying_everything_comes_to(key: str) -> None:
    """Cards left over at the end are few and of few suits: half of the endings are dealt from two suits."""
    book, rng = ALL_BOOKS[key], random.Random(f"endings of {key}")
    solver = Solver(book)
    for number in range(sample(6, 10_000 // len(ALL_BOOKS) + 1)):
        trump, leader, bidder = rng.choice(TRUMPS), rng.choice(book.seats), rng.choice(book.seats)
        suits = rng.sample(SUITS, 2) if number % 2 else SUITS
        deck = [card for card in shuffled(book, rng) if card.suit in suits]
        most = min(4 if number % 6 == 5 else 3, len(deck) // len(book.seats))
        size = rng.randint(min(2, most), most)
        hands: Hands = {seat: tuple(deck[at * size : (at + 1) * size]) for at, seat in enumerate(book.seats)}
        trick: tuple[Card, ...] = ()
        for seat in book.seats_from(leader)[: rng.randrange(len(book.seats))]:
            card = rng.choice(legal_plays(book, hands[seat], trick, trump))
            hands, trick = without(hands, seat, card), (*trick, card)
        to_play = book.seats_from(leader)[len(trick)]
        wanted = EveryWay(book, trump, party_of(book, to_play, bidder)).by_card(hands, leader, trick)
        position = solver.position(hands, trump, to_play, trick=trick, bidder=bidder)
        found = solver.solve(position, solver.worlds([hands] * 2))
        assert found == [wanted] * 2, (trump, leader, hands, trick)


def test_where_all_play_alone_and_there_is_no_bidder_one_plays_against_the_rest() -> None:
    book = BOOKS["cutthroat"]
    seat = book.seats[-1]
    hands = {each: tuple(shuffled(book, random.Random(each))[:2]) for each in book.seats}
    solver = Solver(book)
    alone, bidding = (solver.position(hands, "S", seat, bidder=who) for who in (None, seat))
    worlds = solver.worlds([hands])
    assert solver.solve(alone, worlds) == solver.solve(bidding, worlds)


def test_worlds_are_searched_one_by_one() -> None:
    """What is remembered of one is not taken for another's: with the hands of two others exchanged, most differ."""
    book = BOOKS["st-hilary"]
    solver, rng, differ = Solver(book), random.Random(5), 0
    for _ in range(sample(20, 200)):
        deck = shuffled(book, rng)
        cards = [tuple(deck[at : at + 3]) for at in range(0, 12, 3)]
        one = dict(zip(book.seats, cards, strict=True))
        two = {**one, "N": one["E"], "E": one["N"]}
        position = solver.position({}, "H", "S", bidder="S")
        each = [*solver.solve(position, solver.worlds([one])), *solver.solve(position, solver.worlds([two]))]
        assert solver.solve(position, solver.worlds([one, two])) == each
        differ += each[0] != each[1]
    assert differ > 5


def test_no_world_comes_to_nothing_and_a_whole_deck_is_too_much() -> None:
    book = BOOKS["npa"]
    solver = Solver(book)
    position = solver.position({}, "S", "N", bidder="N")
    assert solver.solve(position, Worlds(0, bytearray(), book.seats)) == []
    with pytest.raises(ValueError, match="80 cards are too many"):
        solver.solve(position, solver.deals(1, 3))
