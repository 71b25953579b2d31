"""The tablet at the door: paired by a secret that dies with check-in, and nothing private on it."""

import pytest
from django.test import Client
from django.urls import reverse

from league.evening.check_in.deeds.door import door_token, tablet_secret
from league.evening.check_in.deeds.roll import close_check_in, open_check_in
from league.models import Entrant, LogLine, Member
from tests.league.makers import acting_as, make_entrants, make_event, make_members, make_round, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    event = make_event(fee=500)
    return open_check_in(event=event, acting=acting_as(), client_id="open")


@pytest.fixture
def tablet(event):
    """A browser without an account that was paired."""
    client = Client()
    client.post(address("pair_door", event, door_token(event)))
    return client


def address(name, event, *args):
    return reverse(f"league:{name}", args=[event.club.slug, event.pk, *args])


def test_director_sees_the_address_and_its_code(client, event):
    client.force_login(make_user(event.club, "referee"))

    page = client.get(address("door_link", event)).content.decode()

    assert address("pair_door", event, door_token(event)) in page
    assert "<svg" in page


def test_opening_the_address_pairs_nothing(client, event):
    answer = client.get(address("pair_door", event, door_token(event)))

    assert answer.status_code == 200
    assert f"door-{event.pk}" not in client.cookies
    assert client.get(address("door", event)).status_code == 403


def test_its_key_pairs_the_tablet(client, event):
    answer = client.post(address("pair_door", event, door_token(event)))

    cookie = client.cookies[f"door-{event.pk}"]
    assert answer.url == address("door", event)
    assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "Lax", address("door", event))
    assert door_token(event) not in cookie.value
    assert client.get(address("door", event)).status_code == 200


def test_member_checks_in_by_name(tablet, event):
    ruth = make_members(event.club, 2)[0]

    found = tablet.get(address("door", event), {"q": "ruth"}, HTTP_HX_REQUEST="true").content.decode()
    answer = tablet.post(address("door_member", event, ruth.pk), {"client_id": "d"}, follow=True)

    page = answer.content.decode()
    assert ("Ruth Abernathy" in found, "Walt Kowalski" in found) == (True, False)
    assert event.entrants.get().state == "here"
    assert ("Welcome, <bdi>Ruth Abernathy" in page, "<strong>1</strong>" in page, "Fee due: $5" in page) == (True,) * 3
    assert answer.headers["Refresh"].endswith(address("door", event))
    assert LogLine.objects.get(action="checked in").who == "At the door"


def test_enter_takes_the_only_one(tablet, event):
    ruth, _ = make_members(event.club, 2)
    Member.objects.create(club=event.club, number=9, name="Waldo Kent")

    assert tablet.get(address("door", event), {"q": "ruth"}).url == address("door_member", event, ruth.pk)
    assert tablet.get(address("door", event), {"q": "wal"}).status_code == 200


def test_welcome_says_where_to_sit(tablet, event):
    people = make_entrants(event, 8)
    make_round(event, people)

    page = tablet.get(address("door_welcome", event, people[5].pk)).content.decode()

    assert "Round 1: table 2" in page


def test_same_tap_twice_is_one(tablet, event):
    ruth = make_members(event.club, 1)[0]

    answers = [tablet.post(address("door_member", event, ruth.pk), {"client_id": "d"}).url for _ in range(2)]

    assert answers[0] == answers[1]
    assert event.entrants.count() == 1


def test_start_page_lists_nobody(tablet, event):
    make_members(event.club, 3)

    for words in ({}, {"q": ""}, {"q": "r"}, {"q": "\x00"}):
        assert "Ruth" not in tablet.get(address("door", event), words).content.decode()


def test_nothing_private_is_shown(tablet, event):
    ruth = make_members(event.club, 1)[0]
    Member.objects.filter(pk=ruth.pk).update(
        email="ruth@home.example", phone="555-0199", director_notes="never with Walt"
    )
    tablet.post(address("door_member", event, ruth.pk), {"client_id": "d"})

    pages = [
        tablet.get(address("door", event), {"q": "ruth"}),
        tablet.get(address("door_member", event, ruth.pk)),
        tablet.get(address("door_welcome", event, event.entrants.get().pk)),
    ]

    text = " ".join(page.content.decode() for page in pages)
    assert [secret in text for secret in ("ruth@home", "555-0199", "never with")] == [False] * 3


def test_same_names_are_told_apart_by_their_numbers(tablet, event):
    for number in (7, 31):
        Member.objects.create(club=event.club, number=number, name="John Smith")

    page = tablet.get(address("door", event), {"q": "john smith"}).content.decode()

    assert ('door-number">7</span>' in page, 'door-number">31</span>' in page) == (True, True)


