import json
import re
from datetime import timedelta
from html import unescape
from importlib import import_module
from typing import Any

import pyotp
import pytest
from django.apps import apps
from django.core import mail
from django.test import Client
from django.utils import timezone

from league.models import SecondStep, SecurityLine, SignIn
from league.office.accounts.deeds import PASSWORD_AT, TRIES
from league.office.accounts.views import SIGNING_IN
from league.office.second_steps.codes import RECOVERY_CODES, kept
from league.office.second_steps.views import APP_SECRET
from tests.league.makers import make_user
from tests.league.office.second_steps.authenticator import Authenticator

pytestmark = pytest.mark.django_db

SIGN_IN, STEP, SAFER = "/account/sign-in/", "/account/second-step/", "/account/safer/"
RIGHT = "evening-of-cards"
SECURE: dict[str, Any] = {"HTTP_HOST": "localhost", "secure": True}


@pytest.fixture
def carol(club):
    return make_user(club, "director", username="carol")


def signed_in(user):
    client = Client(headers={"User-Agent": "iPad"})
    client.force_login(user)
    return client


def sign_in(client, password=RIGHT, **more):
    return client.post(SIGN_IN, {"name": "carol", "password": password, **more})


def is_in(client):
    return "_auth_user_id" in client.session


def with_app(user):
    """Sets an app up as its owner would: the secret, and the recovery codes that were shown."""
    client = signed_in(user)
    client.get(f"{SAFER}app/")
    secret = kept(client.session[APP_SECRET])
    page = client.post(f"{SAFER}app/", {"code": pyotp.TOTP(secret).now(), "client_id": "a"})
    return secret, codes_on(page)


def next_code(secret):
    """A code that was not used yet: setting the app up took the one of now."""
    SecondStep.objects.filter(kind="app").update(count=0)
    return pyotp.TOTP(secret).now()


def codes_on(page):
    return re.findall(r">(\w{4}-\w{4}-\w{4})(?=<)", page.content.decode())


def options_on(page):
    return unescape(re.findall(r'data-options="([^"]+)"', page.content.decode())[0])


# -- an app ------------------------------------------------------------------------------


def test_app_is_asked_for_its_code_after_the_password_and_leads_where_one_was_heading(carol, club):
    secret, recovery = with_app(carol)
    client = Client()

    response = sign_in(client, next=f"/clubs/{club.slug}/members/")

    assert len(recovery) == RECOVERY_CODES
    assert (response.headers["Location"], is_in(client)) == (STEP, False)
    assert client.get(f"/clubs/{club.slug}/members/").status_code == 302
    response = client.post(STEP, {"code": next_code(secret)})
    assert response.headers["Location"] == f"/clubs/{club.slug}/members/"
    assert is_in(client)
    assert SIGNING_IN not in client.session


def test_what_an_app_makes_its_codes_from_is_not_to_be_read_in_the_database(carol, settings):
    secret, recovery = with_app(carol)
    step = SecondStep.objects.get(kind="app")
    assert secret[:8] not in step.handle + step.secret
    assert kept(step.secret) == secret

    code, client = next_code(secret), Client()
    settings.SECRET_KEY = "another-" + "0123456789" * 5
    sign_in(client)
    assert [client.post(STEP, {"code": typed}).status_code for typed in (code, recovery[0])] == [422, 302]


def test_secrets_of_before_are_sealed_once_and_go_on(carol):
    old = SecondStep.objects.create(user=carol, kind="app", handle=f"app {carol.pk} {'A' * 8}", secret="A" * 32)
    migration = import_module("league.migrations.0036_sealed_app_secrets")

    migration.seal_secrets(apps, None)

    old.refresh_from_db()
    assert (kept(old.secret), "AAAA" in old.handle) == ("A" * 32, False)
    client = Client()
    sign_in(client)
    assert client.post(STEP, {"code": next_code("A" * 32)}).status_code == 302


def test_code_is_taken_once(carol):
    secret, _ = with_app(carol)
    code, one, two = next_code(secret), Client(), Client()
    sign_in(one)
    sign_in(two)

    assert one.post(STEP, {"code": code}).status_code == 302
    assert two.post(STEP, {"code": code}).status_code == 422
    assert not is_in(two)


