"""A second director joins by a code and a name, for one evening and nothing else of the club."""

import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.models import Event, LogLine, OneTimeLink, Role
from tests.league.makers import make_club, make_event, make_user

pytestmark = pytest.mark.django_db
IDA = {"client_id": "join", "name": "Ida Moss"}


@pytest.fixture
def event() -> Event:
    return make_event()


@pytest.fixture
def director(event: Event) -> Client:
    return signed_in(event, "director", "Rita Moss")


def signed_in(event: Event, kind: str, name: str) -> Client:
    client = Client()
    client.force_login(make_user(event.club, kind, name=name))
    return client


def at(event: Event, name: str, *more: object) -> str:
    return reverse(f"league:{name}", args=[event.club.slug, event.pk, *more])


def code_of(director: Client, event: Event, client_id: str = "code") -> str:
    """The address of the code that a director shows."""
    page = director.post(at(event, "second_director"), {"client_id": client_id}).text
    found = re.search(r"/l/[\w-]+/", page)
    assert found is not None, page
    return found[0]


def joined(director: Client, event: Event) -> Client:
    ida = Client()
    ida.post(code_of(director, event), IDA)
    return ida


def test_who_scans_the_code_types_a_name_and_directs_this_evening_and_nothing_else(event, director):
    other, link, ida = make_event(event.club), code_of(director, event), Client()

    page = ida.get(link).text
    assert ("Can you help tonight?" in page, 'type="password"' in page) == (True, False)
    assert not Role.objects.filter(kind="helper").exists()
    answer = ida.post(link, IDA)

    assert answer.headers["Location"] == at(event, "desk")
    assert [ida.get(at(each, "desk")).status_code for each in (event, other)] == [200, 403]
    assert ida.get(at(event, "rotation")).status_code == 200
    beyond = ("second_director", "edit_event", "coming")
    assert [ida.get(at(event, name)).status_code for name in beyond] == [403] * 3
    of_the_club = ("roles", "pairs", "members", "grades", "me")
    pages = [reverse(f"league:{name}", args=[event.club.slug]) for name in of_the_club]
    assert [ida.get(page).status_code for page in pages] == [403] * 5
    user = User.objects.get(first_name="Ida", last_name="Moss")
    assert (user.has_usable_password(), Role.objects.get(user=user).kind) == (False, "helper")
    ida.post(at(event, "open_check_in"), {"client_id": "open"})
    told = set(LogLine.objects.filter(event=event, who="Ida Moss", user=user).values_list("action", flat=True))
    assert told == {"directs this evening too", "opened"}


def test_the_code_works_once_and_for_who_used_it_it_leads_back_to_the_board(event, director):
    link, ida, otto = code_of(director, event), Client(), Client()
    ida.post(link, IDA)

    assert ida.get(link).headers["Location"] == at(event, "desk")
    assert otto.get(link).status_code == 410
    assert otto.post(link, {**IDA, "client_id": "other"}).status_code == 410
    assert User.objects.filter(last_name="Moss", first_name="Ida").count() == 1


def test_who_lost_the_answer_sends_the_name_again_and_is_in(event, director):
    link = code_of(director, event)
    Client().post(link, IDA)

    ida = Client()
    assert ida.post(link, IDA).headers["Location"] == at(event, "desk")
    assert ida.get(at(event, "desk")).status_code == 200
    OneTimeLink.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert Client().post(link, IDA).status_code == 302  # to the sign-in page, not to the board
    assert User.objects.filter(first_name="Ida").count() == 1


@pytest.mark.parametrize(
    "change",
    [
        {"state": "closed", "closed_at": timezone.now() - timedelta(hours=49)},
        {},
    ],
)
def test_it_ends_with_the_results_or_after_a_week(event, director, change):
    ida = joined(director, event)
    Event.objects.update(state="closed", closed_at=timezone.now())
    assert ida.get(at(event, "desk")).status_code == 200

    Event.objects.update(**change)
    if not change:
        Role.objects.filter(kind="helper").update(evening_until=timezone.now() - timedelta(seconds=1))

    assert ida.get(at(event, "desk")).status_code == 403
    assert "Ida Moss" not in director.get(at(event, "second_director")).text
    code_of(director, make_event(event.club), "next")
    assert not User.objects.filter(first_name="Ida").exists()


