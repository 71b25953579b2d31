"""Worlds that club players play on come to what the same players make of the whole deal, wherever that is begun."""

from collections.abc import Sequence

import pytest

from scoring.play.bots.known import infer
from scoring.play.engine import ASIDE, Outcome
from scoring.play.engine.base import Engine
from scoring.play.engine.club_cards import TOP
from scoring.play.state import Trick, without
from scoring.rules.book import RuleBook
from scoring.rules.cards import SUITS, Card, Seat
from scoring.rules.tricks import points, winner
from tests.sampling import sample
from tests.scoring.play.engine.deals import BOOKS, engines

TRUMP = "S"


@pytest.mark.parametrize("book", BOOKS.values(), ids=BOOKS)
def test_playing_on_comes_to_what_the_whole_deal_came_to(book: RuleBook) -> None:
    for engine in engines(book.for_hand(None, book.seats[0], book.seats[2])):
        for seed in range(sample(2, 100)):
            check(engine, seed)


def check(engine: Engine, seed: int) -> None:
    """One deal, played on from each of its cards with the card that was played."""
    book = engine.book
    world = dict(engine.deals(1, seed).hands(0))
    aside, bidder = world.pop(ASIDE, ()), book.seats[seed % len(book.seats)]
    cards, whole, claims = engine.club_deal(
        world, TRUMP, bidder, dict.fromkeys(book.seats), buried=aside, told=dict.fromkeys(book.seats, ()), is_open=False
    )
    whole = with_aside(book, whole, aside, bidder)
    if claims is not None:
        dealt = tuple(card for hand in world.values() for card in hand)
        whole = with_rest(book, whole, without(dealt, cards), claims)

    left = {**world, ASIDE: aside} if aside else world
    trick: list[Card] = []
    leader = bidder
    taken, tricks = dict.fromkeys(book.take_sides, 0), dict.fromkeys(book.seats, 0)
    highest = [TOP] * len(SUITS) * len(book.seats)
    for card in cards:
        seat = book.seats_from(leader)[len(trick)]
        before = list(highest)
        if trick:
            infer(book, Trick(leader, tuple(trick)), TRUMP, before)
        position = engine.position(
            {}, TRUMP, seat, trick=trick, taken=taken, tricks_won=tricks, bidder=bidder, highest=before
        )
        found = engine.evaluate(position, engine.worlds([left]), [card], 0, policy="club")
        assert found[0][0] == whole
        left = {**left, seat: without(left[seat], [card])}
        trick.append(card)
        if len(trick) == len(book.seats):
            infer(book, Trick(leader, tuple(trick)), TRUMP, highest)
            leader = book.seats_from(leader)[winner(trick, TRUMP)]
            taken[book.take_side_of(leader)] += points(book, trick, False)
            tricks[leader] += 1
            trick = []


def with_aside(book: RuleBook, outcome: Outcome, aside: Sequence[Card], bidder: Seat) -> Outcome:
    """With what the bidder buried, where that counts."""
    if book.kitty is None or not book.kitty.buried_count:
        return outcome
    takes = list(outcome.takes)
    takes[book.take_sides.index(book.take_side_of(bidder))] += points(book, aside, False)
    return outcome._replace(takes=tuple(takes))


def with_rest(book: RuleBook, outcome: Outcome, rest: Sequence[Card], seat: Seat) -> Outcome:
    """With all that was not played, which a seat claimed."""
    takes, tricks = list(outcome.takes), list(outcome.tricks)
    takes[book.take_sides.index(book.take_side_of(seat))] += points(book, rest, True)
    tricks[book.seats.index(seat)] += len(rest) // len(book.seats)
    return Outcome(tuple(takes), tuple(tricks), book.seats.index(seat))
