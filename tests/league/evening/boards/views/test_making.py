"""The page of an event's boards: what it tells whom, and that no hand is on it."""

import re
from html import unescape

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from league.evening.boards.deeds.making import make_boards
from league.models import DealtBoards, Entrant, Event, Role
from tests.league.evening.boards.duplicate import duplicate
from tests.league.makers import acting_as, make_event, make_members, make_rules, make_user

pytestmark = pytest.mark.django_db


def made(event: Event) -> DealtBoards:
    return make_boards(event=event, board_sets=2, acting=acting_as(), client_id="make")


def at(event: Event, place: str = "boards/") -> str:
    return f"/clubs/{event.club.slug}/events/{event.pk}/{place}"


def words(client: Client, event: Event, place: str = "boards/") -> str:
    page = re.sub(r"<(script|style).*?</\1>", "", client.get(at(event, place)).text, flags=re.S)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())


def director_of(client: Client, event: Event, kind: str = "director") -> Client:
    client.force_login(make_user(event.club, kind))
    return client


def test_before_the_evening_is_over_everybody_reads_the_digest_and_nobody_the_seed(client: Client) -> None:
    event = duplicate()
    dealt = made(event)

    for who in (client, director_of(Client(), event)):
        page = words(who, event)
        assert "8 boards in 2 sets of 4 were made on " in page
        assert dealt.digest in page
        assert dealt.seed not in page
        assert all(hand not in page for board in dealt.boards.all() for hand in board.hands.values())
    assert "Make them again" not in words(client, event)
    assert "Carol Reyes" not in words(client, event)
    assert "Make them again" in words(director_of(client, event), event)


def test_after_the_evening_the_seed_and_the_command_are_there(client: Client) -> None:
    event = duplicate()
    dealt = made(event)
    Event.objects.filter(pk=event.pk).update(state="closed", closed_at=timezone.now())

    page = words(client, event)
    assert dealt.seed in page
    assert "the boards come to the same digest" in page
    assert f"boards --check {dealt.seed} --book st-hilary --count 8 --digest {dealt.digest}" in page


def test_a_director_makes_them_by_one_key(client: Client) -> None:
    event = duplicate()
    director_of(client, event)

    assert "How many sets of boards?" in words(client, event)
    client.post(at(event, "boards/make/"), {"client_id": "a", "board_sets": "0"})
    assert not DealtBoards.objects.exists()
    client.post(at(event, "boards/make/"), {"client_id": "b", "board_sets": "3"})
    assert DealtBoards.objects.get().boards.count() == 12
    client.post(at(event, "boards/add/"), {"client_id": "c"})
    assert DealtBoards.objects.get().boards.count() == 16
    client.post(at(event, "boards/again/"), {"client_id": "d", "reason": "Seen"})
    assert "made the boards again" in event.log.values_list("action", flat=True)


def test_a_director_who_plays_is_told_that_the_list_is_not_for_them(client: Client) -> None:
    event = duplicate()
    made(event)
    (member,) = make_members(event.club, 1)
    user = make_user(event.club, "director")
    Role.objects.filter(user=user).update(member=member)
    client.force_login(user)

    assert "You play tonight" not in words(client, event)
    Entrant.objects.create(event=event, member=member, number=1, name=member.name)
    assert "You play tonight" in words(client, event)


def test_a_club_without_boards_sees_nothing_of_them(client: Client) -> None:
    event = make_event()
    director_of(client, event)

    assert client.get(at(event)).status_code == 404
    assert "Boards" not in words(client, event, "")
    assert "Boards" in words(director_of(Client(), other := duplicate()), other, "")


def test_queries_of_the_page(client: Client, django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    event = duplicate()
    made(event)

    with django_assert_max_num_queries(3 + 7):  # what a copy rests on; the page
        client.get(at(event))


def test_the_way_through_the_evening_says_whether_the_boards_are_made(client: Client) -> None:
    event = duplicate()
    director_of(client, event)

    assert "Make the boards Not made yet" in words(client, event, "")
    made(event)
    assert "Add boards 1 set still to be made" in words(client, event, "")
    client.post(at(event, "boards/add/"), {"client_id": "c"})
    assert "Boards 12 boards in 3 sets: made" in words(client, event, "")


def test_rules_that_deal_other_cards_ask_for_other_boards(client: Client) -> None:
    event = duplicate()
    made(event)
    director_of(client, event)
    assert "make the boards again" not in words(client, event)

    Event.objects.filter(pk=event.pk).update(rules=make_rules(event.club, "gwinnett"))  # the same deck
    assert "make the boards again" not in words(client, event)
    Event.objects.filter(pk=event.pk).update(rules=make_rules(event.club, "npa"))
    assert "make the boards again" in words(client, event)
    assert client.get(at(event, "papers/board-slips.pdf")).status_code == 409


def test_the_board_leads_to_the_boards_of_a_duplicate_alone(client: Client) -> None:
    event = duplicate()
    director_of(client, event)

    assert at(event) in client.get(at(event, "board/")).text
    other = make_event(event.club)
    assert at(other) not in client.get(at(other, "board/")).text


def test_what_cannot_be_done_is_told_on_the_page(client: Client) -> None:
    event = duplicate()
    made(event)
    director_of(client, event)

    for headers in ({}, {"HX-Request": "true"}):
        again = client.post(at(event, "boards/make/"), {"client_id": "b", "board_sets": "3"}, headers=headers)
        assert (again.status_code, again.text.count("The boards are made already.")) == (409, 1)
