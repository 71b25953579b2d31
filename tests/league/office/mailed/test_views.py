"""Signing in by a mailed link, with no word about who has an account."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from league.models import MailProof, ProvenMail, SecondStep, SecurityLine
from league.office.accounts.deeds import PASSWORD_AT
from league.office.mailed.sending import Codes
from tests.league.makers import make_user

pytestmark = pytest.mark.django_db

BY_MAIL, OWN = "/account/by-mail/", "/account/mail/"


@pytest.fixture(autouse=True)
def mail_is_set_up(settings: Any) -> None:
    settings.MAIL_IS_SET_UP, settings.EMAIL_URL = True, "smtp://mail"


@pytest.fixture
def carol(club):
    user = make_user(club, "admin", username="carol", email="carol@example.org")
    user.set_unusable_password()
    user.save()
    ProvenMail.objects.create(user=user, email="carol@example.org")
    return user


def asked(client: Client, email: str = "Carol@example.org", **more: Any) -> str:
    """The path of the link that was mailed."""
    page = client.post(BY_MAIL, {"email": email, "client_id": f"ask {email}", **more})
    assert page.status_code == 200
    Codes()(lambda: True)
    return re.findall(r"http://testserver(/\S+)", str(mail.outbox[-1].body))[0]


def is_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def test_link_works_once_in_the_browser_that_asked_and_asks_in_another(carol, club):
    client, other = Client(headers={"User-Agent": "iPad"}), Client()
    path = asked(client, next="/account/")

    assert "You asked for this link in another browser (iPad)." in other.get(path).content.decode()
    assert "another browser" not in client.get(path).content.decode()
    assert not is_in(client)  # looking changes nothing
    response = client.post(path, {"client_id": "tap"})
    assert (response.status_code, response.headers["Location"], is_in(client)) == (302, "/account/", True)
    assert other.post(path, {"client_id": "late"}).status_code == 410
    assert client.get(path).status_code == 410
    assert SecurityLine.objects.filter(what="link", user=carol).exists()


def test_every_address_gets_the_same_answer_with_the_same_queries(carol):
    pages: list[tuple[int, str]] = []
    sent: list[int] = []
    asked: list[list[str]] = []
    for email in ("carol@example.org", "nobody@example.org"):
        client = Client()
        with CaptureQueriesContext(connection) as queries:
            page = client.post(BY_MAIL, {"email": email, "client_id": f"a{len(pages)}"})
        asked.append([one["sql"].partition(" ")[0] for one in queries])
        Codes()(lambda: True)
        pages.append((page.status_code, page.content.decode().replace(email, "")))
        sent.append(len(mail.outbox))
    token = re.compile(r'(csrf-token" content="|X-CSRFToken": "|csrfmiddlewaretoken" value=")[^"]+')
    assert token.sub("", pages[0][1]) == token.sub("", pages[1][1])
    assert asked[0] == asked[1]
    assert (pages[0][0], sent, MailProof.objects.count()) == (200, [1, 1], 2)


def test_address_that_was_only_typed_or_looks_alike_and_a_host_by_mail_alone_get_no_link(client, club, carol):
    make_user(club, "admin", email="typed@example.org")
    host = make_user(is_superuser=True, username="hank")
    ProvenMail.objects.create(user=host, email="hank@example.org")
    for email, status in (("typed@example.org", 200), ("hank@example.org", 200), ("carol@example.or\u0261", 422)):
        assert client.post(BY_MAIL, {"email": email, "client_id": email}).status_code == status
    Codes()(lambda: True)
    assert mail.outbox == []
    SecondStep.objects.create(user=host, kind="app", handle="x", secret="x")
    assert asked(client, "hank@example.org")


def test_link_ends_with_the_address_it_went_to_and_a_tap_sent_long_before(carol, monkeypatch):
    client, other = Client(), Client()
    path = asked(client)
    assert [client.post(path, {"client_id": "tap"}).status_code for _ in range(2)] == [302, 302]
    monkeypatch.setattr("league.office.mailed.deeds.SAME_TAP", timedelta(0))
    assert client.post(path, {"client_id": "tap"}).status_code == 410
    path = asked(other, "Carol@Example.org")
    ProvenMail.objects.update(email="new@example.org")
    assert (other.get(path).status_code, other.post(path, {"client_id": "t"}).status_code) == (410, 410)


def test_second_step_and_the_clubs_wish_for_one_stay(carol, club):
    club.asks_second_step = True
    club.save()
    client = Client()
    assert client.post(asked(client), {"client_id": "tap"}).status_code == 302
    assert client.get(f"/clubs/{club.slug}/roles/").headers["Location"] == "/account/safer/"


def test_account_without_a_password_shows_by_a_mailed_code_who_it_is(carol, club):
    client = Client()
    client.force_login(carol)
    session = client.session
    session[PASSWORD_AT] = 0
    session.save()
    address = f"/clubs/{club.slug}/roles/second-step/"

    page = client.post(address, {"asks": "on", "client_id": "x"}).content.decode()
    Codes()(lambda: True)
    code = re.findall(r"^(\d{6}) is", str(mail.outbox[-1].subject))[0]

    assert "Code from your mail" in page
    wrong = f"{(int(code) + 1) % 10**6:06d}"
    typed = {"asks": "on", "client_id": "x", "password_once_more": wrong}
    assert client.post(address, typed).status_code == 422
    club.refresh_from_db()
    assert not club.asks_second_step
    assert client.post(address, {**typed, "password_once_more": code}).status_code == 302
    club.refresh_from_db()
    assert club.asks_second_step


def test_account_chooses_a_first_password_and_an_address_to_sign_in_by(carol, club):
    client = Client()
    client.force_login(carol)
    typed = {"password": "four dry umbrellas", "again": "four dry umbrellas", "client_id": "p"}
    assert client.post("/account/password/", typed).headers["Location"] == "/account/"
    carol.refresh_from_db()
    assert carol.check_password("four dry umbrellas")
    assert is_in(client)

    page = client.post(OWN, {"email": "new@example.org", "client_id": "o"})
    Codes()(lambda: True)
    code = re.findall(r"^(\d{6}) is", str(mail.outbox[-1].subject))[0]
    for _ in range(2):  # tapped twice
        assert client.post(page.headers["Location"], {"code": code, "client_id": "c"}).status_code == 302
    assert ProvenMail.objects.get(user=carol).email == "new@example.org"
    assert (mail.outbox[1].to, mail.outbox[1].subject) == (["carol@example.org"], "Your sign-in was changed")
    assert len(mail.outbox) == 2


def test_without_mail_nothing_is_offered(client, settings):
    settings.MAIL_IS_SET_UP = False
    assert client.get(BY_MAIL).status_code == 404
    assert BY_MAIL not in client.get("/account/sign-in/").content.decode()
