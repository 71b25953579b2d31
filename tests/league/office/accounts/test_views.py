import re
from datetime import datetime, timedelta

import pytest
from django.conf import settings
from django.contrib.auth.models import Group, User
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from league.acting.permissions import Action
from league.acting.security import note
from league.acting.submissions import PASSWORD_ONCE_MORE
from league.models import Role, SecurityLine, SignIn, TableTablet
from league.office.accounts.deeds import PASSWORD_AT, TRIES, known_cookie
from league.office.clubs.deeds.one_time_links import invite_for_evening
from scoring.models import Device
from scoring.score_card.access import DEVICE_COOKIE, hash_of, new_secret
from tests.league.makers import acting_as, make_club, make_event, make_running_round, make_user

pytestmark = pytest.mark.django_db

SIGN_IN = "/account/sign-in/"
RIGHT = "evening-of-cards"


def sign_in(client, name="carol", password=RIGHT, address=SIGN_IN, **more):
    return client.post(address, {"name": name, "password": password, **more})


@pytest.fixture
def carol(club):
    return make_user(club, "admin", username="carol")


def test_sign_in_leads_to_the_only_club(client, carol, club):
    response = sign_in(client)

    assert response.status_code == 302
    assert response.headers["Location"] == f"/clubs/{club.slug}/"
    assert client.get("/account/").status_code == 200


def test_sign_in_goes_on_where_the_visitor_was_heading(client, carol, club):
    asked = client.get(f"/clubs/{club.slug}/roles/?page=2")
    page = client.get(asked.headers["Location"]).content.decode()
    heading = re.findall(r'name="next" value="([^"]*)"', page)[0]

    response = sign_in(client, next=heading)

    assert response.headers["Location"] == f"/clubs/{club.slug}/roles/?page=2"


@pytest.mark.parametrize("elsewhere", ["https://evil.example/", "//evil.example", "javascript:alert(1)", "http:///x"])
def test_sign_in_leads_to_no_other_site(client, carol, club, elsewhere):
    response = sign_in(client, next=elsewhere)

    assert response.headers["Location"] == f"/clubs/{club.slug}/"


@pytest.mark.parametrize(
    ("name", "password"),
    [("carol", "wrong"), ("nobody", RIGHT), ("", RIGHT), ("carol", ""), ("a\0b", "x"), ("x" * 999, "x")],
)
def test_wrong_sign_in_is_told_and_keeps_the_name(client, carol, name, password):
    response = sign_in(client, name, password)

    assert response.status_code == 422
    assert "field-error" in response.content.decode()
    assert "_auth_user_id" not in client.session


@pytest.mark.parametrize("address", [SIGN_IN, "/admin/login/"])
def test_guessing_waits_with_429_and_how_long(client, carol, address):
    for _ in range(TRIES):
        assert sign_in(client, password="wrong", address=address).status_code == 422

    response = sign_in(client, address=address)

    assert response.status_code == 429
    assert 0 < int(response.headers["Retry-After"]) <= 600
    assert "Wait 10 minutes, then try again." in response.content.decode()
    assert "_auth_user_id" not in client.session


def test_guests_in_the_hall_keep_nobody_out_who_has_signed_in_here_before(client, carol):
    own = Client()
    sign_in(own)
    own.post("/account/sign-out/")
    for _ in range(TRIES):
        sign_in(client, password="wrong")

    assert sign_in(client).status_code == 429
    assert sign_in(own).status_code == 302
    cookie = own.cookies[known_cookie(carol)]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
    assert int(cookie["max-age"]) > 300 * 24 * 3600


def test_guessing_locks_no_paired_tablet_and_nobody_who_is_signed_in(client, carol, club):
    event_round = make_running_round()
    secret = new_secret()
    device = Device.objects.create(token_hash=hash_of(secret))
    event = event_round.event
    TableTablet.objects.create(event=event, table_number=1, device=device, paired_at=timezone.now())
    tablet = Client()
    tablet.cookies[DEVICE_COOKIE] = secret
    inside = Client()
    sign_in(inside)
    before = tablet.get(f"/tables/{event.pk}/").status_code
    for _ in range(TRIES + 1):
        sign_in(client, password="wrong")

    assert tablet.get(f"/tables/{event.pk}/").status_code == before < 400
    assert inside.get(f"/clubs/{club.slug}/roles/").status_code == 200


