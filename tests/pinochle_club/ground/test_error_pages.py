"""Pages that say what went wrong, whatever it was."""

import pytest
from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest
from django.test import Client

from tests.league.makers import make_club, make_user

PLAIN = "application/x-www-form-urlencoded"


@pytest.fixture
def visitor() -> Client:
    """With a cookie for the token of forms, as everybody has who was here before."""
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    client.cookies["csrftoken"] = "a" * 32
    client.cookies["theme"] = "dark"
    return client


@pytest.mark.parametrize("charset", ["latin-1", "utf-16", "hex", "undefined", "no-such-charset"])
@pytest.mark.parametrize("address", ["/", "/cards/", "/account/sign-in/", "/nowhere/"])
def test_form_in_another_charset_is_answered_in_words(visitor: Client, charset: str, address: str) -> None:
    answer = visitor.generic("POST", address, b"name=Ren\xe9", content_type=f"{PLAIN}; charset={charset}")

    assert answer.status_code in (400, 403, 404)
    assert "<h1>" in answer.content.decode()


@pytest.mark.parametrize(
    ("method", "address", "status", "says"),
    [
        ("get", "/nowhere/", 404, "We can’t find that page"),
        ("get", "/cards/00000000-0000-4000-8000-000000000000/undo/", 405, "There is no page here"),
        ("post", "/cards/", 403, "The page was open too long"),
        ("get", "/forbidden/", 403, "This page is not open to you"),
        ("get", "/broken/", 500, "Something went wrong on our side"),
        ("get", "/away/", 503, "tries again by itself"),
        ("get", "/unread/", 400, "We couldn’t read that"),
    ],
)
@pytest.mark.urls("tests.pinochle_club.failing_urls")
def test_no_such_page_looks_at_form_session_or_database(
    visitor: Client, monkeypatch: pytest.MonkeyPatch, method: str, address: str, status: int, says: str
) -> None:
    """The test has no database: a query would fail it."""

    def fail(*_: object) -> None:
        raise AssertionError("an error page looks at what may be broken")

    visitor.cookies["sessionid"] = "b" * 32
    monkeypatch.setattr(SessionBase, "_get_session", fail)
    if status != 403:  # the token of a form is looked for in the form
        monkeypatch.setattr(HttpRequest, "_load_post_and_files", fail)

    answer = getattr(visitor, method)(address)

    page = answer.content.decode()
    assert (answer.status_code, says in page) == (status, True)
    assert 'data-theme="dark"' in page


@pytest.mark.django_db
def test_what_was_to_be_said_is_kept_for_the_next_page(client: Client) -> None:
    """An error page on the way, such as that of a picture that is missing, does not say it in its place."""
    club = make_club()
    client.force_login(make_user(club, "admin"))
    client.post(f"/clubs/{club.slug}/members/new/", {"client_id": "one", "name": "Ida Moss", "number": "77"})

    missing = client.get("/nowhere/").content.decode()
    after = client.get(f"/clubs/{club.slug}/members/").content.decode()

    assert "Ida Moss" not in missing
    assert 'role="status"' in after


def test_form_that_is_too_large_for_django_is_answered_as_what_the_server_refuses(visitor: Client) -> None:
    answer = visitor.generic("POST", "/cards/", b"book=" + b"x" * 3_000_000, content_type=PLAIN)

    assert (answer.status_code, "too large to send" in answer.content.decode()) == (413, True)