def test_the_director_takes_a_second_one_off_and_what_was_done_stays_in_the_log(event, director):
    ida = joined(director, event)
    ida.post(at(event, "open_check_in"), {"client_id": "open"})
    role = Role.objects.get(kind="helper")
    assert "Ida Moss" in director.get(at(event, "second_director")).text

    for _ in range(2):
        director.post(at(event, "take_off_evening", role.pk), {"client_id": "off"})

    assert ida.get(at(event, "desk")).status_code == 302  # who is signed out is asked to sign in
    assert not User.objects.filter(first_name="Ida").exists()
    assert LogLine.objects.get(action="took off the second director").subject == "Ida Moss"
    assert LogLine.objects.filter(event=event, who="Ida Moss", action="opened").exists()


def test_a_code_is_replaced_by_the_next_canceled_and_ends_after_an_hour(event, director):
    first, second = code_of(director, event, "one"), code_of(director, event, "two")
    assert "a newer one replaced it" in Client().get(first).text
    assert "nobody scanned yet" in director.get(at(event, "second_director")).text
    link = OneTimeLink.objects.latest("pk")
    assert timedelta(minutes=59) < link.expires_at - timezone.now() <= timedelta(hours=1)

    director.post(at(event, "cancel_code", link.pk), {"client_id": "cancel"})

    assert Client().post(second, IDA).status_code == 410
    assert not Role.objects.filter(kind="helper").exists()


def test_a_member_helps_with_the_own_account_and_a_director_needs_no_code(event, director):
    link, walt = code_of(director, event), signed_in(event, "member", "Walt Kowalski")

    refused = director.post(link, {"client_id": "rita"})
    walt.post(link, {"client_id": "walt"})

    assert (refused.status_code, "You are director of" in refused.text) == (410, True)
    assert walt.get(at(event, "desk")).status_code == 200
    role = Role.objects.get(user__first_name="Walt")
    director.post(at(event, "take_off_evening", role.pk), {"client_id": "off"})
    assert walt.get(at(event, "desk")).status_code == 403
    assert Role.objects.get(user__first_name="Walt").kind == "member"


def test_an_account_of_another_club_keeps_being_nobody_in_this_one_and_stays_when_it_is_over(event, director):
    link, pat = code_of(director, event), Client()
    pat.force_login(make_user(make_club(), "director", name="Pat Lowe"))
    pat.post(link, {"client_id": "pat"})

    assert pat.get(at(event, "desk")).status_code == 200
    assert pat.get(reverse("league:members", args=[event.club.slug])).status_code == 403
    role = Role.objects.get(kind="helper")
    director.post(at(event, "take_off_evening", role.pk), {"client_id": "off"})
    assert pat.get(at(event, "desk")).status_code == 403
    assert User.objects.get(first_name="Pat").club_roles.count() == 1


def test_nobody_joins_under_the_name_of_somebody_who_runs_the_club(event, director):
    link, ida = code_of(director, event), Client()

    taken = ida.post(link, {"client_id": "a", "name": "rita  moss"})

    assert (taken.status_code, "already" in taken.text) == (409, True)
    assert ida.post(link, IDA).headers["Location"] == at(event, "desk")


def test_a_name_alone_opens_no_invitation(event, director):
    ida, admin = joined(director, event), signed_in(event, "admin", "Ada Lane")
    page = admin.post(
        reverse("league:invite", args=[event.club.slug]), {"client_id": "i", "name": "Ida Moss", "kind": "director"}
    ).text
    link = re.findall(r"/l/[\w-]+/", page)[0]

    assert 'type="password"' in ida.get(link).text
    assert ida.post(link, {"client_id": "x"}).status_code == 422


def test_admins_read_of_a_second_director_among_the_roles_and_give_no_password(event, director):
    joined(director, event)
    admin, role = signed_in(event, "admin", "Ada Lane"), Role.objects.get(kind="helper")

    roles = admin.get(reverse("league:roles", args=[event.club.slug])).text

    assert ("Ida Moss" in roles, f"directs {event.name}" in roles, at(event, "second_director") in roles) == (True,) * 3
    for name in ("change_role", "remove_role", "new_password"):
        assert (
            admin.post(reverse(f"league:{name}", args=[event.club.slug, role.pk]), {"client_id": name}).status_code
            == 404
        )


def test_a_code_gives_no_more_than_whoever_made_it_has(event, director):
    link = code_of(director, event)

    Role.objects.update(kind="referee")

    assert "no longer runs the club" in Client().get(link).text
