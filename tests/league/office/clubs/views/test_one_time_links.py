import re
from datetime import timedelta
from importlib import import_module

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.core import mail
from django.db import connection
from django.test import Client
from django.utils import timezone

from league.models import Club, OneTimeLink, Role
from league.office.accounts.deeds import change_password
from league.office.accounts.forms import NewAccountForm
from league.office.clubs.deeds.one_time_links import NOT_BY_LINK, make_setup, needs_first_admin
from league.office.clubs.deeds.roles import change_role, remove_role
from league.office.clubs.mail import sender
from tests.league.makers import acting_as, make_club, make_user

pytestmark = pytest.mark.django_db

ACCOUNT = {
    "name": "Walt Kowalski",
    "sign_in_name": "walt",
    "email": "",
    "password": "four spare jacks",
    "again": "four spare jacks",
}


def use(client, link, client_id="use", **typed):
    return client.post(link, {**ACCOUNT, "client_id": client_id, **typed})


def link_in(response):
    return re.findall(r"/l/[\w-]{32}/", response.content.decode())[0]


@pytest.fixture
def admin(club):
    client = Client()
    client.force_login(make_user(club, "admin", username="carol"))
    return client


def invite(admin, club, kind="director", client_id="invite", **typed):
    data = {"client_id": client_id, "name": "Walt", "kind": kind, "member": "", **typed}
    return admin.post(f"/clubs/{club.slug}/roles/invite/", data)


# -- the first admin ---------------------------------------------------------------------


def setup_link():
    return f"/l/{make_setup()}/"


def test_setup_makes_the_first_account_and_the_first_club(client):
    link = setup_link()
    assert client.get(link).status_code == 200
    assert needs_first_admin()

    response = use(client, link, club_name="St. Hilary")

    club = Club.objects.get()
    role = Role.objects.get()
    assert response.headers["Location"] == f"/clubs/{club.slug}/"
    assert (club.name, role.kind, role.user.username, role.user.first_name) == ("St. Hilary", "admin", "walt", "Walt")
    assert not role.user.is_staff
    assert client.get(f"/clubs/{club.slug}/roles/").status_code == 200
    assert not needs_first_admin()


def test_setup_joins_the_clubs_there_are_and_leaves_examples_alone(client):
    ours, example = make_club(), make_club(is_example=True)
    make_user(example, "admin")

    response = use(client, setup_link())

    assert response.headers["Location"] == f"/clubs/{ours.slug}/"
    assert list(Role.objects.filter(user__username="walt").values_list("club", "kind")) == [(ours.pk, "admin")]


def test_newer_setup_link_kills_the_older(client):
    older, newer = setup_link(), setup_link()

    assert client.get(older).status_code == 410
    assert client.get(newer).status_code == 200


def test_setup_link_is_dead_once_somebody_looks_after_the_club(client, club):
    link = setup_link()
    make_user(club, "admin")

    response = use(client, link)

    assert response.status_code == 410
    assert "The club has already been set up." in response.content.decode()
    assert not User.objects.filter(username="walt").exists()


# -- invitations -------------------------------------------------------------------------


def test_invitation_is_shown_as_link_and_code_and_used_once(admin, club):
    shown = invite(admin, club)
    link = link_in(shown)
    assert "<svg" in shown.content.decode()
    walt = Client()
    page = walt.get(link).content.decode()
    assert "director" in page

    assert use(walt, link).headers["Location"] == f"/clubs/{club.slug}/"

    assert club.roles.get(user__username="walt").kind == "director"
    again = use(Client(), link, client_id="other", sign_in_name="ida")
    assert again.status_code == 410
    assert "works only once" in again.content.decode()
    assert User.objects.count() == 2


def test_looking_at_a_link_uses_nothing_up(admin, club):
    link = link_in(invite(admin, club))

    for _ in range(3):
        assert Client().get(link).status_code == 200

    assert OneTimeLink.objects.get().used_at is None


def test_same_tap_twice_shows_the_same_link(admin, club):
    assert link_in(invite(admin, club)) == link_in(invite(admin, club))
    assert OneTimeLink.objects.count() == 1
    assert link_in(invite(admin, club)) != link_in(invite(admin, club, client_id="another"))


