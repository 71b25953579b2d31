"""What people read of a season, and publishing it, takes as many queries for ten rounds as for a thousand."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from league.season.seasons.deeds import show_standings
from tests.lasting import lasting
from tests.league.makers import make_user
from tests.league.season.seasons.bots import by
from tests.league.season.seasons.laid import Laid, lay_season

pytestmark = pytest.mark.django_db
# Members, nights and rounds.
TEN, THOUSAND = (8, 1, 1), (20, 10, 5)


@pytest.fixture(scope="module")
def laid(django_db_setup: None, django_db_blocker: Any) -> Iterator[tuple[Laid, Laid]]:
    with lasting(django_db_blocker):
        yield lay_season(*TEN), lay_season(*THOUSAND)


def asked(laid: Laid, name: str, *args: object, **query: object) -> int:
    """How many queries a stranger's page takes, once the process knows what it keeps of the club."""
    client, address = Client(), reverse(f"league:{name}", args=[laid.club.slug, *args], query=query)
    assert client.get(address).status_code == 200
    with CaptureQueriesContext(
        connection,
    ) as queries:
        client.get(address)
    return len(queries)


@pytest.mark.parametrize("name", ["season", "season_changes", "publications", "season_rules"])
def test_pages_of_a_season(name: str, laid: tuple[Laid, Laid]):
    few, many = (asked(one, name, one.season.pk) for one in laid)

    assert few == many


@pytest.mark.parametrize("name", ["club", "seasons", "api_standings", "api_seasons", "api_calendar", "embed_standings"])
def test_pages_of_a_club(name: str, laid: tuple[Laid, Laid]):
    few, many = (asked(one, name) for one in laid)

    assert few == many


def test_page_of_a_place(laid: tuple[Laid, Laid]):
    few, many = (asked(one, "season_place", one.season.pk, one.club.members.first().pk) for one in laid)

    assert few == many


@pytest.mark.parametrize("query", [{}, {"season": True}])
def test_page_of_a_member(query: dict[str, Any], laid: tuple[Laid, Laid]):
    few, many = (
        asked(one, "player", one.club.members.first().pk, **dict.fromkeys(query, one.season.pk)) for one in laid
    )

    assert few == many


def test_page_before_closing(laid: tuple[Laid, Laid]):
    counts = []
    for one in laid:
        client = Client()
        client.force_login(make_user(one.club, "director"))
        address = reverse("league:close_season", args=[one.club.slug, one.season.pk])
        assert client.get(address).status_code == 200
        with CaptureQueriesContext(connection) as queries:
            client.get(address)
        counts.append(len(queries))

    assert counts[0] == counts[1]


def test_publishing(laid: tuple[Laid, Laid]):
    counts = []
    for one in laid:
        with CaptureQueriesContext(connection) as queries:
            show_standings(season=one.season, hidden=False, **by())
        counts.append(len(queries))

    assert counts[0] == counts[1]