def test_behind_the_proxy_the_visitors_address_counts(client, carol, settings, monkeypatch):
    settings.IS_PUBLIC = True
    monkeypatch.setattr("league.office.accounts.deeds.TRIES_AN_ADDRESS", 2)

    def tried(name, forwarded):
        headers = {"X-Forwarded-For": forwarded}
        return client.post(SIGN_IN, {"name": name, "password": "wrong"}, headers=headers).status_code

    # What a visitor writes there stands before what the proxy adds.
    assert [tried(f"n{number}", f"10.0.0.{number}, 203.0.113.9") for number in range(3)] == [422, 422, 429]
    assert tried("n9", "203.0.113.10") == 422


def test_admin_pages_ask_on_our_page_and_staff_gets_there(client):
    make_user(username="root", is_staff=True, is_superuser=True)

    asked = client.get("/admin/", follow=True)
    response = sign_in(client, "root", address=asked.redirect_chain[-1][0], next="/admin/")

    assert "league/office/accounts/sign_in.html" in [template.name for template in asked.templates]
    assert response.headers["Location"] == "/admin/"


def test_sign_out_is_a_form_and_keeps_the_tablet_paired(client, carol):
    client.cookies[DEVICE_COOKIE] = "x" * 32
    sign_in(client)

    assert client.get("/account/sign-out/").status_code == 405
    response = client.post("/account/sign-out/")

    assert response.status_code == 302
    assert "_auth_user_id" not in client.session
    assert client.cookies[DEVICE_COOKIE].value == "x" * 32


def test_signing_in_lasts_the_evening_from_what_was_done_last(client, carol, club, monkeypatch):
    assert settings.SESSION_COOKIE_AGE == 16 * 3600
    sign_in(client)
    before = Session.objects.get().expire_date
    now = datetime.now().timestamp()
    monkeypatch.setattr("pinochle_club.middleware.time.time", lambda: now + 2 * 3600)
    Session.objects.update(expire_date=before - timedelta(hours=2))

    response = client.get(f"/clubs/{club.slug}/roles/")

    assert Session.objects.get().expire_date >= before - timedelta(minutes=1)
    assert settings.SESSION_COOKIE_NAME in response.cookies


def test_session_is_not_written_with_every_request(client, carol, club, django_assert_num_queries):
    sign_in(client)
    client.get(f"/clubs/{club.slug}/help/")

    with django_assert_num_queries(4):  # session, account, club, role
        response = client.get(f"/clubs/{club.slug}/help/")

    assert settings.SESSION_COOKIE_NAME not in response.cookies


def test_visitors_get_no_session(client, club):
    client.get(f"/clubs/{club.slug}/")

    assert Session.objects.count() == 0
    assert settings.SESSION_COOKIE_NAME not in client.cookies


# -- where one is signed in --------------------------------------------------------------


def device(name):
    client = Client(headers={"User-Agent": name})
    sign_in(client)
    return client


def test_sign_ins_are_listed_and_ended_one_by_one(carol):
    here, tablet, phone = device("Windows"), device("iPad"), device("iPhone")
    lines = here.get("/account/").context["sign_ins"]
    there = next(line["id"] for line in lines if line["device"] == "iPad")

    response = here.post(f"/account/sign-ins/{there}/end/", follow=True)

    assert [(line["device"], line["is_here"]) for line in lines] == [
        ("iPhone", False), ("iPad", False), ("Windows", True),
    ]  # fmt: skip
    assert lines[0]["note"].endswith("used within the hour")
    assert "You are signed out on the iPad." in response.content.decode()
    assert tablet.get("/account/").status_code == 302
    assert phone.get("/account/").status_code == here.get("/account/").status_code == 200


def test_sign_ins_of_others_are_not_ended(carol, club):
    tablet = device("iPad")
    other = Client()
    other.force_login(make_user(club, "admin"))

    assert other.post(f"/account/sign-ins/{SignIn.objects.get().pk}/end/").headers["Location"] == "/account/"
    assert tablet.get("/account/").status_code == 200


def test_list_says_when_a_device_was_used_last_and_drops_those_that_are_out(carol, client):
    device("iPad")
    now = timezone.now()
    sign_in(client)
    Session.objects.filter(sign_in__device="iPad").update(expire_date=now + timedelta(hours=13))

    assert "last used" in client.get("/account/").context["sign_ins"][1]["note"]
    Session.objects.filter(sign_in__device="iPad").update(expire_date=now)
    assert len(client.get("/account/").context["sign_ins"]) == 1
    client.post("/account/sign-out/")
    assert list(SignIn.objects.values_list("device", flat=True)) == ["iPad"]


# -- one's own page ----------------------------------------------------------------------


def test_account_names_the_clubs_and_roles(client, carol, club):
    sign_in(client)

    page = client.get("/account/").content.decode()

    assert club.name in page
    assert "Admin" in page


