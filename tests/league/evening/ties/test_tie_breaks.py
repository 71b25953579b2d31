"""What tie-breaks are called, and the lots."""

from league.evening.ties.tie_breaks import BY_CODE, lot_of, lot_words
from league.models import Event


def test_a_tie_break_of_an_evening_is_called_as_in_a_season():
    assert {code: BY_CODE[code].title for code in Event.TieBreak.values} == dict(Event.TieBreak.choices)


def test_a_lot_is_a_number_from_1_to_9999():
    assert [lot_words(lot) for lot in (0, 0.5, 0.99999999)] == ["1", "5,000", "9,999"]
    assert lot_of(7, 3) == lot_of(7, 3) != lot_of(7, 4)
