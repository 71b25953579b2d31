"""Never a 500: every address of the score card, with whatever a browser, a bug or a joker may send.

Addresses come from the URLconf and fields from the forms on the pages, so new ones are tried
too. Each state of a card is built once and every request is rolled back after its answer.
"""

import html
import itertools
import random
import re
import traceback
from collections.abc import Iterator
from html.parser import HTMLParser
from uuid import uuid4

import pytest
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern, reverse

from scoring.models import CardLink, DeviceCard
from scoring.rules.book import BUILT_IN_ORDER
from scoring.score_card import access, pdfs
from scoring.score_card.recording import read_sheet
from scoring.score_card.sheet import STEPS
from scoring.score_card.urls import urlpatterns
from tests.sampling import sample
from tests.scoring.score_card.makers import card_url, enter, enter_hand, hand_payload, make_card

pytestmark = pytest.mark.django_db

LONG = "Wolfeschlegelsteinhausenbergerdorff " * 300
NUMBERS = (
    *("0", "-1", "+3", "7", "14", "25", "50", "99", "2.5", "1e9", "NaN", "½", "٣", "１４", "999999999999", "9" * 5000),
)
TEXTS = (
    *("", " ", "\t\n", "\x00", "Ann\x00", "\x07\x1b[31m", LONG, "<script>alert(1)</script>", "'; DROP TABLE cards; --"),
    *("מרים & דוד", "\u202eסוֹד\u202c", "👩‍👩‍👧‍👦" * 9, "\ufffe\U0010ffff", "a\u0301" * 60, "{{ 7 }}", "%s %n {0}"),
    *("null", "None", "true", "on", "[]", '{"NS": 3}', "yes", "typed", "look", "cards", "__all__"),
)
DATES = ("0000-00-00", "0001-01-01", "9999-12-31", "10000-01-01", "2026-02-30", "21.11.2026")
CHOICES = ("N", "E", "S", "W", "NS", "EW", "X", "H", "S", "stuck", "misdeal", "nines", "N-replacement", "in_event")
NOBODYS = "5a2c8a52-6f5b-4f0e-9d5e-3f1f6d1c7b11"  # an id that no card has
NASTY = (*NUMBERS, *TEXTS, *DATES, *CHOICES, NOBODYS, "not-a-uuid")

ADDRESSES = {pattern.name: pattern for pattern in urlpatterns if isinstance(pattern, URLPattern)}
STATES = ("new", "bid", "meld", "undone", "hands", "redealt", "finished", "signed", "round")
SENTENCE = re.compile(r"\b[A-Z][^.!?]{8,}[.!?]")


# -- cards to attack ---------------------------------------------------------------------


def card_in(state: str, book: str, client: Client) -> DeviceCard:
    """A card of `book` in one of `STATES`, kept by `client`'s tablet."""
    kept = make_card(client, book=book, hands_agreed=2 if state in ("finished", "signed") else None)
    rules = kept.card.book_version.book
    hand = hand_payload(rules)
    if state in ("hands", "finished", "signed", "round", "redealt"):
        enter_hand(kept)
        enter_hand(kept)
    while state in ("finished", "signed") and read_sheet(kept.card).open_line:
        enter_hand(kept)
    if state in ("bid", "meld", "undone"):
        enter(kept, "bid", {name: hand[name] for name in ("dealer", "bidder", "bid", "trump", "no_marriage")}, hand=1)
    if state in ("meld", "undone"):
        meld = enter(kept, "meld", {"meld": hand["meld"]}, hand=1)
    if state == "undone":
        enter(kept, "undo", {"undoes": meld.entry.number}, hand=1)
    if state == "redealt":
        redeal = {"why": "misdeal", "dealer": rules.seats[0], "next_dealer": rules.seats[0]}
        enter(kept, "redeal", redeal, hand=read_sheet(kept.card).open_line.number)
    if state == "round" and rules.penalties:
        code = rules.penalties[0].code
        enter(kept, "late", {"seat": "N", "minutes": 40, "substitute": "in_event", "name": "Zoë"})
        enter(kept, "penalty", {"seat": "N", "code": code, "count": 2, "note": "", "hand": 1, "replacement": True})
    if state == "signed":
        for side in rules.sides:
            enter(kept, "sign", {"side": side, "version": read_sheet(kept.card).content_version, "by": ""})
    return kept


