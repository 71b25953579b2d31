"""A game from three answers: which book is nearest, and what the deal comes to."""

from math import prod

import pytest

from scoring.rules.book import book_from_data, built_in_books
from scoring.rules.nearest import Answers, answers_of, by_nearness, decks_for, described, sides_for, why_nearest
from tests.sampling import sample

BOOKS = built_in_books()
EVERY = [
    Answers(players, sides, cards, target, None if target else 12)
    for players in range(2, 9)
    for sides in sides_for(players)
    for cards in decks_for(players)
    for target in (150, 500, None)
]


@pytest.mark.parametrize("key", BOOKS)
def test_a_book_is_nearest_to_its_own_answers(key):
    """But for one with the same players, cards and length."""
    answers = answers_of(BOOKS[key])

    nearest = by_nearness(answers)[0]

    assert (nearest.deal.players, nearest.deal.sides, len(nearest.cards)) == answers[:3]
    assert described(BOOKS[key], answers).deal == BOOKS[key].deal


@pytest.mark.parametrize(
    ("answers", "nearest"),
    [
        (Answers(4, "across", 48, 150), "st-hilary"),
        (Answers(4, "across", 48, 250), "hidden-valley"),
        (Answers(4, "across", 48, None, 12), "gwinnett"),
        (Answers(4, "across", 80, 500), "family-double"),
        (Answers(4, "across", 80, None, 4), "npa"),
        (Answers(3, "alone", 48, None, 12), "gwinnett-3"),
        (Answers(3, "alone", 80, 350), "cutthroat"),
        (Answers(3, "alone", 80, 500), "cutthroat"),
    ],
)
def test_the_nearest_book(answers, nearest):
    assert by_nearness(answers)[0].key == nearest


def test_every_answer_makes_a_game_whose_deal_comes_out():
    """All cards are dealt, and the length is what was asked for, whatever the book it is made from."""
    for answers in EVERY[:: sample(4, 1)]:
        books = by_nearness(answers)
        assert books, answers
        game = described(books[0], answers)
        deal = game.deal
        assert deal.players * deal.hand_size + deal.kitty_size + deal.stock_size == answers.cards == len(game.cards)
        assert (deal.players, deal.sides, game.game.target) == (answers.players, answers.sides, answers.target)
        assert answers.target or game.game.deals == answers.hands or game.needs_hands
        assert book_from_data(game.model_dump(mode="json")) == game


@pytest.mark.parametrize(
    ("players", "cards", "hand", "kitty"),
    [(3, 80, 25, 5), (5, 48, 9, 3), (5, 80, 16, 0), (6, 120, 20, 0), (6, 96, 16, 0), (8, 160, 20, 0), (7, 80, 11, 3)],
)
def test_what_is_left_over_makes_a_kitty(players, cards, hand, kitty):
    answers = Answers(players, sides_for(players)[0], cards, 500)
    deal = described(by_nearness(answers)[0], answers).deal

    assert (deal.hand_size, deal.kitty_size) == (hand, kitty)
    assert prod(deal.packets[0]) > 0


def test_only_decks_that_can_be_dealt_are_offered():
    assert {players: decks_for(players) for players in (2, 4, 6, 8)} == {
        2: (48,), 4: (48, 80, 96), 6: (48, 80, 96, 120, 144, 160), 8: (80, 96, 120, 144, 160, 192),
    }  # fmt: skip


def test_why_it_is_the_nearest_is_said_in_one_line():
    family = BOOKS["family-double"]

    assert why_nearest(family, Answers(4, "across", 80, 500)) == (
        "It has four players, 80 cards and a game to 500, like yours."
    )
    assert why_nearest(family, Answers(4, "across", 96, 500)) == (
        "It has four players and a game to 500 like yours, but 80 cards. Your answers change that."
    )