def test_too_many_matches_ask_for_more_letters(tablet, event):
    for number in range(1, 15):
        Member.objects.create(club=event.club, number=number, name=f"John Smith {number}")

    page = tablet.get(address("door", event), {"q": "john"}).content.decode()

    assert page.count('class="sheet door-choice"') == 8
    assert "Type more of your name" in page


def test_unknown_name_sees_the_director(tablet, event):
    page = tablet.get(address("door", event), {"q": "Zelda"}).content.decode()

    assert "see the director" in page
    assert tablet.get(address("door_walk_in", event)).status_code == 404
    assert tablet.post(address("door_walk_in", event), {"client_id": "g", "name": "Zelda"}).status_code == 404


def test_guest_comes_in_where_the_event_lets_them(tablet, event):
    event.guests_at_door = True
    event.save()
    form = tablet.get(address("door_walk_in", event), {"q": "Zelda"}).content.decode()

    page = tablet.post(address("door_walk_in", event), {"client_id": "g", "name": "Zelda Fitz"}, follow=True)

    assert 'value="Zelda"' in form
    assert "Welcome, <bdi>Zelda Fitz" in page.content.decode()
    assert event.entrants.get().is_guest


@pytest.mark.parametrize("name", ["", "Z", "y" * 90])
def test_guest_without_a_name_is_asked_again(tablet, event, name):
    event.guests_at_door = True
    event.save()

    assert tablet.post(address("door_walk_in", event), {"client_id": "g", "name": name}).status_code == 422
    assert not event.entrants.exists()


# -- who may not -------------------------------------------------------------------------


def test_closing_check_in_shuts_the_paired_tablet_out(tablet, event):
    token = door_token(event)
    close_check_in(event=event, acting=acting_as(), client_id="c")
    open_check_in(event=event, acting=acting_as(), client_id="o")
    ruth = make_members(event.club, 1)[0]

    assert tablet.get(address("door", event)).status_code == 403
    assert tablet.post(address("door_member", event, ruth.pk), {"client_id": "d"}).status_code == 403
    assert tablet.get(address("pair_door", event, token)).status_code == 404
    assert not event.entrants.exists()


def test_secret_of_another_event_opens_nothing(client, event):
    other = open_check_in(event=make_event(event.club), acting=acting_as(), client_id="open-2")
    client.cookies[f"door-{event.pk}"] = tablet_secret(other)

    assert client.get(address("door", event)).status_code == 403
    assert client.get(address("pair_door", event, door_token(other))).status_code == 404


@pytest.mark.parametrize("secret", ["", "x", "a:b:c", "WyIxIl0:1abc:xyz"])
def test_nonsense_opens_nothing(client, event, secret):
    client.cookies[f"door-{event.pk}"] = secret

    assert client.get(address("door", event)).status_code == 403
    assert client.get(address("pair_door", event, secret or "x")).status_code == 404


def test_address_is_no_cookie(client, event):
    client.cookies[f"door-{event.pk}"] = door_token(event)

    assert client.get(address("door", event)).status_code == 403


def test_people_of_another_club_do_not_check_in_here(tablet, event):
    stranger = make_members(make_event().club, 1)[0]
    there = make_entrants(make_event(), 1)[0]

    assert tablet.get(address("door_member", event, stranger.pk)).status_code == 404
    assert tablet.get(address("door_welcome", event, there.pk)).status_code == 404


def test_who_left_the_club_does_not_check_in_alone(tablet, event):
    old = Member.objects.create(club=event.club, number=9, name="Old Timer", is_active=False)

    assert tablet.post(address("door_member", event, old.pk), {"client_id": "d"}).status_code == 404


def test_too_much_at_once_is_refused(tablet, event, monkeypatch):
    monkeypatch.setattr("league.evening.check_in.deeds.door.CHECK_INS_A_MINUTE", 2)
    people = make_members(event.club, 3)

    answers = [
        tablet.post(address("door_member", event, one.pk), {"client_id": str(one.pk)}).status_code for one in people
    ]

    assert answers == [302, 302, 409]
    assert Entrant.objects.count() == 2


def test_nobody_is_found_twice(tablet, event):
    for _ in range(3):
        make_entrants(make_event(event.club), 1)
    make_entrants(event, 1)

    page = tablet.get(address("door", event), {"q": "ruth"}, HTTP_HX_REQUEST="true").content.decode()

    assert page.count('class="sheet door-choice"') == 1
