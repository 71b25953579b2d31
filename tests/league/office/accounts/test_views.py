import re
from datetime import datetime, timedelta

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from league.models import TableTablet
from league.office.accounts.deeds import TRIES, known_cookie
from scoring.models import Device
from scoring.score_card.access import DEVICE_COOKIE, hash_of, new_secret
from tests.league.makers import make_running_round, make_user

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
    assert change(client).status_code == 302  # sent twice
    assert sign_in(Client(), password="three spare aces").status_code == 302


@pytest.mark.parametrize(
    ("typed", "fault"),
    [
        ({"old": "wrong"}, "That isn’t your current password."),
        ({"again": "another"}, "The two passwords don’t match."),
        ({"new": "short"}, "too short"),
        ({"new": "12345678"}, "too common"),
        ({"new": "caroline"}, "too similar"),
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
