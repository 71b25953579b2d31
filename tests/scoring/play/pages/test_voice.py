import pytest

from scoring.play.pages.voice import Voice
from scoring.rules.book import built_in_book
from scoring.score_card.names import Names

FOUR = Names(built_in_book("npa"), {"N": "Walter", "E": "Doris", "S": "Ann", "W": "Stan"}, {})
THREE = Names(built_in_book("gwinnett-3"), {"A": "Ann", "B": "Doris", "C": "Stan"}, {})


@pytest.mark.parametrize(
    ("seat", "verb", "said"),
    [("S", "lead", "You lead"), ("E", "lead", "Doris leads"), ("E", "pass", "Doris passes"), ("W", "have", "Stan has")],
)
def test_verbs_go_with_who_acts(seat: str, verb: str, said: str):
    assert Voice(FOUR, "S").says(seat, verb) == said


def test_possessives():
    assert [Voice(FOUR, "S").possessive(seat) for seat in "SE"] == ["your", "Doris’s"]


def test_own_side_is_you_and_the_partner():
    assert Voice(FOUR, "S").sides == {"NS": "You & Walter", "EW": "Doris & Stan"}


def test_player_alone_is_you_in_sentences_of_the_rules():
    assert Voice(THREE, "A").sides == {"A": "You", "B": "Doris", "C": "Stan"}


def test_team_keeps_its_own_name():
    named = Names(FOUR.book, FOUR.players, {"NS": "The Owls"})

    assert Voice(named, "S").side("NS") == "The Owls"


def test_whoever_watches_is_nobody_at_the_table():
    assert (Voice(FOUR, None).name("S"), Voice(FOUR, None).side("NS")) == ("Ann", "Walter & Ann")
