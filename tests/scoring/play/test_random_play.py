"""Whole deals by chance, under every book: no illegal state, counts add up, every text comes back."""

import random
from itertools import pairwise, repeat

import pytest

from scoring.play.actions import action_from_json, action_to_json
from scoring.play.bots import make_bot
from scoring.play.state import (
    DealState,
    Phase,
    choices,
    points_taken,
    record_of,
    state_from_json,
    state_to_json,
    states_of,
)
from scoring.play.table import play_out
from scoring.rules.book import RuleBook
from scoring.rules.cards import Card
from scoring.rules.deal_checks import record_faults
from scoring.rules.deal_score import score_deal
from scoring.rules.errors import RuleError
from scoring.rules.questions import open_questions
from tests.lab.transcripts import format_deal
from tests.lab.transcripts.reading import parse_deal
from tests.sampling import sample
from tests.scoring.play.random_deals import BOOKS, OTHER_BOOKS, random_deal, random_start, random_steps
from tests.scoring.rules import second_reading
from tests.scoring.rules.drawn_books import drawn_book

ORDER = list(Phase)
BOTS = ("club", "club", "beginner")


@pytest.mark.parametrize("part", range(sample(1, 4)))
@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.key)
def test_random_deals(book: RuleBook, part: int) -> None:
    rng = random.Random(f"{book.key} {part}")
    for _ in range(sample(3, 600)):
        check_whole_deal(book, rng)


@pytest.mark.parametrize("name", OTHER_BOOKS)
def test_random_deals_of_other_books(name: str) -> None:
    rng = random.Random(name)
    for _ in range(sample(2, 200)):
        check_whole_deal(OTHER_BOOKS[name], rng)


@pytest.mark.parametrize("seed", range(sample(6, 500)))
def test_random_deals_of_books_drawn_by_chance(seed: int) -> None:
    rng = random.Random(f"drawn {seed}")
    drawn = (drawn_book(rng)[0] for _ in repeat(None))
    book = next(book for book in drawn if book.bots_play)
    for _ in range(sample(1, 3)):
        check_whole_deal(book, rng)
    for _ in range(sample(1, 20)):
        begun = random_start(book, rng)
        check_end(play_out(begun, {seat: make_bot(rng.choice(BOTS), seed=seed) for seat in begun.book.seats}))


def check_whole_deal(book: RuleBook, rng: random.Random) -> None:
    steps = list(random_steps(book, rng))
    for before, after in pairwise(steps):
        check_step(before, after)
    for state in steps:
        check_state(state)
    check_end(steps[-1])
    assert parse_deal(format_deal(steps[-1]), book) == steps[-1]
    if rng.random() < 0.2:
        on_the_way = rng.choice(steps)
        assert parse_deal(format_deal(on_the_way), book) == on_the_way
        assert state_from_json(book, state_to_json(on_the_way)) == on_the_way


def check_state(state: DealState) -> None:
    book = state.book
    assert (state.to_act is None) == (state.phase is Phase.DONE) == (choices(state) is None)
    if state.trick is None or not state.trick.cards:
        assert cards_on_the_table(state) == sorted(book.cards)
    if state.phase is Phase.TRICKS:
        assert state.trick is not None
        to_play = book.seats_from(state.trick.leader)
        assert state.to_act == to_play[len(state.trick.cards)]
        left = book.deal.hand_size - len(state.tricks)
        played = dict(zip(to_play, state.trick.cards, strict=False))
        assert {seat: len(hand) + (seat in played) for seat, hand in state.hands.items()} == dict.fromkeys(
            book.seats, left
        )


def cards_on_the_table(state: DealState) -> list[Card]:
    """Every card wherever it lies between two tricks."""
    cards = [*state.kitty, *state.buried]
    for hand in state.hands.values():
        cards += hand
    for trick in state.tricks:
        cards += trick.cards
    return sorted(cards)


def check_step(before: DealState, after: DealState) -> None:
    """One action was written down, phases go forward, and the last trick's winner leads."""
    (action,) = after.actions[len(before.actions) :]
    assert action_from_json(action_to_json(action)) == action
    assert action.seat == before.to_act
    buries_first = before.phase is Phase.BURY and after.phase is Phase.MELD
    assert buries_first or ORDER.index(before.phase) <= ORDER.index(after.phase) or (
        before.phase is Phase.MELD and after.phase is Phase.BURY
    )  # fmt: skip
    if len(after.tricks) > len(before.tricks):
        assert after.trick is not None
        assert after.tricks[-1].winner == after.trick.leader


def check_end(state: DealState) -> None:
    """The deal is a line of the score card without a fault and without a question left open, scored as printed."""
    book = state.book.before_the_call
    if state.redealt_by is not None:
        with pytest.raises(RuleError):
            record_of(state)
        return
    record = record_of(state)
    assert record_faults(book, record, state.dealer) == {}
    assert open_questions(book, record) == ()
    assert score_deal(book, record).played == state.is_played
    assert second_reading.scores(book, record) == score_deal(book, record).scores
    if not state.is_played:
        assert record.take == {}
        return
    uncounted = sum(map(book.card_points, state.buried)) if book.uncounted_points else 0
    assert sum(points_taken(state).values()) == book.total_points - uncounted
    assert record.take == points_taken(state)
    assert sum(record.tricks.values()) == book.tricks


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.key)
def test_rare_things_are_among_the_random_deals(book: RuleBook) -> None:
    rng = random.Random(f"{book.key} 0")
    deals = [random_deal(book, rng) for _ in range(sample(80, 250))]

    assert any(state.claimed is not None for state in deals)
    assert any(state.auction.stuck for state in deals)
    # With the cards of a kitty nobody lacks a marriage.
    assert any(state.no_marriage for state in deals) == (book.auction.marriage_needed and book.kitty is None)
    assert any(state.moon for state in deals) == (book.bonuses.moon is not None)
    assert any(state.thrown_in for state in deals) == book.contract.throw_in
    assert any(state.redealt_by is not None for state in deals) == bool(book.redeal.nines)


def test_states_of_a_deal_are_the_steps_it_took() -> None:
    steps = list(random_steps(BOOKS[0], random.Random(4)))

    assert list(states_of(steps[-1])) == steps