def test_secret_is_stored_hashed_and_stands_in_no_log(admin, club):
    secret = link_in(invite(admin, club))[3:-1]

    stored = str(list(OneTimeLink.objects.values_list())) + str(list(club.log.values_list()))
    assert secret not in stored
    page = admin.get(f"/clubs/{club.slug}/roles/").content.decode()
    assert secret not in page
    assert "Walt" in page


def test_form_sent_twice_goes_on_where_the_first_led(admin, club):
    link, walt = link_in(invite(admin, club)), Client()
    first = use(walt, link)

    assert use(walt, link).headers["Location"] == first.headers["Location"]
    assert use(Client(), link).headers["Location"] == "/account/sign-in/"
    assert club.roles.count() == 2


def test_who_is_signed_in_joins_with_that_account(admin, club):
    other, ida = Client(), make_user(make_club(), "member", name="Ida Moss")
    other.force_login(ida)
    link = link_in(invite(admin, club, "referee"))
    assert "You are signed in as <strong>Ida Moss</strong>" in other.get(link).content.decode()

    other.post(link, {"client_id": "join"})

    assert club.roles.get(user=ida).kind == "referee"


def test_who_has_a_role_here_keeps_it_and_the_link(admin, club):
    link = link_in(invite(admin, club, "member"))

    response = admin.post(link, {"client_id": "join"})

    assert response.status_code == 410
    assert "You already belong to" in response.content.decode()
    assert club.roles.get().kind == "admin"
    assert OneTimeLink.objects.get().used_at is None


@pytest.mark.parametrize(
    ("typed", "fault"),
    [
        ({"sign_in_name": "carol"}, "That sign-in name is taken."),
        ({"sign_in_name": "CAROL"}, "That sign-in name is taken."),
        ({"sign_in_name": "two words"}, "One word"),
        ({"sign_in_name": "a\0"}, "field-error"),
        ({"name": " "}, "Type your name."),
        ({"email": "nonsense"}, "not an email address"),
        ({"again": "other"}, "don’t match"),
        ({"password": "kowalski", "again": "kowalski"}, "too similar"),
        ({"client_id": ""}, "Join the club"),
    ],
)
def test_account_that_will_not_do_is_told_and_uses_nothing_up(admin, club, typed, fault):
    link = link_in(invite(admin, club))

    response = use(Client(), link, **typed)

    assert response.status_code == 422
    assert fault in response.content.decode()
    assert OneTimeLink.objects.get().used_at is None
    assert User.objects.count() == 1


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"expires_at": timezone.now() - timedelta(seconds=1)}, "This link expired on"),
        ({"revoked_at": timezone.now()}, "canceled"),
        ({"used_at": timezone.now()}, "was used on"),
    ],
)
def test_dead_link_is_told_in_words(admin, club, change, told):
    link = link_in(invite(admin, club))
    OneTimeLink.objects.update(**change)

    for response in (Client().get(link), use(Client(), link)):
        assert response.status_code == 410
        assert told in response.content.decode()
    assert club.roles.count() == 1


@pytest.mark.parametrize("token", ["A" * 32, "x", "-" * 300])
def test_unknown_link_is_told_in_words(client, token):
    response = client.get(f"/l/{token}/")

    assert response.status_code == 404
    assert "We don’t recognize this link." in response.content.decode()


def test_invitation_is_taken_back_from_the_roles_page(admin, club):
    link = link_in(invite(admin, club))
    pk = OneTimeLink.objects.get().pk

    for _ in range(2):
        admin.post(f"/clubs/{club.slug}/roles/links/{pk}/revoke/", {"client_id": "revoke"})

    assert Client().get(link).status_code == 410
    assert [line.action for line in club.log.all()] == ["took back a one-time link", "invited"]


def test_two_who_choose_the_same_name_at_once_are_two_people(admin, club, monkeypatch):
    """The other one's account is there by the time mine is made, though the form was found good."""
    mine = link_in(invite(admin, club))
    User.objects.create_user("WALT")
    monkeypatch.setattr(NewAccountForm, "clean_sign_in_name", lambda form: form.cleaned_data["sign_in_name"])

    page = use(Client(), mine)

    assert page.status_code == 409
    assert "Somebody just took that sign-in name" in page.content.decode()
    assert 'value="Walt Kowalski"' in page.content.decode()
    assert use(Client(), mine, client_id="again", sign_in_name="walt.k").status_code == 302
    assert {user.username for user in User.objects.all()} == {"carol", "WALT", "walt.k"}


