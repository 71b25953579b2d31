"""Never a 500: every address of the score card, with whatever a browser, a bug or a joker may send.

Addresses come from the URLconf and fields from the forms on the pages, so new ones are tried
too. Each state of a card is built once and every request is rolled back after its answer.
"""

import html
import random
import re
import traceback
from collections.abc import Mapping
from uuid import uuid4

import pytest
from django.db import transaction
from django.http import HttpResponse
from django.test import Client

from scoring.score_card import pdfs
from tests.books import TRIED
from tests.sampling import SOAK, crossed, every, sample
from tests.scoring.score_card.addresses import NOBODYS, STATES, addresses_of, card_in, forms_of
from tests.scoring.score_card.makers import card_url, enter_hand, make_card

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
NASTY = (*NUMBERS, *TEXTS, *DATES, *CHOICES, NOBODYS, "not-a-uuid")

SENTENCE = re.compile(r"\b[A-Z][^.!?]{8,}[.!?]")


# -- what is sent ------------------------------------------------------------------------


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


def attack(client: Client, method: str, address: str, data: Mapping[str, object], **headers: str) -> HttpResponse:
    """One request, whose traces are wiped out again."""
    with transaction.atomic():
        response = getattr(client, method)(address, data, headers=headers)
        transaction.set_rollback(True)
    reason = "".join(traceback.format_exception(*response.exc_info)) if response.exc_info else ""
    assert response.status_code < 500, f"{method} {address} {headers} {shortened(data)}\n{reason}"
    if response.status_code >= 400 and "HX-Refresh" not in response:
        assert SENTENCE.search(words_of(response)), f"{response.status_code} without a sentence: {method} {address}"
    return response


def shortened(data: Mapping[str, object]) -> dict[str, str]:
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


# Between them, every form.
IN_SHORT = [("meld", "family-double"), ("finished", "cutthroat"), ("round", "npa")]


@pytest.mark.parametrize(("state", "book"), [*crossed(STATES, TRIED)] if SOAK else IN_SHORT)
def test_no_form_can_be_filled_in_so_that_the_server_fails(joker, state, book):
    """Where no page has a form for an address, it is sent one all the same: every one of a round, some of others."""
    keeper = card_in(state, book, joker)
    forms = forms_of(joker, keeper)
    names = sorted({name for fields in forms.values() for name in fields} | {"do", "draw", "like", "start", "at"})
    rng = random.Random(f"{book} {state}")
    is_round = (state, book) == ("round", "npa")

    for action, fields in forms.items():
        for _ in range(sample(1, 6)):
            own = list(fields) if rng.random() < 0.8 else names
            attack(joker, "post", action or card_url(keeper), garbled(fields, own, rng), **as_htmx(rng))
    taken = {
        name
        for name, address in addresses_of(keeper)
        if (is_round or (rng.random() < sample(25, 100) / 100 and "pdf" not in name))
        and attack(joker, "post", address, garbled({}, names, rng), **as_htmx(rng)).status_code != 405
    }

    if is_round:
        assert {"begin", "details", "undo", "penalty", "review", "again", "redeal", "correct", "save_step"} <= taken


def as_htmx(rng: random.Random) -> dict[str, str]:
    return {"HX-Request": "true"} if rng.random() < 0.5 else {}


@pytest.mark.parametrize(
    ("book", "state"), every(3, [("npa", "round"), ("gwinnett-3", "meld"), ("st-hilary", "signed")])
)
def test_no_question_in_an_address_makes_the_server_fail(joker, book, state):
    keeper = card_in(state, book, joker)
    rng = random.Random(f"{book} {state}")
    questions = ("paper", "explain", "per_page", "v", "step", "page", "panel", "meld_NS", "moon", "sort")

    for _, address in addresses_of(keeper):
        for _ in range(sample(1, 6)):
            asked = {name: rng.choice(NASTY) for name in rng.sample(questions, k=3)}
            attack(joker, "get", address, asked, **as_htmx(rng))


@pytest.mark.parametrize(
    "path", ["cards/not-a-uuid/", f"cards/{NOBODYS}/hands/-1/", f"cards/{'9' * 5000}/", "r/%00/", "w/a%20b/"]
)
def test_address_that_cannot_be_is_not_found_in_words(joker, path):
    assert attack(joker, "get", f"/{path}", {}).status_code == 404


def test_strange_names_stand_on_the_card(client):
    names = {"N": "מרים & דוד <b>", "E": "👩‍👩‍👧‍👦 Zoë", "S": "W" * 40, "W": "'; DROP TABLE--"}
    keeper = make_card(client, book="npa", table_name='٤ "quoted"')
    typed = {f"player_{seat}": name for seat, name in names.items()}
    client.post(card_url(keeper, "details/"), {"client_id": "one", "seen": 0, "played_on": "0001-01-01", **typed})
    enter_hand(keeper)

    page = client.get(card_url(keeper)).content.decode()

    assert all(html.escape(name) in page for name in names.values())