def test_recovery_code_is_taken_once_and_says_how_many_are_left(carol):
    _, recovery = with_app(carol)
    one, two = Client(), Client()
    sign_in(one)
    sign_in(two)

    response = one.post(STEP, {"code": recovery[0].upper()}, follow=True)

    assert "You have 7 recovery codes left." in response.content.decode()
    assert two.post(STEP, {"code": recovery[0]}).status_code == 422


def test_guessing_codes_waits_and_the_right_password_does_not_wipe_it_off(carol):
    secret, _ = with_app(carol)
    client = Client()
    for _ in range(TRIES):
        sign_in(client)
        page = client.post(STEP, {"code": "000000"})
        assert "That isn’t the code." in page.content.decode()

    sign_in(client)
    response = client.post(STEP, {"code": next_code(secret)})

    assert response.status_code == 429
    assert "Too many wrong codes. Wait 10 minutes, then try again." in response.content.decode()
    assert SecurityLine.objects.get(what="wrong code").times == TRIES


@pytest.mark.parametrize("typed", [{}, {"code": " "}, {"code": "9" * 99}, {"answer": "nonsense"}, {"answer": "{}"}])
def test_nonsense_is_told_and_lets_nobody_in(carol, typed):
    with_app(carol)
    client = Client()
    sign_in(client)

    response = client.post(STEP, typed)

    assert response.status_code == 422
    assert "field-error" in response.content.decode()
    assert not is_in(client)


def test_second_step_is_nobodys_without_the_password_just_shown(carol, monkeypatch):
    secret, _ = with_app(carol)
    late, changed, stranger = Client(), Client(), Client()
    sign_in(late)
    sign_in(changed)

    pending = late.session
    pending[SIGNING_IN] = {**pending[SIGNING_IN], "until": 0}
    pending.save()
    assert late.post(STEP, {"code": next_code(secret)}).headers["Location"] == SIGN_IN
    assert stranger.post(STEP, {"code": next_code(secret)}).headers["Location"] == SIGN_IN
    carol.set_password("four dry umbrellas")
    carol.save()
    assert changed.post(STEP, {"code": next_code(secret)}).headers["Location"] == SIGN_IN


def test_first_second_step_signs_other_browsers_out_and_a_wrong_first_code_sets_nothing_up(carol):
    other, client = Client(), signed_in(carol)
    sign_in(other)
    client.get(f"{SAFER}app/")

    assert client.post(f"{SAFER}app/", {"code": "000000", "client_id": "a"}).status_code == 422
    assert not SecondStep.objects.exists()
    assert other.get("/account/").status_code == 200
    with_app(carol)
    assert other.get("/account/").status_code == 302


def test_link_for_a_new_password_asks_for_the_second_step_but_the_servers_own_takes_it_off(carol, club):
    from league.office.clubs.deeds.one_time_links import make_reset, make_setup
    from tests.league.makers import acting_as

    with_app(carol)
    admin = acting_as("admin", make_user(club, "admin"))
    _, secret = make_reset(role=carol.club_roles.get(), acting=admin, client_id="r")
    typed = {"password": "five dry umbrellas", "again": "five dry umbrellas", "client_id": "x"}
    client = Client()

    assert client.post(f"/l/{secret}/", typed).headers["Location"] == STEP
    assert not is_in(client)
    assert client.post(f"/l/{make_setup(user=carol)}/", typed).headers["Location"] == "/account/"
    assert is_in(client)
    assert not carol.second_steps.exists()


def test_admin_pages_ask_for_the_second_step(carol):
    carol.is_staff = carol.is_superuser = True
    carol.save()
    secret, _ = with_app(carol)
    client = Client()

    response = client.post("/admin/login/", {"name": "carol", "password": RIGHT, "next": "/admin/"})

    assert response.headers["Location"] == STEP
    assert client.get("/admin/").status_code == 302
    assert client.post(STEP, {"code": next_code(secret)}).headers["Location"] == "/admin/"
    assert client.get("/admin/").status_code == 200


# -- passkeys ----------------------------------------------------------------------------


