"""A second director joins by a code, for one evening and nothing else of the club."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.models import Event, LogLine, Role
from tests.league.makers import make_event, make_user

pytestmark = pytest.mark.django_db
WORD = "four spare jacks"
ACCOUNT = {"name": "Ida Moss", "sign_in_name": "ida", "email": "", "password": WORD, "again": WORD}


@pytest.fixture
def event() -> Event:
    return make_event()


def at(event: Event, name: str) -> str:
    return reverse(f"league:{name}", args=[event.club.slug, event.pk])


def invited(event: Event, by: str = "director", client_id: str = "code") -> str:
    """The address of the code that a director shows."""
    director = Client()
    director.force_login(make_user(event.club, by))
    page = director.post(at(event, "second_director"), {"client_id": client_id, "name": "Ida Moss"}).text
    found = re.search(r"/l/[\w-]+/", page)
    assert found is not None, page
    return found[0]


def test_who_scans_the_code_directs_this_evening_and_nothing_else(event):
    other, link, ida = make_event(event.club), invited(event), Client()

    assert "Ida Moss, can you help tonight?" in ida.get(link).text
    assert not Role.objects.exclude(kind="director").exists()
    answer = ida.post(link, {"client_id": "join", **ACCOUNT})

    assert answer.headers["Location"] == at(event, "board")
    assert [ida.get(at(each, "board")).status_code for each in (event, other)] == [200, 403]
    assert ida.get(at(event, "rotation")).status_code == 200
    assert [ida.get(reverse(f"league:{name}", args=[event.club.slug])).status_code for name in ("roles", "pairs")] == [
        403,
        403,
    ]
    assert Role.objects.get(user__username="ida").kind == "member"
    assert LogLine.objects.filter(event=event, action="directs this evening too", subject="Ida Moss").exists()
    assert ida.get(link).status_code == 410


def test_the_evening_ends(event):
    link, ida = invited(event), Client()
    ida.post(link, {"client_id": "join", **ACCOUNT})

    Role.objects.filter(user__username="ida").update(evening_until=timezone.now() - timedelta(seconds=1))

    assert ida.get(at(event, "board")).status_code == 403


def test_a_member_helps_with_the_own_account_and_a_director_needs_no_code(event):
    link, walt, rita = invited(event), Client(), Client()
    walt.force_login(make_user(event.club, "member", name="Walt Kowalski"))
    rita.force_login(make_user(event.club, "director", name="Rita Moss"))

    refused = rita.post(link, {"client_id": "rita"})
    walt.post(link, {"client_id": "walt"})

    assert (refused.status_code, "You are director of" in refused.text) == (410, True)
    assert walt.get(at(event, "board")).status_code == 200


def test_a_code_gives_no_more_than_whoever_made_it_has(event):
    link = invited(event)

    Role.objects.update(kind="referee")

    assert "no longer runs the club" in Client().get(link).text
