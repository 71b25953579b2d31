"""Questions: what a program is asked holds the whole view of its seat, and no card that the seat does not see."""

import json
import random
from collections import Counter
from dataclasses import fields
from pathlib import Path

import pytest

from scoring.play.actions import KINDS
from scoring.play.protocol.questions import question, view_from
from scoring.play.seat_view import SeatView, seat_view
from scoring.play.state import Choices, DealState, begin, replay, states_of
from scoring.rules.book import RuleBook
from scoring.rules.cards import Card, Seat
from scoring.rules.dealing import Dealt
from scoring.rules.errors import RuleError
from tests.sampling import sample
from tests.scoring.play.random_deals import BOOKS, OTHER_BOOKS, random_deal

ROOT = Path(__file__).parents[4]
every_book = pytest.mark.parametrize(
    "book", [*BOOKS, *OTHER_BOOKS.values()], ids=[*(book.key for book in BOOKS), *OTHER_BOOKS]
)


def told(state: DealState, seat: Seat) -> str:
    return json.dumps(question(seat_view(state, seat)))


def test_document_names_every_field_and_kind() -> None:
    """Nothing else tells people what a program is asked."""
    text = (ROOT / "docs" / "bot-protocol.md").read_text(encoding="utf-8")
    named = {each.name for each in fields(SeatView)} - {"book"} | {each.name for each in fields(Choices)} | KINDS.keys()

    assert [name for name in sorted(named) if f"`{name}`" not in text and f'["{name}"' not in text] == []


@every_book
def test_view_that_was_told_is_the_view(book: RuleBook) -> None:
    rng = random.Random(f"{book.key} told")
    for _ in range(sample(1, 40)):
        for state in states_of(random_deal(book, rng)):
            for seat in {state.to_act or "", rng.choice(state.book.at_table)} - {""}:
                assert view_from(book, json.loads(told(state, seat))) == seat_view(state, seat)


@every_book
def test_what_is_asked_does_not_hang_on_cards_that_the_seat_does_not_see(book: RuleBook) -> None:
    """Two of them change hands, and all the same is done: the question is the same to the letter."""
    rng, tried = random.Random(f"{book.key} unseen"), 0
    for _ in range(sample(6, 200)):
        deal = random_deal(book, rng)
        for _ in range(4):
            number = rng.randrange(len(deal.actions))
            state = replayed(deal, deal.dealt, number)
            seat = rng.choice(deal.book.seats)
            dealt = with_unseen_cards_swapped(state, seat, rng)
            try:
                other = replayed(deal, dealt, number)
            except RuleError:  # what was done could not have been done with these cards
                continue
            tried += dealt != deal.dealt
            assert told(other, seat) == told(state, seat)

    assert tried


def replayed(deal: DealState, dealt: Dealt, number: int) -> DealState:
    """The deal with these cards, after the first actions."""
    start = begin(deal.book, deal.dealer, dealt, deal.standing, off_board=deal.off_board)
    return replay(start, deal.actions[:number])


def with_unseen_cards_swapped(state: DealState, seat: Seat, rng: random.Random) -> Dealt:
    """A card each that two others were dealt and still hold in secret change hands, where there are such."""
    one, other = rng.sample([each for each in state.book.seats if each != seat], 2)
    hands = {each: list(hand) for each, hand in state.dealt.hands.items()}
    mine, theirs = secret(state, one), secret(state, other)
    if mine and theirs:
        card, taken = rng.choice(mine), rng.choice(theirs)
        hands[one][hands[one].index(card)], hands[other][hands[other].index(taken)] = taken, card
    return Dealt({each: tuple(hand) for each, hand in hands.items()}, state.dealt.kitty)


def secret(state: DealState, seat: Seat) -> list[Card]:
    if seat in seat_view(state, seat).exposed:
        return []
    held = Counter(state.hands[seat]) & Counter(state.dealt.hands[seat])
    return list((held - Counter(state.shown[seat].cards if seat in state.shown else ())).elements())
