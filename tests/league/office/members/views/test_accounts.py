import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client
from django.utils import timezone

from league.acting.permissions import acting_in
from league.models import LogLine, OneTimeLink, Role
from tests.league.makers import make_club, make_members, make_user

pytestmark = pytest.mark.django_db

ACCOUNT = {
    "name": "Ruth Abernathy",
    "sign_in_name": "ruth",
    "email": "",
    "password": "four spare jacks",
    "again": "four spare jacks",
}


@pytest.fixture
def ruth(club):
    return make_members(club, 1)[0]


@pytest.fixture
def director(club):
    return signed_in(make_user(club, "director", username="carol"))


def signed_in(user):
    client = Client()
    client.force_login(user)
    return client


def page_of(member):
    return f"/clubs/{member.club.slug}/members/{member.pk}/"


def invite(client, member, client_id="invite"):
    return client.post(f"{page_of(member)}invite/", {"client_id": client_id})


def link_for(client, member, client_id="invite"):
    return re.findall(r"/l/[\w-]{32}/", invite(client, member, client_id).content.decode())[0]


def claim(client, link, client_id="claim", **typed):
    return client.post(link, {**ACCOUNT, "client_id": client_id, **typed})


def test_member_claims_an_account_by_the_link_a_director_hands_over(director, club, ruth):
    shown = invite(director, ruth).content.decode()
    link = link_for(director, ruth)

    assert "<svg" in shown
    assert "invites Ruth Abernathy" in Client().get(link).content.decode()
    claim(Client(), link)

    role = Role.objects.get(user__username="ruth")
    assert (role.club, role.kind, role.member) == (club, "member", ruth)
    assert "Ruth Abernathy signs in as ruth" in director.get(page_of(ruth)).content.decode()
    line = LogLine.objects.get(action="joined by a one-time link")
    assert line.after == "Member: Ruth Abernathy (1)"


def test_link_goes_by_mail_where_the_member_has_an_address(director, ruth, settings):
    settings.MAIL_IS_SET_UP = True
    ruth.email = "ruth@example.org"
    ruth.save()

    assert "The link also goes to ruth@example.org." in director.get(page_of(ruth)).content.decode()
    link = link_for(director, ruth)

    assert mail.outbox[0].to == ["ruth@example.org"]
    assert link in mail.outbox[0].body


def test_who_helps_to_run_the_club_keeps_the_role_and_becomes_the_member(director, club, ruth):
    referee = make_user(club, "referee", name="Ruth A")
    link = link_for(director, ruth)

    assert "Are you Ruth Abernathy?" in signed_in(referee).get(link).content.decode()
    signed_in(referee).post(link, {"client_id": "claim"})

    role = Role.objects.get(user=referee)
    assert (role.kind, role.member) == ("referee", ruth)
    assert LogLine.objects.get(action="claimed a member’s account").after == "Ruth Abernathy (1)"


def test_acting_names_the_member_without_a_further_query(rf, club, ruth, django_assert_num_queries):
    role = Role.objects.create(club=club, user=make_user(), kind="member", member=ruth)
    request = rf.get("/")
    request.user = role.user

    with django_assert_num_queries(1):
        assert acting_in(request, club).member_id == ruth.pk


def test_account_of_another_member_is_refused_in_words(director, club, ruth):
    walt = make_members(club, 1)[0]
    role = Role.objects.create(club=club, user=make_user(), kind="member", member=walt)

    answer = signed_in(role.user).post(link_for(director, ruth), {"client_id": "claim"})

    assert answer.status_code == 410
    assert "Your account is Walt Kowalski (2)’s." in answer.content.decode()
    role.refresh_from_db()
    assert role.member == walt


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"is_active": False}, "Ruth Abernathy is inactive in the member list."),
        ({"is_guest": True}, "Ruth Abernathy is a guest. Accounts are for members."),
    ],
)
def test_who_is_no_active_member_has_no_link(director, ruth, change, told):
    link = link_for(director, ruth)
    type(ruth).objects.update(**change)

    assert told in Client().get(link).content.decode()
    again = invite(director, ruth, "again")
    assert again.status_code == 409
    assert told in again.content.decode()
    assert claim(Client(), link).status_code == 410
    assert not User.objects.filter(username="ruth").exists()


