"""How those who come fit tables, in words."""

import pytest

from league.evening.coming.fit import fit_of_pairs, fit_words


@pytest.mark.parametrize(
    ("players", "odd", "words"),
    [
        (16, "sit_out", "4 tables"),
        (17, "sit_out", "4 tables and 1 over"),
        (3, "sit_out", "not yet a table (1 more)"),
        (0, "sit_out", ""),
        (17, "house_player", "5 tables with 3 house players"),
        (17, "three_handed", "2 tables of four and 3 tables of three"),
        (6, "three_handed", "2 tables of three"),
        (5, "three_handed", "1 table and 1 over"),
        (16, "three_handed", "4 tables"),
    ],
)
def test_players_at_tables_of_four(players, odd, words):
    assert fit_words(players, odd=odd) == words


def test_players_of_a_book_for_three():
    assert fit_words(10, at_table=3) == "3 tables and 1 over"


@pytest.mark.parametrize(
    ("pairs", "looking", "words"),
    [
        (8, 0, "4 tables"),
        (7, 2, "4 tables"),
        (7, 1, "3 tables and a pair and one without a partner over"),
        (8, 1, "4 tables and one without a partner over"),
        (1, 1, ""),
    ],
)
def test_pairs(pairs, looking, words):
    assert fit_of_pairs(pairs, looking) == words
