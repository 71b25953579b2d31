import gzip

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import path

from pinochle_club.ground import health
from pinochle_club.ground.health import Line
from tests.league.makers import make_club, make_user


def page(request):
    return HttpResponse("a card")


def picture(request):
    return HttpResponse("a picture", headers={"Cache-Control": "max-age=60"})


def board(request):
    return HttpResponse(LONG, headers={"ETag": '"one"'})


def sheet(request):
    return HttpResponse(LONG, content_type="application/pdf")


LONG = "<li>Table 1: Ruth &amp; Marge</li>" * 1_000
urlpatterns = [path("page", page), path("picture", picture), path("board", board), path("sheet", sheet)]


@pytest.mark.parametrize(("address", "kept"), [("/page", "no-store"), ("/picture", "max-age=60")])
def test_page_is_kept_by_nobody_unless_its_view_says_so(client, settings, address, kept):
    settings.ROOT_URLCONF = __name__

    response = client.get(address)

    assert response.headers["Cache-Control"] == kept
    assert response.headers["X-Robots-Tag"] == "noindex"


@pytest.mark.django_db
@pytest.mark.parametrize(("is_full", "keeps"), [(False, True), (True, False)])
def test_page_can_be_read_while_no_session_can_be_saved(client, monkeypatch, is_full, keeps):
    club = make_club()
    client.force_login(make_user(club, "referee"))
    monkeypatch.setattr(health, "_found", [Line("Saving", "No space.", "Delete files", stops=True)] if is_full else [])

    client.get(f"/clubs/{club.slug}/")

    assert ("kept_in_hour" in client.session) == keeps


# -- compressed --------------------------------------------------------------------------


def test_page_is_compressed_and_says_so(client, settings):
    settings.ROOT_URLCONF = __name__

    response = client.get("/board", headers={"Accept-Encoding": "br, gzip", "Sec-Fetch-Site": "same-origin"})

    assert gzip.decompress(response.content).decode() == LONG
    assert response.headers["Content-Encoding"] == "gzip"
    assert response.headers["Content-Length"] == str(len(response.content))
    assert len(response.content) < len(LONG) / 9
    assert "Accept-Encoding" in response.headers["Vary"]
    assert response.headers["ETag"] == 'W/"one"'


@pytest.mark.parametrize(
    ("address", "headers"),
    [
        ("/board", {}),  # a browser that cannot read it
        ("/board", {"Accept-Encoding": "gzip", "Sec-Fetch-Site": "cross-site"}),
        ("/board", {"Accept-Encoding": "gzip", "Sec-Fetch-Site": "same-site"}),
        ("/page", {"Accept-Encoding": "gzip"}),  # one packet in any case
        ("/sheet", {"Accept-Encoding": "gzip"}),
    ],
)
def test_what_is_small_or_asked_for_by_another_site_is_not_compressed(client, settings, address, headers):
    settings.ROOT_URLCONF = __name__

    assert "Content-Encoding" not in client.get(address, headers=headers).headers


def test_length_of_a_compressed_page_tells_nothing(client, settings):
    settings.ROOT_URLCONF = __name__

    lengths = {len(client.get("/board", headers={"Accept-Encoding": "gzip"}).content) for _ in range(20)}

    assert len(lengths) > 5


# -- refusals ----------------------------------------------------------------------------

FILE = b'--B\r\nContent-Disposition: form-data; name="card"; filename="card.pdf"\r\n\r\n%PDF-\r\n--B--\r\n'
FIELD = b'--B\r\nContent-Disposition: form-data; name="book"\r\n\r\nnpa\r\n--B--\r\n'
MULTIPART = "multipart/form-data; boundary=B"
PLAIN = "application/x-www-form-urlencoded"


@pytest.fixture
def joker() -> Client:
    return Client(raise_request_exception=False)


@pytest.mark.django_db
def test_address_that_only_takes_a_form_says_so(client):
    response = client.get("/cards/")

    assert (response.status_code, response.headers["Allow"]) == (405, "POST")
    assert "This address only takes what a key on the card sends." in response.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        pytest.param(FILE, MULTIPART, id="a file"),
        *(pytest.param(FIELD, f"{MULTIPART}; charset={name}", id=name) for name in ("hex", "undefined", "utf-7")),
        pytest.param(b"book=npa", f"{PLAIN}; charset=latin-1", id="latin-1"),
        pytest.param(b"&".join(b"field%d=1" % n for n in range(12_000)), PLAIN, id="12,000 fields"),
    ],
)
def test_form_that_no_page_sends_is_refused_in_words(joker, body, content_type):
    response = joker.generic("POST", "/cards/", body, content_type)

    assert response.status_code == 400
    assert "We couldn’t read that" in response.content.decode()


@pytest.mark.django_db
def test_cookie_with_a_nul_is_refused_before_anybody_asks_the_database_for_it(joker):
    response = joker.get("/admin/", headers={"Cookie": 'sessionid="\\000abcdefghijklm"'})

    assert response.status_code == 400


@pytest.mark.django_db
def test_form_in_utf8_is_taken(client):
    response = client.generic("POST", "/cards/", FIELD, f"{MULTIPART}; charset=UTF-8")

    assert response.status_code == 422  # the view has read it, and misses the rest


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("method", "address", "headers", "status"),
    [
        ("get", "/no-such-page", {}, 404),
        ("get", "/cards/", {}, 405),
        ("get", "/", {"Host": "elsewhere.example"}, 400),
        ("post", "/cards/", {"Origin": "http://elsewhere.example"}, 403),
    ],
)
def test_pages_that_refuse_keep_to_the_policy_and_are_kept_by_nobody(method, address, headers, status):
    response = getattr(Client(enforce_csrf_checks=True), method)(address, headers=headers)

    assert response.status_code == status
    assert "default-src 'self'" in response.headers["Content-Security-Policy"]
    assert response.headers["Cache-Control"] == "no-store"
    assert response.headers["Referrer-Policy"] == "no-referrer"
    assert response.headers["X-Frame-Options"] == "DENY"
