import pytest

from league.domain.log import Refused
from league.domain.results import event_points, read_event
from league.domain.rounds import start_round
from league.models import LogLine
from scoring.score_card.recording import read_sheet
from tests.league.makers import acting_as, make_entrants, make_event, make_round, make_running_round

pytestmark = pytest.mark.django_db


def test_starting_a_round_gives_every_table_a_card_with_seats_book_and_dealer():
    event_round = make_running_round(players=8)

    card = event_round.tables.get(number=2).card
    assert (card.table_name, card.round_name, card.host) == ("2", "1", "league")
    assert card.player_names == {"N": "Joan Pruitt", "E": "Hank Ostrowski", "S": "Lois Beckett", "W": "Vern Talbot"}
    assert card.book_version.key == "npa"


def test_starting_a_round_twice_is_starting_it_once():
    event = make_event()
    event_round = make_round(event, make_entrants(event, 8))

    for _ in range(2):
        start_round(event_round=event_round, acting=acting_as(), client_id="a")

    assert LogLine.objects.filter(event=event, action="started").count() == 1


def test_a_draft_is_not_started():
    event = make_event()
    event_round = make_round(event, make_entrants(event, 8), state="draft")

    with pytest.raises(Refused, match="Publish"):
        start_round(event_round=event_round, acting=acting_as(), client_id="a")


def test_a_round_of_four_hands_has_four_under_a_book_that_plays_to_a_target():
    event_round = make_running_round(book="st-hilary")

    sheet = read_sheet(event_round.tables.first().card)

    assert sheet.hands_to_play == 4


@pytest.mark.parametrize(("book", "players"), [("npa", 8), ("npa", 16), ("gwinnett", 9)])
def test_points_are_read_with_the_same_queries_whatever_the_number_of_tables(book, players, django_assert_num_queries):
    event_round = make_running_round(book=book, players=players)

    with django_assert_num_queries(5):
        rounds = read_event(event_round.event)
        points = event_points(event_round.event, rounds)

    assert len(points) == players