@pytest.mark.parametrize("address", ["/account/", "/account/password/"])
def test_own_pages_ask_strangers_to_sign_in(client, address):
    response = client.get(address)

    assert response.headers["Location"] == f"{SIGN_IN}?next={address.replace('/', '%2F')}"


def change(client, old=RIGHT, new="three spare aces", again=None, client_id="one"):
    data = {"old": old, "password": new, "again": new if again is None else again, "client_id": client_id}
    return client.post("/account/password/", data)


def test_password_is_changed_and_other_devices_are_signed_out(client, carol):
    other = Client()
    sign_in(client)
    sign_in(other)

    assert change(client).status_code == 302
    assert client.get("/account/").status_code == 200
    assert other.get("/account/").status_code == 302
    assert [line["is_here"] for line in client.get("/account/").context["sign_ins"]] == [True]
    assert change(client).status_code == 302  # sent twice
    assert sign_in(Client(), password="three spare aces").status_code == 302


@pytest.mark.parametrize(
    ("typed", "fault"),
    [
        ({"old": "wrong"}, "That isn’t your current password."),
        ({"again": "another"}, "The two passwords don’t match."),
        ({"new": "two spruces"}, "too short"),  # 11 characters
        ({"new": "qwerty123456"}, "too common"),
        ({"new": "Carol 4 Reyes 4"}, "mostly words of the club, the game or your name"),
        ({"new": "pinochle club night"}, "mostly words of the club, the game or your name"),
        ({"new": ""}, "Choose a password."),
    ],
)
def test_password_that_will_not_do_is_told(client, carol, typed, fault):
    sign_in(client)

    response = change(client, **typed)

    assert response.status_code == 422
    assert fault in response.content.decode()
    carol.refresh_from_db()
    assert carol.check_password(RIGHT)


def test_guessing_the_old_password_waits_too(client, carol):
    sign_in(client)
    for _ in range(TRIES):
        assert change(client, old="wrong").status_code == 422

    assert change(client).status_code == 429


def test_passwords_stand_in_no_answer(client, carol):
    sign_in(client)

    pages = [
        change(client, old="old-secret", new="new-secret-1", again="other"),
        sign_in(Client(), password="secret-2"),
    ]

    assert not [page for page in pages if re.search("old-secret|new-secret|secret-2", page.content.decode())]


def test_short_password_of_earlier_goes_on_working(client, club):
    make_user(club, "director", username="walt", password="short")

    assert sign_in(client, "walt", "short").headers["Location"] == f"/clubs/{club.slug}/"


# -- the password again ------------------------------------------------------------------


@pytest.fixture
def stale(carol):
    """Carol's browser, in which nobody has shown the password for a while."""
    client = Client()
    sign_in(client)
    forget(client)
    return client


def forget(client, seconds=11 * 60):
    session = client.session
    session[PASSWORD_AT] = datetime.now().timestamp() - seconds
    session.save()


def asked_of(page):
    """What the page that asks sends besides the password."""
    found = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', page.content.decode())
    return {name: value for name, value in found if name != "csrfmiddlewaretoken"}


def test_role_is_changed_after_the_password_again_with_what_was_typed(stale, club):
    walt = Role.objects.get(user=make_user(club, "director"))
    address = f"/clubs/{club.slug}/roles/{walt.pk}/"
    assert stale.get(address).status_code == 200

    page = stale.post(address, {"kind": "referee", "client_id": "one"})
    kept = asked_of(page)
    wrong = stale.post(address, {**kept, PASSWORD_ONCE_MORE: "wrong"})
    walt.refresh_from_db()

    assert "Is it you?" in page.content.decode()
    assert kept == {"kind": "referee", "client_id": "one"}
    assert (wrong.status_code, asked_of(wrong), walt.kind) == (422, kept, "director")
    assert "That isn’t your current password." in wrong.content.decode()
    done = stale.post(address, {**kept, PASSWORD_ONCE_MORE: RIGHT})
    walt.refresh_from_db()
    assert (done.headers["Location"], walt.kind) == (f"/clubs/{club.slug}/roles/", "referee")
    assert stale.post(address, {**kept, PASSWORD_ONCE_MORE: RIGHT}).status_code == 302  # sent twice
    assert club.log.filter(action="changed the role").count() == 1
    assert stale.post(address, {"kind": "director", "client_id": "two"}).status_code == 302  # asked once in ten minutes


def test_archive_comes_after_the_password_again(stale, club):
    address = f"/clubs/{club.slug}/archive/"

    for method in (stale.get, stale.head):
        assert method(address).headers["Content-Type"].startswith("text/html")
    response = stale.post(address, {PASSWORD_ONCE_MORE: RIGHT})

    assert response.headers["Location"] == address
    assert stale.get(address).headers["Content-Type"] == "application/zip"


