"""A card in a few words."""

import pytest

from scoring.rules.book import built_in_books
from scoring.score_card.pages.summaries import by_players, figures_text, last_time_context, state_context, totals_text
from tests.scoring.score_card.makers import made, made_hand, make_card, sheet_of


def hands(count, **figures):
    return [entry for hand in range(1, count + 1) for entry in made_hand(hand, **figures)]


def signed(*entries):
    version = len(entries)
    return [*entries, made("sign", side="NS", version=version), made("sign", side="EW", version=version)]


@pytest.mark.parametrize(
    ("sheet", "word"),
    [
        (sheet_of(), "hand 1"),
        (sheet_of(*hands(2)), "hand 3"),
        (sheet_of(*hands(1), book="gwinnett", hands=12), "hand 2 of 12"),
        (sheet_of(*hands(5)), "finished"),
        (sheet_of(*signed(*hands(1))), "signed"),
    ],
)
def test_state_is_a_word_or_two(sheet, word):
    assert state_context(sheet)["word"] == word


def test_totals_stand_in_the_order_of_the_sides_with_a_true_minus():
    sheet = sheet_of(*made_hand(1, bid=40, meld={"NS": 8, "EW": 4}, take={"NS": 15, "EW": 10}))

    assert totals_text(sheet) == "−40 : 14"


def test_books_are_shown_by_how_many_play_in_their_order():
    groups = by_players((book, key) for key, book in built_in_books().items())

    assert [*groups] == ["Four", "Two", "Three", "Five", "Six"]
    assert groups["Three"] == ["gwinnett-3", "cutthroat"]


def test_figures_of_a_book():
    said = [figures_text(built_in_books()[key]) for key in ("st-hilary", "npa", "gwinnett-3")]

    assert said == ["48 cards, to 150", "80 cards, round of 4 hands", "48 cards, hands as agreed"]


@pytest.mark.django_db
def test_last_time_is_offered_only_where_somebody_was_named():
    last = last_time_context(make_card().card)
    assert last is not None
    assert last["players"] == "Ann & Carl – Beatrice & Dominic"
    assert last_time_context(make_card(player_names={}).card) is None