@pytest.mark.parametrize("page", ["add/", "{}/change/"])
def test_admin_site_takes_no_name_twice(club, page):
    """In a sentence beside the field, and not by what the database says."""
    client, walt = Client(), make_user(club, "admin", username="walt")
    client.force_login(User.objects.create_superuser("root"))
    make_user(club, "admin", username="carol")
    data = {"username": "CAROL", "password1": "four spare jacks", "password2": "four spare jacks"}
    data |= {"date_joined_0": "2026-11-01", "date_joined_1": "12:00:00"}

    answer = client.post(f"/admin/auth/user/{page.format(walt.pk)}", data)

    assert answer.status_code == 200
    assert "already" in str(answer.context["adminform"].form.errors["username"])


def test_accounts_that_differ_in_capitals_alone_are_parted():
    migration = import_module("league.migrations.0004_sign_in_names_without_case")
    with connection.cursor() as cursor:
        cursor.execute("DROP INDEX one_sign_in_name")
    for name in ("same", "SAME", "same-2", "Same", "other"):
        User.objects.create_user(name)

    migration.part_same_names(apps, None)

    names = list(User.objects.order_by("pk").values_list("username", flat=True))
    assert names == ["same", "SAME-3", "same-2", "Same-4", "other"]


# -- new passwords -----------------------------------------------------------------------


def reset(admin, club, role, client_id="reset"):
    return admin.post(f"/clubs/{club.slug}/roles/{role.pk}/password/", {"client_id": client_id})


@pytest.fixture
def walt(club):
    return Role.objects.get(user=make_user(club, "director", name="Walt Kowalski", username="walt"))


def test_new_password_by_link_signs_in_and_the_old_one_out(admin, club, walt):
    old, new = Client(), Client()
    old.force_login(walt.user)
    link = link_in(reset(admin, club, walt))
    assert "walt" in new.get(link).content.decode()

    typed = {"client_id": "use", "password": "nine wet umbrellas", "again": "nine wet umbrellas"}
    response = new.post(link, typed)

    assert response.headers["Location"] == "/account/"
    assert new.get("/account/").status_code == 200
    assert old.get("/account/").status_code == 302
    walt.user.refresh_from_db()
    assert walt.user.check_password("nine wet umbrellas")
    assert new.post(link, typed).status_code == 302
    assert Client().get(link).status_code == 410


def test_newer_link_for_a_password_kills_the_older(admin, club, walt):
    older, newer = (link_in(reset(admin, club, walt, client_id)) for client_id in "ab")

    assert Client().get(older).status_code == 410
    assert Client().get(newer).status_code == 200


def test_admin_of_one_club_gets_into_no_other_by_a_new_password(admin, club, walt):
    Role.objects.create(club=make_club(), user=walt.user, kind="admin")

    response = reset(admin, club, walt)

    assert response.status_code == 409
    assert "also belongs to another club" in response.content.decode()
    assert not OneTimeLink.objects.exists()


def test_password_of_who_runs_the_server_is_not_an_admins_to_change(admin, club, walt):
    User.objects.filter(pk=walt.user.pk).update(is_staff=True)

    assert reset(admin, club, walt).status_code == 409
    assert not OneTimeLink.objects.exists()


# -- what has changed since a link was made ----------------------------------------------------


def demoted(club, maker, owner):
    Role.objects.filter(user=maker).update(kind="director")


def closed(club, maker, owner):
    User.objects.filter(pk=maker.pk).update(is_active=False)


def deleted(club, maker, owner):
    maker.delete()


def removed(club, maker, owner):
    Role.objects.filter(user=maker).delete()


def owner_removed(club, maker, owner):
    remove_role(role=owner.club_roles.get(club=club), acting=acting_as("admin"), client_id="remove")


def owner_promoted(club, maker, owner):
    change_role(role=owner.club_roles.get(), kind=Role.Kind.ADMIN, acting=acting_as("admin"), client_id="change")