@pytest.mark.parametrize("address", ["delete/", "roles/invite/", "roles/second-step/"])
def test_what_matters_is_not_done_without_the_password_again(stale, club, address):
    typed = {"name": club.name, "kind": "admin", "asks": "True", "client_id": "one"}

    page = stale.post(f"/clubs/{club.slug}/{address}", typed)

    assert asked_of(page) == typed
    club.refresh_from_db()
    assert (club.asks_second_step, club.one_time_links.count()) == (False, 0)


def test_admin_pages_take_nothing_without_the_password_again(stale, carol):
    User.objects.filter(pk=carol.pk).update(is_staff=True, is_superuser=True)
    other = make_user(username="walt")
    address = f"/admin/auth/user/{other.pk}/"
    deletes = {"post": "yes"}

    asked = [stale.post(f"{address}delete/", deletes), stale.post("/admin/auth/group/add/", {"name": "all"})]
    page = stale.get(f"{address}change/")
    done = stale.post(f"{address}delete/", {**asked_of(asked[0]), PASSWORD_ONCE_MORE: RIGHT})

    assert ["Is it you?" in each.content.decode() for each in (*asked, page)] == [True, True, False]
    assert (asked_of(asked[0]), asked_of(asked[1])) == (deletes, {"name": "all"})
    assert not Group.objects.exists()
    assert (done.status_code, User.objects.filter(pk=other.pk).exists()) == (302, False)
    forget(stale)
    assert "Is it you?" not in stale.post("/admin/logout/").content.decode()


def test_guessing_the_password_again_waits_too_and_a_clock_that_jumps_back_asks(stale, club):
    address = f"/clubs/{club.slug}/delete/"
    for _ in range(TRIES):
        stale.post(address, {PASSWORD_ONCE_MORE: "wrong"})

    assert stale.post(address, {PASSWORD_ONCE_MORE: RIGHT}).status_code == 429
    forget(stale, seconds=-3600)
    assert "Is it you?" in stale.post(address, {}).content.decode()


def test_evenings_code_opened_by_an_admin_is_no_password(stale, carol, club):
    event = make_event(club)
    by = acting_as("admin", carol)
    _, secret = invite_for_evening(event=event, acting=by, client_id="code")

    stale.post(f"/l/{secret}/", {"client_id": "use"})

    assert "Is it you?" in stale.post(f"/clubs/{club.slug}/delete/", {"name": club.name}).content.decode()


# -- what admins read of it --------------------------------------------------------------


def told(*fields):
    return list(SecurityLine.objects.order_by("pk").values_list(*fields))


def test_security_log_tells_what_happened_at_the_door_and_counts_what_comes_again(carol, club):
    client, guest = Client(headers={"User-Agent": "iPad"}), make_user(club, "member", username="ida")
    for name in ("carol", "carol", "nobody"):
        sign_in(client, name, "wrong")
    sign_in(client)
    sign_in(client, "ida")
    client.get(f"/clubs/{club.slug}/roles/")

    assert told("user", "club", "what", "about", "device", "times") == [
        (carol.pk, None, "wrong password", "", "iPad", 2),
        (None, None, "wrong name", "", "iPad", 1),
        (carol.pk, None, "signed in", "", "iPad", 1),
        (guest.pk, None, "signed in", "", "iPad", 1),
        (guest.pk, club.pk, "refused", Action.MANAGE_CLUB.value, "iPad", 1),
    ]


def test_admin_reads_what_concerns_the_club_and_nothing_of_others(carol, club):
    make_user(make_club(), "admin", name="Stan Mazur", username="stan")
    sign_in(Client(), "stan")
    sign_in(Client(), "nobody", "wrong")
    client = Client()
    sign_in(client)
    address = f"/clubs/{club.slug}/roles/security/"

    page, file = client.get(address).content.decode(), client.get(f"{address}?file=csv").content.decode()

    for said in (page, file):
        assert "Carol Reyes" in said
        assert "Nobody we know" in said
        assert "Stan Mazur" not in said


def test_security_log_is_bounded_in_days_and_lines_and_a_guesser_pushes_out_only_guesses(carol, monkeypatch):
    monkeypatch.setattr("league.acting.security.MOST_LINES", 3)
    sign_in(Client())
    for number in range(5):
        note(SecurityLine.What.WRONG_NAME, user=None, device=f"device {number}")
    assert told("what", "device")[1:] == [("wrong name", f"device {number}") for number in (2, 3, 4)]

    SecurityLine.objects.update(at=timezone.now() - timedelta(days=181))
    note(SecurityLine.What.WRONG_NAME, user=None)

    assert told("what", "device") == [("wrong name", "")]
