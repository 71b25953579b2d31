"""Boards taken down on the table's own tablet, or typed from paper: nobody sees another's hand."""

import re
from html import unescape

import pytest
from django.test import Client
from django.utils import timezone

from league.models import Event, EventBoard, Role
from tests.league.evening.boards.duplicate import (
    at,
    dealt,
    played,
    table_of,
    tablet_at,
    take,
    typed,
    words,
)
from tests.league.makers import make_event, make_running_round, make_user

pytestmark = pytest.mark.django_db


# -- on the tablet -----------------------------------------------------------------------


def test_the_tablet_leads_from_the_card_to_each_players_hand() -> None:
    table = played()
    client = tablet_at(table)
    hands = dealt(table)

    bar = client.get(f"/tables/{table.event_round.event_id}/cards/{table.card_id}/").text
    assert "Take down board 1" in bar
    page = words(client, at(table))
    assert page.count("Enter my hand") == 4
    for seat in "NESW":
        assert "dealt, before anything is passed." in words(client, at(table, f"1/{seat}/"))
        answer = client.post(at(table, f"1/{seat}/"), typed(hands[seat], seat))
        assert answer.status_code == 302
    page = words(client, at(table))
    assert "Board 1 is recorded. Put each hand face down into its pocket." in page
    assert "There is nothing to take down" in page
    assert EventBoard.objects.get().recorded_at == table


def test_a_hand_that_is_in_is_shown_to_nobody() -> None:
    table = played()
    client = tablet_at(table)
    client.post(at(table, "1/N/"), typed(dealt(table)["N"]))

    for place in ("", "1/N/", "1/E/"):
        page = client.get(at(table, place)).text
        assert re.findall(r'name="card-\w+"[^>]*value="[1-9]', page) == []
    assert "Done. Enter it again?" in words(client, at(table))


def test_count_and_faults_are_told_as_one_taps() -> None:
    table = played()
    client = tablet_at(table)
    hand = dealt(table)["N"]

    told = client.post(at(table, "1/N/count/"), typed(hand[1:])).text
    assert "11 of 12 cards" in told
    assert "were dealt" not in told
    told = client.post(at(table, "1/N/count/"), {**typed(hand), "card-AS": "3"}).text
    assert "A third A♠ can’t be" in told
    assert not EventBoard.objects.exists()
    saved = client.post(at(table, "1/N/"), typed(hand[1:]))
    assert saved.status_code == 422
    assert "You have 11 cards; 12 were dealt." in unescape(saved.text)


def test_an_answer_that_was_lost_is_the_same_again() -> None:
    table = played()
    client = tablet_at(table)
    hand = typed(dealt(table)["N"])

    first, second = (client.post(at(table, "1/N/"), hand) for _ in range(2))
    assert (first.status_code, second.status_code) == (302, 302)
    assert table.event_round.event.log.filter(action="took a hand down").count() == 1


def test_only_the_tables_own_tablet_takes_down() -> None:
    table = played(tables=2)
    director = Client()
    director.force_login(make_user(table.event_round.event.club, "director"))
    other = tablet_at(table_of(table.event_round.event, 2))

    for place in ("", "1/N/"):
        assert Client().get(at(table, place)).status_code == 404
        assert director.get(at(table, place)).status_code == 404
    assert other.get(at(table, "1/N/")).status_code == 404
    assert "nothing to take down" in words(other, at(table))
    assert tablet_at(table).get(at(table, "1/X/")).status_code == 404
    assert tablet_at(table).get(at(table, "3/N/")).status_code == 404


def test_a_director_takes_a_record_back_on_the_page_of_the_boards() -> None:
    table = played()
    for seat, hand in dealt(table).items():
        take(table, seat, hand)
    event = table.event_round.event
    client = Client()
    client.force_login(make_user(event.club, "director"))
    boards = f"/clubs/{event.club.slug}/events/{event.pk}/boards/"

    assert "Taken down so far: board 1." in words(client, boards)
    client.post(f"{boards}1/record/take-back/", {"client_id": "back", "reason": "Mixed"})
    assert EventBoard.objects.get().hands == {}


def test_a_table_of_an_ordinary_evening_has_no_such_page() -> None:
    table = table_of(make_running_round(make_event()).event)

    assert "nothing to take down" in words(tablet_at(table), at(table))
    assert "Take down" not in tablet_at(table).get(f"/tables/{table.event_round.event_id}/").text


# -- from paper --------------------------------------------------------------------------


def test_records_on_paper_are_typed_by_who_does_not_play() -> None:
    table = played(hands=2)
    event = table.event_round.event
    client, user = Client(), make_user(event.club, "referee")
    client.force_login(user)
    boards = f"/clubs/{event.club.slug}/events/{event.pk}/boards/"

    assert "Type records from paper" in words(client, boards)
    assert words(client, f"{boards}records/").count("Enter this hand") == 16
    for seat, hand in dealt(table).items():
        told = client.post(f"{boards}1/record/{seat}/count/", typed(hand[1:])).text
        assert "11 of 12 cards" in told
        assert client.post(f"{boards}1/record/{seat}/hand/", typed(hand, seat)).status_code == 302
    assert EventBoard.objects.get().recorded_at == table
    assert words(client, f"{boards}records/").count("Enter this hand") == 12

    Role.objects.filter(user=user).update(member=event.entrants.all()[0].member)
    assert client.get(f"{boards}records/").status_code == 403
    assert client.get(f"{boards}2/record/N/hand/").status_code == 403
    Event.objects.filter(pk=event.pk).update(state="closed", closed_at=timezone.now())
    assert client.get(f"{boards}2/record/N/hand/").status_code == 200
