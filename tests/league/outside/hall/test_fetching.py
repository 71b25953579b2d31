"""Where a hall's computer offers to fetch an evening."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tests.league.makers import make_club, make_user
from tests.league.outside.hall.elsewhere import elsewhere
from tests.league.outside.hall.evenings import World, fetched

pytestmark = pytest.mark.django_db
LINK = 'href="/hall/fetch/"'


def test_a_computer_without_a_club_offers_it_first_on_its_start_page(client: Client, settings: Any) -> None:
    make_club(is_example=True)
    settings.IS_PUBLIC = False
    start = client.get("/").text
    assert LINK in start.partition(">Play with bots<")[0]
    settings.IS_PUBLIC = True
    assert LINK not in client.get("/").text
    settings.IS_PUBLIC = False
    make_club()
    assert LINK not in client.get("/").text


def test_officials_of_a_club_that_was_fetched_are_offered_the_next_evening(world: World) -> None:
    with elsewhere():
        club = fetched(world.file).event.club
        director, stranger = Client(), Client()
        director.force_login(club.roles.get().user)
        pages = [one.get(f"/clubs/{club.slug}/").text for one in (director, stranger)]
        assert [LINK in page for page in pages] == [True, False]


def test_a_club_that_lives_here_is_offered_none(client: Client) -> None:
    club = make_club()
    client.force_login(make_user(club, "admin"))
    assert LINK not in client.get(f"/clubs/{club.slug}/").text
