import pytest
from django.test import Client

from league.models import LogLine, Role, SecondStep
from tests.league.makers import make_club, make_members, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def admin(club):
    client = Client()
    client.force_login(make_user(club, "admin", name="Carol Reyes", username="carol"))
    return client


@pytest.fixture
def walt(club):
    return Role.objects.get(user=make_user(club, "director", name="Walt Kowalski"))


def own(club):
    return Role.objects.get(club=club, user__username="carol")


def change(admin, role, kind, client_id="change"):
    return admin.post(f"/clubs/{role.club.slug}/roles/{role.pk}/", {"client_id": client_id, "kind": kind})


def remove(admin, role, client_id="remove"):
    return admin.post(f"/clubs/{role.club.slug}/roles/{role.pk}/remove/", {"client_id": client_id})


def test_people_are_listed_admins_first(admin, club, walt):
    page = admin.get(f"/clubs/{club.slug}/roles/").content.decode()

    assert page.index("Carol Reyes</span>") < page.index("Walt Kowalski</span>")


def test_the_only_admin_is_told_how_to_get_back_in(admin, club, walt):
    address = f"/clubs/{club.slug}/roles/"
    carol = Role.objects.get(club=club, kind="admin").user

    alone = admin.get(address).content.decode()
    change(admin, walt, "admin")

    assert f"manage.py set_admin_link {carol.get_username()}" in alone
    assert "set_admin_link" not in admin.get(address).content.decode()
    assert "set_admin_link" in Client().get("/account/sign-in/").content.decode()


@pytest.mark.parametrize("more", [0, 3])
def test_list_takes_the_same_queries_whatever_the_number(admin, club, walt, more, django_assert_num_queries):
    for _ in range(more):
        Role.objects.create(club=club, user=make_user(), kind="member", member=make_members(club, 1)[0])

    admin.get(f"/clubs/{club.slug}/help/")  # keeps the session anew, once in an hour

    with django_assert_num_queries(7):  # session, account, club, own role; people, their second steps, links
        admin.get(f"/clubs/{club.slug}/roles/")


def test_role_is_changed_and_logged(admin, walt):
    assert change(admin, walt, "referee").status_code == 302

    walt.refresh_from_db()
    assert walt.kind == "referee"
    line = LogLine.objects.get()
    assert (line.who, line.action, line.subject, line.before, line.after) == (
        *("Carol Reyes", "changed the role", "Walt Kowalski", "Director", "Referee"),
    )


def test_change_sent_twice_is_one_change(admin, walt):
    change(admin, walt, "referee", "one")
    change(admin, walt, "admin", "two")
    change(admin, walt, "referee", "one")

    walt.refresh_from_db()
    assert walt.kind == "admin"


@pytest.mark.parametrize("kind", ["", "emperor", "a\0"])
def test_role_that_is_none_is_refused(admin, walt, kind):
    assert change(admin, walt, kind).status_code == 422


def test_last_admin_stays(admin, club, walt):
    for response in (change(admin, own(club), "director"), remove(admin, own(club))):
        assert response.status_code == 409
        assert "Carol Reyes is the club’s only admin." in response.content.decode()
    assert own(club).kind == "admin"


def test_admin_whose_account_is_closed_does_not_count(admin, club, walt):
    change(admin, walt, "admin")
    walt.user.is_active = False
    walt.user.save()

    assert change(admin, own(club), "director", "two").status_code == 409


def test_one_of_two_admins_may_go(admin, club, walt):
    change(admin, walt, "admin")

    assert remove(admin, own(club)).status_code == 302
    assert admin.get(f"/clubs/{club.slug}/roles/").status_code == 403


def test_role_is_taken_away_once_and_the_account_stays(admin, club, walt):
    first, again = remove(admin, walt), remove(admin, walt)

    assert (first.status_code, again.status_code) == (302, 302)
    assert not Role.objects.filter(pk=walt.pk).exists()
    assert type(walt.user).objects.filter(pk=walt.user.pk).exists()
    assert LogLine.objects.count() == 1


def test_invitation_names_only_members_of_the_club(admin, club):
    (foreign,) = make_members(make_club(), 1)
    data = {"client_id": "i", "name": "Walt", "kind": "referee", "member": foreign.pk}

    response = admin.post(f"/clubs/{club.slug}/roles/invite/", data)

    assert response.status_code == 422
    assert "Choose somebody of this club." in response.content.decode()


# -- the second step ---------------------------------------------------------------------


def with_app(user):
    return SecondStep.objects.create(user=user, kind="app", handle=f"app {user.pk}", secret="X" * 32)


def test_admin_sees_who_has_a_second_step_and_asks_for_it(admin, club, walt):
    with_app(walt.user)
    address = f"/clubs/{club.slug}/roles/"
    before = admin.get(address).context

    for number in range(2):  # sent twice
        assert admin.post(f"{address}second-step/", {"asks": "True", "client_id": "ask"}).status_code == 302, number

    after = admin.get(address)
    assert "second step" in before["roles"][1]["note"]
    assert before["safety"].startswith("A password is enough to sign in.")
    assert before["safety"].endswith("Without one so far: Carol Reyes.")
    assert after.context["safety"].startswith("Everybody who runs the club needs a second step")
    assert "Ask for it no longer" in after.content.decode()
    assert club.log.filter(action="asked for a second step").count() == 1
    admin.post(f"{address}second-step/", {"asks": "False", "client_id": "no"})
    club.refresh_from_db()
    assert club.asks_second_step is False


def test_admin_takes_the_second_step_off_and_not_of_who_is_in_another_club(admin, club, walt):
    with_app(walt.user)
    address = f"/clubs/{club.slug}/roles/{walt.pk}/"
    assert "Lost the phone?" in admin.get(address).content.decode()
    elsewhere = Role.objects.create(club=make_club(), user=walt.user, kind="referee")

    refused = admin.post(f"{address}no-second-step/", {"client_id": "off"})
    left = walt.user.second_steps.count()
    elsewhere.delete()
    done = admin.post(f"{address}no-second-step/", {"client_id": "off"})

    assert (refused.status_code, left) == (409, 1)
    assert (done.status_code, walt.user.second_steps.count()) == (302, 0)
    assert "Lost the phone?" not in admin.get(address).content.decode()
