"""What tie-breaks are called, and the lots."""

from fractions import Fraction

from league.evening.ties.parting import Figure, Tally
from league.evening.ties.tie_breaks import BY_CODE, apart, lot_of, lot_words
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


def test_averages_have_a_digit_even_where_whole_numbers_differ():
    assert apart(Fraction(124, 10), Fraction(131, 10)) == ("12.4", "13.1")
    assert apart(Fraction(1241, 100), Fraction(1242, 100)) == ("12.41", "12.42")


def test_tally_begins_with_nothing():
    none = Tally((1,))

    assert (none.rounds, none.rounds_won, none.high_round, none.hands_won, none.sets) == (0, 0, 0, 0, 0)