def addresses_of(kept: DeviceCard, *, wrong: bool = True) -> Iterator[tuple[str, str]]:
    """Every address of the URLconf, with what fits `kept`'s card and with what does not."""
    rules, open_line = kept.card.book_version.book, read_sheet(kept.card).open_line
    hands = {1, open_line.number} if open_line else {1}
    fitting = {
        "card_id": [kept.card_id],
        "example_id": [],
        "hand": sorted(hands),
        "step": STEPS,
        "number": [kept.card.version],
        "side": rules.sides,
        "key": [rules.key],
        "digest": [kept.card.book_version.digest],
    }
    missing = {"example_id": [NOBODYS], "hand": [0, 999_999_999_999], "number": [999_999_999_999], "side": ["XX"]}
    missing |= {"key": ["no-such-book"], "digest": ["0"], "token": ["x" * 32]}
    for name, pattern in ADDRESSES.items():
        values = {key: [*fitting.get(key, ()), *(missing.get(key, ()) if wrong else ())] for key in names_in(pattern)}
        if "token" in values:
            kind = CardLink.Kind.WRITE if name == "join" else CardLink.Kind.READ
            values["token"] = [access.make_link(kept.card, kind), *values["token"]]
        for arguments in itertools.product(*values.values()):
            yield name, reverse(f"score_card:{name}", kwargs=dict(zip(values, arguments, strict=True)))


def names_in(pattern: URLPattern) -> list[str]:
    return list(pattern.pattern.converters)


# -- what is sent ------------------------------------------------------------------------


