"""Wherever people look for their table in a duplicate they read which boards they play there."""

import pytest
from django.urls import reverse
from django.utils import timezone

from league.evening.desk.pages.projector import projector_context
from league.evening.desk.projector import read_projector
from league.evening.paper.listings import SeatList
from league.evening.paper.pages.seatings import master_paper, seating_paper, slips_of
from league.evening.seating.pages.rotation import seating_contexts
from league.evening.seating.seatings import read_rounds
from league.evening.tables.pages.tables import place_context, seats_context
from league.evening.tables.places import place_of
from league.models import Entrant, Event, EventRound
from tests.league.evening.boards.compared import duplicate
from tests.league.makers import fresh, make_entrants, make_event, make_round, make_user, start_now

pytestmark = pytest.mark.django_db


def seated(people: list[Entrant], number: int, *board_sets: int) -> EventRound:
    event_round = make_round(people[0].event, people, number=number)
    for table, board_set in zip(event_round.tables.all(), board_sets, strict=True):
        table.board_set = board_set
        table.save()
    return event_round


def evening() -> Event:
    """Two tables, who in round 1 have sets of their own, in round 2 share one."""
    people = make_entrants(duplicate(), 8)
    seated(people, 1, 3, 1)
    seated(people[4:] + people[:4], 2, 2, 2)
    return people[0].event


def test_the_pages_of_the_seating_say_them():
    event = evening()
    first, second = seating_contexts(event, read_rounds(event))

    assert [table["boards"].all for table in first["tables"]] == ["boards 9–12", "boards 1–4"]
    assert second["tables"][1]["boards"].all == "boards 5–8, begin with board 6, pass each on to table 1"
    ruth = next(one for one in first["by_name"] if one["person"].name == "Ruth Abernathy")
    assert ruth["places"][0]["boards"] == "boards 9–12"


def test_papers_say_them():
    event = evening()
    rounds = read_rounds(event)

    ruth = next(slip for slip in slips_of(rounds) if slip["name"] == "Ruth Abernathy")
    assert [line["boards"] for line in ruth["lines"]] == ["9–12", "5–8"]
    on_wall = seating_paper(event, rounds[1], "both")
    assert [boards for _, _, boards in on_wall["tables"]] == [
        "boards 5–8, begin with board 5, pass each on to table 2",
        "boards 5–8, begin with board 6, pass each on to table 1",
    ]
    assert {place["boards"] for place in on_wall["places"]} == {"5–8"}
    cells = [cell[-1] for row in master_paper(event, rounds, ())["blocks"][0]["rows"] for cell in row["cells"]]
    assert cells == ["boards 9–12", "boards 5–8", "boards 1–4", "boards 5–8"]


def test_papers_of_other_evenings_have_no_such_column():
    event = make_event()
    make_round(event, make_entrants(event, 4))
    rounds = read_rounds(event)

    assert not slips_of(rounds)[0]["has_boards"]
    names = SeatList(list(seating_paper(event, rounds[0], "name")["places"]), 28)
    assert "boards" not in [column.name for column in names.columns]


def test_the_projector_says_them():
    event = evening()
    start_now(event.rounds.get(number=1))

    tables = projector_context(read_projector(fresh(event)), timezone.now())["pages"][0]["tables"]

    assert [table["boards"] for table in tables] == ["boards 9–12", "boards 1–4"]


def test_the_tablet_says_where_boards_go_and_come_from():
    event = evening()
    start_now(event.rounds.get(number=1))
    seats = seats_context(place_of(fresh(event), 1))
    assert seats
    assert seats["boards"] == "boards 9–12"
    event.rounds.filter(number=1).update(state="closed")
    event.rounds.get(number=1).tables.update(is_typed=True, totals={"NS": 0, "EW": 0})

    place = place_context(place_of(fresh(event), 1))

    assert place["sentences"][:2] == ("Boards 9–12 go back to the director.", "Boards 5–8 come from the director.")
    assert place["moves"][0]["words"] == "goes to table 2, North, boards 5–8"
    assert place["here"]["boards"] == "boards 5–8, begin with board 5, pass each on to table 2"


def test_where_boards_travel_each_table_hears_from_which():
    people = make_entrants(duplicate(), 8)
    start_now(seated(people, 1, 3, 1))
    seated(people, 2, 1, 3)
    event = people[0].event
    event.rounds.filter(number=1).update(state="closed")
    event.rounds.get(number=1).tables.update(totals={"NS": 0, "EW": 0})

    place = place_context(place_of(fresh(event), 1))

    assert place["sentences"][:2] == ("Boards 9–12 go to table 2.", "Boards 1–4 come from table 2.")


def test_other_evenings_ask_for_no_sets(django_assert_num_queries):
    event = make_event()
    make_round(event, make_entrants(event, 8))
    event = fresh(event)
    place_of(event, 1)

    with django_assert_num_queries(3):
        assert place_of(event, 1).board_sets == {}


def test_a_player_reads_them_on_a_phone(client):
    event = evening()
    ruth = event.entrants.get(name="Ruth Abernathy")

    text = client.get(reverse("league:own_seating", args=[event.club.slug, event.pk, ruth.number])).content.decode()

    assert "Boards 9–12" in text
    assert "Boards 5–8" in text


def test_in_a_relay_the_tablet_says_above_the_card_where_boards_go(client):
    event = evening()
    event.rounds.filter(number=1).update(state="closed")
    event_round = start_now(event.rounds.get(number=2))
    client.force_login(make_user(event.club, "director"))
    table = event_round.tables.get(number=2)

    place = reverse("league:open_card", args=[event.club.slug, event.pk, 2, 2])
    text = client.post(place, {"client_id": "open"}, follow=True).content.decode()

    assert table.card_id
    assert "Boards: pass each on to table 1." in text
