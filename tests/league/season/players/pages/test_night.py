import pytest

from league.models import Event
from league.season.players.pages.night import why_words
from league.season.players.places import NightPlace


@pytest.mark.parametrize(
    ("below", "words"),
    [
        ("Joan Pruitt", "812 points, 31 behind Walt Kowalski and 12 ahead of Joan Pruitt."),
        ("S. M.", "812 points, 31 behind Walt Kowalski and 12 ahead of S. M."),
    ],
)
def test_place_of_a_night_ends_with_one_period(below: str, words: str):
    place = NightPlace(2, 20, 812, ("Walt Kowalski", 31), (below, 12), (), 0)

    assert why_words(Event(), place) == words