def with_passkey(client, key=None):
    key = key or Authenticator("localhost")
    answer = key.make(options_on(client.get(SAFER, **SECURE)))
    return key, client.post(f"{SAFER}passkey/", {"answer": answer, "client_id": "p"}, **SECURE)


def test_passkey_signs_in_once_for_each_question(carol):
    key, page = with_passkey(signed_in(carol))
    client = Client()
    client.post(SIGN_IN, {"name": "carol", "password": RIGHT}, **SECURE)
    answer = key.sign(options_on(client.get(STEP, **SECURE)))

    assert len(codes_on(page)) == RECOVERY_CODES
    assert client.post(STEP, {"answer": answer}, **SECURE).status_code == 302
    assert is_in(client)
    assert SecondStep.objects.get(kind="passkey").count == 1
    again = Client()
    again.post(SIGN_IN, {"name": "carol", "password": RIGHT}, **SECURE)
    again.get(STEP, **SECURE)
    assert again.post(STEP, {"answer": answer}, **SECURE).status_code == 422


PASSKEY = "/account/passkey/"


def test_passkey_signs_in_alone_where_its_owner_unlocked_it(carol, club, settings):
    settings.MAIL_IS_SET_UP = True
    carol.email = "carol@example.org"
    carol.save()
    club.asks_second_step = True
    club.save()
    key, _ = with_passkey(signed_in(carol))
    assert [(one.to, one.subject) for one in mail.outbox] == [([carol.email], "Your sign-in was changed")]
    client = Client()
    asked = options_on(client.post(PASSKEY, {"next": "/account/"}, **SECURE))
    assert (json.loads(asked)["userVerification"], json.loads(asked)["allowCredentials"]) == ("required", [])
    session = client.session.session_key

    key.flags = 0x01  # touched, and by nobody knows whom
    assert client.post(PASSKEY, {"answer": key.sign(asked)}, **SECURE).status_code == 422
    key.flags = 0x05
    assert client.post(PASSKEY, {"answer": key.sign(asked)}, **SECURE).status_code == 422  # asked once
    answer = key.sign(options_on(client.post(PASSKEY, {}, **SECURE)))
    response = client.post(PASSKEY, {"answer": answer, "next": "/account/"}, **SECURE)

    assert (response.headers["Location"], is_in(client)) == ("/account/", True)
    assert client.session.session_key != session
    assert client.get(f"/clubs/{club.slug}/roles/").status_code != 302 or SAFER not in response.headers["Location"]
    assert client.post(PASSKEY, {"answer": answer}, **SECURE).status_code == 422


def test_guessing_passkeys_waits(carol):
    client = Client()
    answers = [client.post(PASSKEY, {"answer": "{}"}, **SECURE).status_code for _ in range(TRIES + 1)]
    assert answers == [422] * TRIES + [429]


def test_passkey_of_another_key_site_or_person_lets_nobody_in(carol, club):
    key, _ = with_passkey(signed_in(carol))
    others = [Authenticator("localhost"), Authenticator("localhost", "https://evil.example")]
    others[1].key, others[1].count = key.key, 5
    client = Client()
    client.post(SIGN_IN, {"name": "carol", "password": RIGHT}, **SECURE)

    for other in others:
        answer = other.sign(options_on(client.get(STEP, **SECURE)))
        assert client.post(STEP, {"answer": answer}, **SECURE).status_code == 422
    walt = make_user(club, "director", username="walt")
    with_app(walt)
    client = Client()
    client.post(SIGN_IN, {"name": "walt", "password": RIGHT}, **SECURE)
    client.get(STEP, **SECURE)
    assert client.post(STEP, {"answer": key.sign('{"challenge": ""}')}, **SECURE).status_code == 422


def test_passkey_that_was_made_elsewhere_is_refused_in_words(carol):
    _, response = with_passkey(signed_in(carol), Authenticator("localhost", "https://evil.example"))

    assert response.status_code == 409
    assert "That passkey didn’t work here." in response.content.decode()
    assert not SecondStep.objects.exists()


