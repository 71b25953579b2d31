"""What every page keeps to: nothing inline, nothing from outside, nothing kept by caches or told to the next site;
and of its HTML, that whoever hears it knows what is what."""

from html.parser import HTMLParser
from urllib.parse import urlsplit

import pytest
from django.test import Client

from scoring.models import DeviceCard
from scoring.score_card import pdfs
from tests import markup
from tests.responses import Response
from tests.sampling import SOAK
from tests.scoring.score_card.addresses import addresses_of, card_in
from tests.scoring.score_card.makers import card_url

pytestmark = pytest.mark.django_db

STRICT = {
    *("default-src 'self'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:", "object-src 'none'"),
    *("base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'"),
}
LEADS_OUT = ("src", "href", "action", "formaction", "srcset", "data", "poster", "hx-get", "hx-post", "manifest")
OURS = "http://testserver/"


class Inline(HTMLParser):
    """What a strict policy would forbid on a page, and what leads to other sites."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.open: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self.open.append(tag)
        if tag == "style" or (tag == "script" and not values.get("src")):
            self.found.append(f"<{tag}>")
        for name, value in values.items():
            if name == "style" or name.startswith(("on", "hx-on")):
                self.found.append(f"{tag} {name}={value}")
            if name in LEADS_OUT and not is_own(value):
                self.found.append(f"{tag} {name}={value}")

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] in ("script", "style") and data.strip():
            self.found.append(data.strip()[:60])

    def handle_endtag(self, tag: str) -> None:
        if self.open:
            self.open.pop()


def is_own(address: str) -> bool:
    parts = urlsplit(address)
    is_letter_to_nobody = parts.scheme == "mailto" and not parts.path  # the reader's own, to be addressed and sent
    is_ours = (not parts.scheme and not parts.netloc) or address.startswith(OURS)
    return is_ours or parts.scheme == "data" or is_letter_to_nobody


def assert_private(response: Response, address: str) -> None:
    assert response.headers["Referrer-Policy"] == "no-referrer", address
    assert response.headers["Cache-Control"] == "no-store", address
    assert response.headers["X-Robots-Tag"] == "noindex", address
    assert response.headers["X-Content-Type-Options"] == "nosniff", address
    assert response.headers["X-Frame-Options"] == "DENY", address
    for cookie in (cookie for cookie in response.cookies.values() if cookie.value):  # empty: to be forgotten
        assert cookie["httponly"], f"{cookie.key} at {address}"
        assert cookie["samesite"] == "Lax", f"{cookie.key} at {address}"
    policy = {part.strip() for part in response.headers["Content-Security-Policy"].split(";")}
    if response.headers["Content-Type"] == "application/pdf":
        assert policy >= {"default-src 'none'", "object-src 'self'", "form-action 'none'", "frame-ancestors 'none'"}, (
            address
        )
        return  # browsers show it in a page of their own, see pinochle_club/ground/papers.py
    assert policy >= STRICT, address
    assert "unsafe" not in str(policy), address
    assert Inline(response.content.decode()).found == [], address
    assert markup.faults_of(response.content.decode()) == [], address


@pytest.fixture
def visitor(monkeypatch: pytest.MonkeyPatch) -> Client:
    monkeypatch.setattr(pdfs, "_pdf", lambda *_, **__: b"%PDF-")
    return Client(raise_request_exception=False)


@pytest.mark.parametrize(
    ("book", "state"),
    [
        ("npa", "round"),
        ("gwinnett-3", "meld"),
        pytest.param("st-hilary", "finished", marks=pytest.mark.soak),
        ("hidden-valley", "signed"),
        pytest.param("npa", "new", marks=pytest.mark.soak),
    ],
)
def test_every_page_is_strict_and_private(visitor, book, state):
    """What is of no card, what isn't there and what htmx asks for, too, outside a soak in one of the states."""
    keeper = card_in(state, book, visitor)
    is_all = SOAK or state == "round"

    for _, address in addresses_of(keeper, wrong=is_all, others=is_all):
        for headers in ({}, {"HX-Request": "true"}) if is_all else ({},):
            assert_private(visitor.get(address, headers=headers), address)


def test_answers_to_forms_are_too(visitor):
    keeper: DeviceCard = card_in("meld", "npa", visitor)

    for name, address in addresses_of(keeper):
        if not name.endswith("pdf"):
            assert_private(visitor.post(address, {"client_id": "one", "seen": "0"}), address)


def test_page_of_a_fault_of_ours_is_too(visitor, monkeypatch):
    keeper = card_in("hands", "npa", visitor)
    monkeypatch.setattr("scoring.score_card.views.card.sheet_of", None)

    response = visitor.get(card_url(keeper))

    assert response.status_code == 500
    assert_private(response, "a page that failed")


def test_policy_test_sees_what_it_looks_for():
    page = """<style>a{}</style><p style="x" onclick="y">a</p><script>b</script><a href="//elsewhere.example/">c</a>
              <a href="javascript:d()">d</a><img src="/e.png"><svg xmlns="http://www.w3.org/2000/svg"></svg>"""

    assert len(Inline(page).found) == 8
