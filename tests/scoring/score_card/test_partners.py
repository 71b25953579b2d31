"""Who partners whom in the next game."""

import pytest

from scoring.rules.book import built_in_books
from scoring.score_card.names import Names
from scoring.score_card.partners import moved, partnings, seatings
from tests.scoring.score_card.many import PEOPLE, made_book

ST_HILARY = built_in_books()["st-hilary"]
TABLE = {"N": "Ann", "E": "Bea", "S": "Carl", "W": "Dom"}
AFTER_A_CHANGE = {"N": "Ann", "E": "Carl", "S": "Bea", "W": "Dom"}


def ways_after(*games):
    return [words for _, words in partnings(Names(ST_HILARY, games[0], {}), games)]


def test_all_three_pairings_are_offered_and_the_ones_not_played_yet_come_first():
    assert ways_after(TABLE) == [
        "Ann & Bea – Carl & Dom (not played yet)",
        "Ann & Dom – Bea & Carl (not played yet)",
        "Ann & Carl – Bea & Dom (played once)",
    ]


def test_games_before_count_wherever_people_sat():
    assert ways_after(AFTER_A_CHANGE, TABLE) == [
        "Ann & Dom – Carl & Bea (not played yet)",
        "Ann & Carl – Bea & Dom (played once)",
        "Ann & Bea – Carl & Dom (played once)",
    ]
    turned = {"N": "Dom", "E": "Ann", "S": "Bea", "W": "Carl"}
    assert "Dom & Bea – Ann & Carl (played 2 times)" in ways_after(turned, TABLE)


@pytest.mark.parametrize(("game", "ways"), [("six-2x3", 10), ("six-3x2", 15), ("eight", 105)])
def test_larger_sides_are_made_in_every_way_once_and_a_table_sees_a_few(game, ways):
    book = made_book(game)

    assert len({*seatings(book)}) == ways
    offered = partnings(Names(book, dict(zip(book.seats, PEOPLE, strict=False)), {}), [{}])
    assert (len(offered), offered[-1][0]) == (8, "".join(book.seats))


def test_three_players_have_no_partners():
    assert partnings(Names(built_in_books()["gwinnett-3"], {}, {}), [{}]) == []


def test_players_take_the_places_of_the_seating():
    assert moved(ST_HILARY, "NSEW", TABLE) == AFTER_A_CHANGE
    assert moved(ST_HILARY, "", TABLE) == TABLE
