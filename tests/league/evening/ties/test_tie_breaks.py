"""What tie-breaks are called, and the lots."""

from fractions import Fraction

import pytest

from league.evening.ties.parting import Figure, Tally
from league.evening.ties.tie_breaks import BY_CODE, apart, lot_of, lot_words, lots
from league.models import Event


def test_a_tie_break_of_an_evening_is_called_as_in_a_season():
    assert {code: BY_CODE[code].title for code in Event.TieBreak.values} == dict(Event.TieBreak.choices)


def test_a_lot_is_a_number_from_1_to_9999():
    assert [lot_words(lot) for lot in (0, 0.5, 0.99999999)] == ["1", "5,000", "9,999"]
    assert lot_of(7, 3) == lot_of(7, 3) != lot_of(7, 4)


def test_two_who_are_level_are_told_apart_by_their_rounds_and_more_by_all_of_them():
    words = BY_CODE["head_to_head"].words
    mine, theirs = Figure(1, "2–1", (2, 1, 3)), Figure(-1, "1–2", (1, 2, 3))

    assert words(mine, theirs, 2) == "won 2 rounds to 1 head to head"
    assert words(mine, theirs, 3) == "better head to head among the three, 2–1 to 1–2"


@pytest.mark.parametrize(
    ("won", "played", "says"),
    [
        (1, 1, "won the one round head to head"),
        (2, 2, "won both rounds head to head"),
        (3, 3, "won all three rounds head to head"),
        (1, 2, "won 1 round to 0 head to head"),
    ],
)
def test_rounds_of_two_are_told_in_words_where_one_won_them_all(won: int, played: int, says: str):
    mine, theirs = Figure(won, f"{won}–0", (won, 0, played)), Figure(-won, f"0–{won}", (0, won, played))

    assert BY_CODE["head_to_head"].words(mine, theirs, 2) == says


@pytest.mark.parametrize(("won", "says"), [(1, "1 round won to 0"), (2, "2 rounds won to 0")])
def test_one_round_won_is_a_round(won: int, says: str):
    assert BY_CODE["wins"].words(Figure(won, str(won)), Figure(0, "0"), 2) == says


@pytest.mark.parametrize(
    ("mine", "theirs", "says"),
    [
        (Fraction(131, 10), Fraction(124, 10), ("13.1", "12.4")),
        (Fraction(1242, 100), Fraction(1241, 100), ("12.42", "12.41")),
        (Fraction(2, 10**5), Fraction(1, 10**5), ("0.00002", "0.00001")),
        (Fraction(2, 10**6), Fraction(1, 10**6), ("0.000002", "0.000001")),
        (Fraction(2, 10**7), Fraction(1, 10**7), ("0.000000", "0.000000")),
    ],
)
def test_averages_have_as_many_digits_as_it_takes_but_one_at_least_and_six_at_most(
    mine: Fraction, theirs: Fraction, says: tuple[str, str]
):
    assert apart(mine, theirs) == says


def test_of_a_pair_the_lot_of_the_lower_id_counts_and_without_one_they_are_last():
    pair, none = Tally((1, 2)), Tally((3, 4))
    figures = lots({1: 0.5, 2: 0.75}).figures([pair, none])

    assert figures == {(1, 2): Figure(Fraction(1, 2), ""), (3, 4): Figure(0, "")}


def test_tally_begins_with_nothing():
    none = Tally((1,))

    assert (none.total, none.rounds, none.rounds_won, none.high_round) == (0, 0, 0, 0)
    assert (none.hands_won, none.sets, none.average, list(none.at_tables)) == (0, 0, 0, [])
    assert Figure(3, "3").record == (0, 0, 0)