def owner_looks_after_another_club(club, maker, owner):
    Role.objects.create(club=make_club(), user=owner, kind="admin")


def owner_closed(club, maker, owner):
    User.objects.filter(pk=owner.pk).update(is_active=False)


def owner_runs_the_server(club, maker, owner):
    User.objects.filter(pk=owner.pk).update(is_staff=True)


def owner_has_a_new_password(club, maker, owner):
    change_password(user=owner, password="nine wet umbrellas")


def nothing(club, maker, owner):
    pass


NO_ADMIN = "The person who made this link no longer runs the club."
NEWER = "This link was canceled, or a newer one replaced it."
# What has changed, and why an invitation of somebody else and a link for a new password work no more.
SINCE = {
    nothing: ("", ""),
    demoted: (NO_ADMIN, NO_ADMIN),
    closed: (NO_ADMIN, NO_ADMIN),
    deleted: (NO_ADMIN, NO_ADMIN),
    removed: (NO_ADMIN, NO_ADMIN),
    owner_removed: ("", NEWER),
    owner_promoted: ("", NEWER),
    owner_looks_after_another_club: ("", NOT_BY_LINK),
    owner_closed: ("", "no longer belongs to the club"),
    owner_runs_the_server: ("", NOT_BY_LINK),
    owner_has_a_new_password: ("", NEWER),
}


@pytest.mark.parametrize("change", SINCE, ids=[change.__name__ for change in SINCE])
def test_link_gives_no_more_than_whoever_made_it_could_today(admin, club, walt, change):
    maker = User.objects.get(username="carol")
    links = link_in(invite(admin, club)), link_in(reset(admin, club, walt))
    before = walt.user.password

    change(club, maker, walt.user)

    for link, why in zip(links, SINCE[change], strict=True):
        # The page is refused as its form is.
        answers = [Client().get(link)] if change in (nothing, demoted, owner_removed) else []
        answers.append(use(Client(), link, sign_in_name="ida", name="Ida Moss"))
        walt.user.refresh_from_db()
        if why:
            assert {answer.status_code for answer in answers} == {410}
            assert why in answers[-1].content.decode()
            assert User.objects.filter(username="ida").exists() == (SINCE[change][0] == "")
            assert change is owner_has_a_new_password or walt.user.password == before
        else:
            assert [answer.status_code for answer in answers] == [200, 302][-len(answers) :]


def test_setup_link_is_the_servers_and_needs_no_admin(client):
    user = make_user(username="lost")

    assert client.get(f"/l/{make_setup(user=user)}/").status_code == 200


# -- mail --------------------------------------------------------------------------------


def test_without_mail_nothing_is_sent_and_no_address_is_asked_for(admin, club):
    invite(admin, club, email="walt@example.org")

    assert mail.outbox == []
    assert 'name="email"' not in admin.get(f"/clubs/{club.slug}/roles/invite/").content.decode()


def test_link_is_sent_where_mail_is_set_up(admin, club, settings):
    settings.MAIL_IS_SET_UP = True

    page = invite(admin, club, email="walt@example.org")

    (sent,) = mail.outbox
    assert sent.to == ["walt@example.org"]
    assert sent.from_email == sender(club.name)
    assert sent.subject == f"{club.name}: your invitation"
    assert link_in(page) in sent.body
    assert "The link went to" in page.content.decode()


def test_mail_that_fails_is_told_and_the_link_is_shown_all_the_same(admin, club, settings, monkeypatch, caplog):
    settings.MAIL_IS_SET_UP = True

    def fail(*_, **__):
        raise OSError("no route to /l/" + "A" * 32)

    monkeypatch.setattr("league.office.clubs.mail.send_mail", fail)

    page = invite(admin, club, email="walt@example.org")

    assert "could not be sent" in page.content.decode()
    assert link_in(page)
    assert "A" * 32 not in caplog.text


def test_links_that_are_used_stand_in_the_security_log(admin, club, walt):
    link = link_in(reset(admin, club, walt))
    Client().post(link, {"client_id": "use", "password": "nine wet umbrellas", "again": "nine wet umbrellas"})

    page = admin.get(f"/clubs/{club.slug}/roles/security/?file=csv").content.decode()

    assert f"{walt.user.get_full_name()},Used a link,New password," in page