class Forms(HTMLParser):
    """The forms of a page as a browser would send them: action → fields."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.forms: dict[str, dict[str, str]] = {}
        self.fields: dict[str, str] = {}
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if tag == "form":
            self.fields = self.forms.setdefault(found.get("action") or "", {})
        for moved in ("formaction", "hx-post"):
            if moved in found:
                self.forms[found[moved] or ""] = self.fields
        name = found.get("name")
        if tag in ("input", "select", "textarea", "button") and name:
            if found.get("type") in ("radio", "checkbox", "submit") and name in self.fields and "checked" not in found:
                return
            self.fields[name] = found.get("value") or ""


def forms_of(client: Client, kept: DeviceCard) -> dict[str, dict[str, str]]:
    """All forms on the pages of a card, by their action."""
    forms: dict[str, dict[str, str]] = {}
    for name, address in addresses_of(kept, wrong=False):
        if "card_id" in names_in(ADDRESSES[name]) or name == "start":
            forms |= Forms(client.get(address).content.decode()).forms
    return forms


def garbled(fields: dict[str, str], names: list[str], rng: random.Random) -> dict[str, object]:
    """The fields with some of them missing, doubled, strange, or from another form."""
    sent: dict[str, object] = {"client_id": str(uuid4()), "seen": "0", **fields}
    for name in rng.sample(names, k=min(len(names), rng.choice((0, 1, 1, 2, 3, 12)))):
        how = rng.random()
        if how < 0.15:
            sent.pop(name, None)
        elif how < 0.25:
            sent[name] = [rng.choice(NASTY), rng.choice(NASTY)]
        else:
            sent[name] = rng.choice(NUMBERS if how < 0.6 else NASTY)
    return sent


def attack(client: Client, method: str, address: str, data: dict[str, object], **headers: str) -> HttpResponse:
    """One request, whose traces are wiped out again."""
    with transaction.atomic():
        response = getattr(client, method)(address, data, headers=headers)
        transaction.set_rollback(True)
    reason = "".join(traceback.format_exception(*response.exc_info)) if response.exc_info else ""
    assert response.status_code < 500, f"{method} {address} {headers} {shortened(data)}\n{reason}"
    if response.status_code >= 400 and "HX-Refresh" not in response:
        assert SENTENCE.search(words_of(response)), f"{response.status_code} without a sentence: {method} {address}"
    return response


def shortened(data: dict[str, object]) -> dict[str, str]:
    return {name: repr(value)[:60] for name, value in data.items()}


def words_of(response: HttpResponse) -> str:
    page = re.sub(r"(?s)<head>.*</head>|<header.*?</header>", "", response.content.decode())
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page)).split())


@pytest.fixture
def joker(monkeypatch: pytest.MonkeyPatch) -> Client:
    """A browser that sends anything; printing is left out, which takes long and has its own test."""
    monkeypatch.setattr(pdfs, "_pdf", lambda *_, **__: b"%PDF-")
    return Client(raise_request_exception=False)


# -- the attacks -------------------------------------------------------------------------

CASES = [(book, state) for book in BUILT_IN_ORDER for state in STATES]


@pytest.mark.parametrize(("book", "state"), CASES[:: sample(2, 1)])
def test_no_form_can_be_filled_in_so_that_the_server_fails(joker, book, state):
    kept = card_in(state, book, joker)
    forms = forms_of(joker, kept)
    names = sorted({name for fields in forms.values() for name in fields} | {"do", "draw", "like", "start", "at"})
    rng = random.Random(f"{book} {state}")

    for action, fields in forms.items():
        for _ in range(sample(2, 60)):
            own = list(fields) if rng.random() < 0.8 else names
            attack(joker, "post", action or card_url(kept), garbled(fields, own, rng), **as_htmx(rng))
    for name, address in addresses_of(kept):
        if rng.random() < sample(25, 100) / 100 and "pdf" not in name:
            attack(joker, "post", address, garbled({}, names, rng), **as_htmx(rng))


def as_htmx(rng: random.Random) -> dict[str, str]:
    return {"HX-Request": "true"} if rng.random() < 0.5 else {}


@pytest.mark.parametrize(("book", "state"), [("npa", "round"), ("gwinnett-3", "meld"), ("st-hilary", "signed")])
def test_no_question_in_an_address_makes_the_server_fail(joker, book, state):
    kept = card_in(state, book, joker)
    rng = random.Random(f"{book} {state}")
    questions = ("paper", "explain", "per_page", "v", "step", "page", "panel", "meld_NS", "moon", "sort")

    for _, address in addresses_of(kept):
        for _ in range(sample(2, 60)):
            asked = {name: rng.choice(NASTY) for name in rng.sample(questions, k=3)}
            attack(joker, "get", address, asked, **as_htmx(rng))


def test_every_address_that_takes_a_form_was_attacked(joker):
    """The sample above leaves none out: where no page has a form for an address, it is sent one all the same."""
    kept = card_in("round", "npa", joker)
    names = list({name for fields in forms_of(joker, kept).values() for name in fields})
    rng = random.Random("every address")

    taken = {
        name
        for name, address in addresses_of(kept)
        if attack(joker, "post", address, garbled({}, names, rng)).status_code != 405
    }

    assert {"begin", "details", "undo", "penalty", "review", "again", "redeal", "correct", "save_step"} <= taken


@pytest.mark.parametrize(
    "path", ["cards/not-a-uuid/", f"cards/{NOBODYS}/hands/-1/", f"cards/{'9' * 5000}/", "r/%00/", "w/a%20b/"]
)
def test_address_that_cannot_be_is_not_found_in_words(joker, path):
    assert attack(joker, "get", f"/{path}", {}).status_code == 404


def test_strange_names_stand_on_the_card_and_on_paper(client):
    names = {"N": "מרים & דוד <b>", "E": "👩‍👩‍👧‍👦 Zoë", "S": "W" * 40, "W": "'; DROP TABLE--"}
    kept = make_card(client, book="npa", table_name='٤ "quoted"')
    typed = {f"player_{seat}": name for seat, name in names.items()}
    client.post(card_url(kept, "details/"), {"client_id": "one", "seen": 0, "played_on": "0001-01-01", **typed})
    enter_hand(kept)

    page = client.get(card_url(kept)).content.decode()
    printed = client.get(card_url(kept, "card.pdf?explain=1"))

    assert all(html.escape(name) in page for name in names.values())
    assert (printed.status_code, printed.content[:5]) == (200, b"%PDF-")
