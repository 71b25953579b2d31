"""Pages of what boards came to: who sees which before the evening is closed, what they say, and what they cost."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from itertools import count
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from league.acting import unchanged
from league.models import BoardDecision, Event, EventBoard, Member, Role
from tests.lasting import lasting
from tests.league.evening.paper import duplicate
from tests.league.evening.paper.duplicate import duplicate_evening, fresh
from tests.league.makers import make_event, make_user
from tests.responses import words_of

pytestmark = pytest.mark.django_db
_versions = count(1000)
Counting = Callable[[int], AbstractContextManager[object]]


@pytest.fixture(scope="module")
def lasting_event(django_db_setup: None, django_db_blocker: Any) -> Iterator[Event]:
    with lasting(django_db_blocker):
        yield duplicate_evening(tables=3, rounds=3)


@pytest.fixture
def event(lasting_event: Event, db: None) -> Event:
    """Three tables after three rounds: each has played boards 1 to 6. Under way."""
    return changed(lasting_event)


def changed(event: Event) -> Event:
    """As a deed leaves it: what was kept of it is old."""
    Event.objects.filter(pk=event.pk).update(version=next(_versions))
    return fresh(event)


def close(event: Event) -> Event:
    return changed(duplicate.close(event))


def address(event: Event, name: str = "board_results", *parts: int) -> str:
    return reverse(f"league:{name}", args=[event.club.slug, event.pk, *parts])


def page(client: Client, event: Event, name: str = "board_results", *parts: int) -> str:
    response = client.get(address(event, name, *parts))
    assert response.status_code == 200
    return words_of(response)


def sign_in(client: Client, event: Event) -> Member:
    """The player of North at table 1."""
    member = event.entrants.get(number=1).member
    assert member is not None
    role = Role.objects.create(club=event.club, user=make_user(), kind="member", member=member)
    client.force_login(role.user)
    return member


def test_places_and_every_board_are_shown_once_the_evening_is_closed(client: Client, event: Event):
    said = page(client, close(event))

    assert "6 boards 100.00%" in said
    assert "Board 6 3 tables, N-S from" in said
    assert "Most was won and lost on board" in said
    assert "Until the evening is closed" not in said


def test_nobody_hears_of_a_board_before_the_evening_is_closed_but_who_played_it(client: Client, event: Event):
    said = page(client, event)
    assert "Until the evening is closed everybody sees the boards they played themselves" in said
    assert "Board 1" not in said
    assert client.get(address(event, "board_traveler", 1)).status_code == 404
    assert "others" not in page(client, event, "player_boards", 1)

    sign_in(client, event)

    assert "Board 1 3 tables" in page(client, event)
    assert "The cards" not in page(client, event, "board_traveler", 1)
    assert "Board 1" in page(client, event, "player_boards", 1)


def test_a_traveler_says_how_each_share_came_about_shows_the_cards_and_leads_to_the_card(client: Client, event: Event):
    closed = close(event)

    said = page(client, closed, "board_traveler", 3)

    assert "N-S: better than all 2: 100.0%" in said
    assert "E-W: behind all 2: 0.0%" in said
    assert "The cards As they were dealt. North" in said
    hand = EventBoard.objects.get(dealt__event=event, number=3).hands["N"].split()
    aces = sum(card == "AS" for card in hand)
    assert f"spades {' '.join('A' * aces)}".rstrip() in said
    cards = client.get(address(closed, "board_traveler", 3)).content.decode()
    assert reverse("league:read_card", args=[event.club.slug, event.pk, 1, 2]) in cards


def test_bots_are_labelled_on_the_traveler_and_ranked_nowhere(client: Client, event: Event):
    EventBoard.objects.filter(dealt__event=event, number=3).update(field=[{"NS": 20, "EW": 0}, {"NS": 0, "EW": 10}])
    closed = close(event)

    said = page(client, closed, "board_traveler", 3)

    assert "The bots’ field, never ranked: N-S made +5 on average at 2 tables." in said
    assert "bots stand in for 5 more tables, and 1 of their 2 results are worse: 2 + 5 ×" in said
    assert "bots" not in page(client, closed)


def test_a_players_boards_say_who_did_better_and_the_best_and_the_worst_why(client: Client, event: Event):
    said = page(client, close(event), "player_boards", 9)

    assert "Board 1" in said
    assert "Round" in said
    assert "1 of 3" in said
    assert "others" in said


def test_a_decision_about_a_board_is_seen_at_once(client: Client, event: Event):
    closed = close(event)
    assert "doesn’t count" not in page(client, closed)
    BoardDecision.objects.create(event=closed, number=2, kind="void")
    changed(closed)

    assert "Board 2 doesn’t count" in page(client, closed)


def test_an_event_without_boards_has_no_such_pages(client: Client):
    other = make_event()

    for name, *parts in (("board_results",), ("board_traveler", 1), ("player_boards", 1)):
        assert client.get(address(other, name, *parts)).status_code == 404


def test_a_page_costs_as_much_for_many_boards_as_for_one(
    client: Client, event: Event, django_assert_max_num_queries: Counting
):
    closed = close(event)
    for name, *parts in (("board_results",), ("board_traveler", 1), ("player_boards", 1)):
        with django_assert_max_num_queries(14):
            page(client, closed, name, *parts)


def test_the_next_stranger_reads_copies_of_a_closed_evenings_pages_and_files(
    event: Event, monkeypatch: pytest.MonkeyPatch
):
    closed = close(event)
    names = ("board_results", "boards", "boards_text", "boards_csv")
    addresses = [*(address(closed, name) for name in names), address(closed, "board_traveler", 1)]
    addresses.append(address(closed, "player_boards", 1))
    first = [Client().get(each).headers["ETag"] for each in addresses]
    monkeypatch.setattr(unchanged, "_drawn", None)

    assert [Client().get(each, {"from": "mail"}).headers["ETag"] for each in addresses] == first


def test_a_percentage_of_the_results_opens_to_its_boards(client: Client, event: Event):
    shown = client.get(address(event, "event")).content.decode()

    assert f'href="{address(event, "player_boards", 9)}"' in shown
    assert "100.00%" in shown  # in all
    assert "100%" in shown  # in a round
    assert "better than" not in shown
