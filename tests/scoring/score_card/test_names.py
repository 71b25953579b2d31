"""What people at the table are called."""

from dataclasses import replace

import pytest

from scoring.rules.book import built_in_books
from scoring.score_card.names import Names, fitted
from scoring.templatetags.names import in_words
from tests.scoring.score_card.many import made_book

FOUR, THREE = built_in_books()["st-hilary"], built_in_books()["gwinnett-3"]
PLAYERS = {"N": "Ann", "E": "Bea", "S": "Carl", "W": "Dom"}


@pytest.mark.parametrize(
    ("players", "given", "side"),
    [
        (PLAYERS, {}, "Ann & Carl"),
        (PLAYERS, {"NS": "The Aces"}, "The Aces"),
        (PLAYERS, {"NS": ""}, "Ann & Carl"),
        ({"N": "Ann"}, {}, "Ann & South"),
        ({"N": "", "S": ""}, {}, "North & South"),
        ({}, {}, "North & South"),
    ],
)
def test_side_is_called_by_its_name_its_players_or_its_seats(players, given, side):
    assert Names(FOUR, players, given).side("NS") == side


def test_player_without_a_name_is_called_by_the_seat():
    names = Names(FOUR, {"N": "Ann"}, {})

    assert [names.player(seat) for seat in "NE"] == ["Ann", "East"]
    assert [names.has_player(seat) for seat in "NE"] == [True, False]


def test_first_name_stands_for_a_player_where_it_says_who_it_is():
    names = Names(FOUR, {"N": "Ann L.", "E": "Bea van Houten", "S": "Ann R.", "W": "J. Smith"}, {})

    assert [names.short(seat) for seat in FOUR.seats] == ["Ann L.", "Bea", "Ann R.", "J. Smith"]
    assert Names(FOUR, {}, {}).short("N") == "North"
    six = {
        "A": "Mary Lou Tate",
        "B": "Mary Lindqvist",
        "C": "Mary Lowe",
        "D": "Bea Ray",
        "E": "Ann Lee (2)",
        "F": "Ann Tran",
    }
    many = Names(made_book("six-2x3"), six, {})
    assert [many.short(seat) for seat in six] == ["Mary T.", "Mary Lindqvist", "Mary Lowe", "Bea", "Ann L.", "Ann T."]
    assert replace(many, players={}).short("A") == "Player A"


def test_three_players_are_sides_of_their_own():
    names = Names(THREE, {"A": "Ann"}, {})

    assert names.sides == {"A": "Ann", "B": "Player B", "C": "Player C"}
    assert names.seats == names.sides


def test_seat_hint_tells_people_of_one_name_apart():
    names = Names(FOUR, {"N": "Ann", "E": "Ann"}, {})

    assert [names.seat_hint(seat) for seat in "NE"] == ["North", "East"]


@pytest.mark.parametrize(
    ("book", "players", "given", "short"),
    [
        (FOUR, {**PLAYERS, "E": "Bea Miller"}, {}, {"NS": "Ann", "EW": "Bea"}),
        (FOUR, PLAYERS, {"NS": "The Aces"}, {"NS": "The Aces", "EW": "Bea"}),
        (FOUR, {**PLAYERS, "E": "Ann"}, {}, {"NS": "Ann & Carl", "EW": "Ann & Dom"}),
        (FOUR, {}, {}, {"NS": "North", "EW": "East"}),
        (THREE, {}, {}, {"A": "Player A", "B": "Player B", "C": "Player C"}),
    ],
)
def test_short_name_of_a_side_is_a_word_that_tells_it_apart(book, players, given, short):
    assert Names(book, players, given).short_sides == short


@pytest.mark.parametrize(
    ("name", "longest", "fits"),
    [
        ("Ann Lee (3)", 11, "Ann Lee (3)"),
        ("Wilhelmina Featherstonehaugh", 12, "Wilhelmina…"),
        ("Wilhelmina Featherstonehaugh (17)", 20, "Wilhelmina Fea… (17)"),
    ],
)
def test_a_longer_name_ends_in_an_ellipsis_and_keeps_its_number(name, longest, fits):
    assert fitted(name, longest) == fits


def test_double_name_goes_to_the_next_line_at_its_hyphen():
    first, second = "Aber\N{SOFT HYPHEN}nathy-", "Feathers\N{SOFT HYPHEN}tone"

    assert (
        in_words("Ed Abernathy-Featherstone")
        == f'Ed <span class="word">{first}</span><span class="word">{second}</span>'
    )
    assert in_words("Mary-Jo Hof <b>") == "Mary-Jo Hof &lt;b&gt;"