@pytest.mark.parametrize(
    ("host", "secure", "are_offered"),
    [("localhost", False, True), ("localhost", True, True), ("127.0.0.1", True, False), ("[::1]", True, False)],
)
def test_passkeys_are_offered_where_browsers_have_them(carol, host, secure, are_offered):
    page = signed_in(carol).get(SAFER, HTTP_HOST=host, secure=secure).content.decode()

    assert ("Add a passkey" in page) is are_offered
    assert "Add an app" in page


# -- one's own page ----------------------------------------------------------------------


def test_last_one_that_is_taken_off_takes_the_recovery_codes_along(carol):
    with_app(carol)
    client, step = signed_in(carol), SecondStep.objects.get(kind="app")

    assert signed_in(make_user()).post(f"{SAFER}{step.pk}/remove/").headers["Location"] == SAFER
    assert carol.second_steps.filter(kind="app").exists()
    for _ in range(2):  # tapped twice
        assert client.post(f"{SAFER}{step.pk}/remove/").headers["Location"] == SAFER
    assert not carol.second_steps.exists()
    assert is_in(Client()) is False
    client = Client()
    assert sign_in(client).status_code == 302
    assert is_in(client)


def test_new_recovery_codes_replace_the_old_ones(carol):
    _, old = with_app(carol)

    page = signed_in(carol).post(f"{SAFER}recovery-codes/")

    assert len(set(codes_on(page)) - set(old)) == RECOVERY_CODES
    client = Client()
    sign_in(client)
    assert client.post(STEP, {"code": old[0]}).status_code == 422


@pytest.mark.parametrize("address", ["passkey/", "app/", "recovery-codes/", "1/remove/"])
def test_whatever_changes_the_second_step_asks_for_the_password_again(carol, address):
    with_app(carol)
    client = signed_in(carol)
    session = client.session
    session[PASSWORD_AT] = 0
    session.save()
    before = SecondStep.objects.count()

    page = client.post(f"{SAFER}{address}", {"code": "123456", "answer": "kept", "client_id": "k"}).content.decode()

    assert "Is it you?" in page
    assert 'name="answer" value="kept"' in page
    assert SecondStep.objects.count() == before


def test_strangers_are_asked_to_sign_in(client):
    for address in ("", "app/"):
        assert client.get(f"{SAFER}{address}").headers["Location"].startswith(SIGN_IN)
    assert client.post(f"{SAFER}recovery-codes/").headers["Location"].startswith(SIGN_IN)
    assert client.get(STEP).headers["Location"] == SIGN_IN


# -- a club that asks for it -------------------------------------------------------------


def test_official_of_a_club_that_asks_sets_it_up_at_the_next_sign_in_and_members_need_nothing(carol, club):
    working, member = Client(), make_user(club, "member", username="ida")
    sign_in(working)
    club.asks_second_step = True
    club.save()
    board = f"/clubs/{club.slug}/events/new/"
    client, guest = Client(), Client()
    sign_in(client)
    guest.post(SIGN_IN, {"name": "ida", "password": RIGHT})

    assert working.get(board).status_code == 200
    assert client.get(board).headers["Location"] == SAFER
    assert "Your club asks for a second step" in client.get(SAFER).content.decode()
    assert client.get(f"/clubs/{club.slug}/").status_code == 200
    assert guest.get(f"/clubs/{club.slug}/members/").status_code == 200
    client.get(f"{SAFER}app/")
    code = pyotp.TOTP(kept(client.session[APP_SECRET])).now()
    client.post(f"{SAFER}app/", {"code": code, "client_id": "a"})
    assert client.get(board).status_code == 200
    assert member.second_steps.count() == 0


def test_server_admin_who_runs_such_a_club_is_kept_from_the_admin_pages_until_then(carol, club):
    carol.is_staff = carol.is_superuser = club.asks_second_step = True
    carol.save()
    club.save()
    client = Client()
    sign_in(client)

    response = client.get("/admin/", follow=True)

    assert response.redirect_chain[-1][0] == SAFER


def test_sign_ins_that_are_over_are_listed_no_longer(carol):
    client = Client()
    sign_in(client)
    SignIn.objects.get().session.delete()

    assert not SignIn.objects.exists()
    SecurityLine.objects.update(at=timezone.now() - timedelta(days=1))
    sign_in(client)
    assert SecurityLine.objects.filter(what="signed in").count() == 2