def test_who_has_an_account_is_not_invited_again_and_an_older_link_is_dead(director, club, ruth):
    link = link_for(director, ruth)
    Role.objects.create(club=club, user=make_user(), kind="member", member=ruth)

    assert "Ruth Abernathy already has an account." in invite(director, ruth, "again").content.decode()
    assert "Ruth Abernathy already has an account." in Client().get(link).content.decode()
    admin = signed_in(make_user(club, "admin"))
    by_role = {"client_id": "role", "name": "Ruth", "kind": "referee", "member": ruth.pk}
    refused = admin.post(f"/clubs/{club.slug}/roles/invite/", by_role)
    assert refused.status_code == 409
    assert "Ruth Abernathy already has an account." in refused.content.decode()


def test_newer_link_replaces_the_older(director, ruth):
    older, newer = link_for(director, ruth), link_for(director, ruth, "newer")

    assert (Client().get(older).status_code, Client().get(newer).status_code) == (410, 200)
    assert link_for(director, ruth, "newer") == newer
    assert "Invite again" in director.get(page_of(ruth)).content.decode()


def test_two_with_the_same_link_are_one_account(director, club, ruth):
    link, others = link_for(director, ruth), [make_user(club, "member"), make_user(club, "member")]

    answers = [signed_in(user).post(link, {"client_id": f"{user.pk}"}).status_code for user in others]

    assert answers == [302, 410]
    assert list(Role.objects.filter(member=ruth).values_list("user", flat=True)) == [others[0].pk]


def test_account_is_taken_back_and_claimed_anew(director, ruth):
    claim(Client(), link_for(director, ruth))

    for _ in range(2):
        director.post(f"{page_of(ruth)}account/", {"client_id": "release"})

    assert not Role.objects.filter(user__username="ruth").exists()
    assert LogLine.objects.filter(action="took back a member’s account").count() == 1
    signed_in(User.objects.get(username="ruth")).post(link_for(director, ruth, "anew"), {"client_id": "anew"})
    assert Role.objects.get(user__username="ruth").member == ruth


def test_who_runs_the_club_goes_on_when_the_account_is_taken_back(director, club, ruth):
    role = Role.objects.create(club=club, user=make_user(), kind="referee", member=ruth)

    director.post(f"{page_of(ruth)}account/", {"client_id": "release"})

    role.refresh_from_db()
    assert (role.kind, role.member) == ("referee", None)


def test_link_is_dead_once_its_maker_keeps_the_list_no_more(director, club, ruth):
    link = link_for(director, ruth)

    Role.objects.filter(user__username="carol").update(kind="referee")

    assert "no longer runs the club" in Client().get(link).content.decode()


def test_director_cannot_hand_out_a_role_by_a_members_link(director, club, ruth):
    """A link of a director's for anything but a member's own account would be dead at once."""
    link = link_for(director, ruth)

    OneTimeLink.objects.update(role="director")

    assert Client().get(link).status_code == 410


def test_link_that_ran_out_is_not_named_on_the_members_page(director, ruth):
    invite(director, ruth)
    OneTimeLink.objects.update(expires_at=timezone.now() - timedelta(seconds=1))

    page = director.get(page_of(ruth)).content.decode()

    assert "Invite again" not in page
    assert ">Invite<" in page


def test_member_of_another_club_is_not_invited_from_here(director):
    other = make_members(make_club(), 1)[0]

    assert director.post(f"/clubs/{Role.objects.get().club.slug}/members/{other.pk}/invite/").status_code == 404
