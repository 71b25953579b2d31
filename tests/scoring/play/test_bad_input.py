"""Never a 500: every address of play mode, with whatever a browser, a bug or a joker may send.

As for the score card: addresses come from the URLconf and fields from the forms on the pages, so
new ones are tried too. Each request is rolled back after its answer.
"""

import json
import random
from typing import Any

import pytest
from django.test import Client

from tests.books import PLAYED
from tests.sampling import SOAK, crossed, every, sample
from tests.scoring.play.addresses import STATES, addresses_of, forms_of, game_in
from tests.scoring.play.sitting import Sitting, sitting, to_the
from tests.scoring.score_card.addresses import NOBODYS
from tests.scoring.score_card.test_bad_input import NASTY, as_htmx, attack, garbled

pytestmark = pytest.mark.django_db

SEATS = ("N", "E", "S", "W", "L", "", "NS", "\x00", 7, None)
VALUES: tuple[Any, ...] = (
    "AS",
    "AS TH",
    "H",
    None,
    True,
    -1,
    10**30,
    1.5,
    [],
    {},
    "\ud800",
    "play",
    "moon",
    "throw_in",
    "0",
    "AS " * 99,
)
KINDS = ("redeal", "bid", "trump", "pass_cards", "meld", "bury", "declare", "play", "lay_down", "deal", None)
THINKS = ("hint", "judge", "review")  # so long that a few requests are enough


@pytest.fixture
def joker() -> Client:
    return Client(raise_request_exception=False)


def forged(rng: random.Random) -> str:
    """An action that no page offers."""
    values = [rng.choice(VALUES) for _ in range(rng.choice((0, 1, 1, 1, 2)))]
    return json.dumps([rng.choice(KINDS), rng.choice(SEATS), *values])


def seen_of(at: Sitting, rng: random.Random) -> object:
    return rng.choice((at.table.seen, at.table.seen, at.table.seen - 1, 0, 10**30))


@pytest.mark.parametrize(("state", "book"), every(3, crossed(STATES, PLAYED)))  # begun, done, together
def test_no_form_can_be_filled_in_so_that_the_server_fails(joker: Client, state: str, book: str) -> None:
    at = game_in(state, book, joker)
    forms = forms_of(joker, at)
    names = sorted({name for fields in forms.values() for name in fields} | {"cards", "kind", "action", "amount"})
    rng = random.Random(f"{book} {state}")

    for action, fields in forms.items():
        if not is_tried(state, action or at.url(), at):
            continue
        for _ in range(sample(1, 8)):
            own = list(fields) if rng.random() < 0.8 else names
            attack(joker, "post", action or at.url(), garbled(fields, own, rng), **as_htmx(rng))
    for _, address in addresses_of(at, joker, wrong=SOAK or state == "begun"):
        if not is_tried(state, address, at):
            continue
        for _ in range(sample(1, 4)):
            attack(joker, "post", address, garbled({}, names, rng), **as_htmx(rng))


def is_tried(state: str, address: str, at: Sitting) -> bool:
    """What is not of the game, its table or its shared deal is the same in all states: it is tried in one of them, and
    in a soak in all."""
    people, deal = at.game.people, at.table.deal.shared
    own = [str(at.game.pk), *([people.code] if people else []), *([deal.token] if deal else [])]
    return SOAK or state == "begun" or any(each in address for each in own)


@pytest.mark.parametrize(("state", "book"), every(2, crossed(STATES, PLAYED[::-1])))  # begun, played, watched …
def test_no_forged_action_makes_the_server_fail(joker: Client, state: str, book: str) -> None:
    at = game_in(state, book, joker)
    rng = random.Random(f"{book} {state}")

    for _ in range(sample(4, 100)):
        sent = {"client_id": "one", "seen": seen_of(at, rng), "action": forged(rng)}
        if rng.random() < 0.4:
            kind = rng.choice(("bid", "meld", "bury", "pass_cards"))
            sent |= {
                "kind": kind,
                "amount": rng.choice(NASTY),
                "cards": [repr(rng.choice(VALUES)), *rng.choices(NASTY, k=2)],
            }
        attack(joker, "post", at.url("act/"), sent, **as_htmx(rng))
        attack(joker, "post", at.url("count-meld/"), sent, **as_htmx(rng))


@pytest.mark.parametrize(
    ("book", "state"), every(3, [("npa", "done"), ("gwinnett-3", "play"), ("st-hilary", "shared")])
)
def test_no_question_in_an_address_makes_the_server_fail(joker: Client, book: str, state: str) -> None:
    at = game_in(state, book, joker)
    rng = random.Random(f"{book} {state}")

    for name, address in addresses_of(at, joker, wrong=SOAK):
        for _ in range(sample(1, 1 if name in THINKS else 8)):
            asked = {key: rng.choice(NASTY) for key in rng.sample(("step", "page", "v", "per_page", "sort"), k=3)}
            attack(joker, "get", address, asked, **as_htmx(rng))


@pytest.mark.parametrize(
    "cookie", ["[" * 7000, "null", "[]", '{"pace": []}', '{"pace": {}, "one_tap": "yes"}', "1e999"]
)
def test_no_cookie_about_the_table_makes_the_server_fail(joker: Client, cookie: str) -> None:
    joker.cookies["table"] = cookie

    attack(joker, "get", "/play/new/npa/", {})
    game_in("begun", "npa", joker)


@pytest.mark.parametrize(
    "other",
    [
        "auction.opening=" + "[" * 980,
        'short_name="\\u0000"',
        'summary="\\ud800"',
        "auction.opening=NaN\nmeld.nine=1e999",
        "deck.copies=999999999999",
        "." * 900,
        "a.b.c=\x01",
        "\n".join(["auction.opening=20"] * 40),
    ],
)
def test_no_entry_of_a_book_makes_the_server_fail(joker: Client, other: str) -> None:
    asked = {"start": "s" * 32, "deals": "1000", "bots": "club", "other": other}

    assert attack(joker, "post", "/play/simulations/new/npa/", asked).status_code == 422


@pytest.mark.parametrize(
    "path",
    ["not-a-uuid/", f"{'9' * 5000}/act/", "d/%00/", "w/a%20b/", "simulations/0/", "day/%F0%9F%82%A1/", "new/../"],
)
def test_address_that_cannot_be_is_not_found_in_words(joker: Client, path: str) -> None:
    assert attack(joker, "get", f"/play/{path}", {}).status_code == 404


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("t/CDFGHJKM/", "No table has this code now"),
        (f"w/{'x' * 32}/", "This address no longer opens a game"),
        (f"d/{'x' * 32}/", "There is no hand at this address"),
        (f"{NOBODYS}/", "That game isn’t on this device"),
        ("new/no-such-book/", "Your games are under “Play”"),
    ],
)
def test_what_is_not_there_is_told_in_words_of_play(joker: Client, path: str, says: str) -> None:
    answer = attack(joker, "get", f"/play/{path}", {})

    assert (answer.status_code, says in answer.content.decode()) == (404, True)


@pytest.mark.parametrize(
    ("name", "large"),
    every(
        3,
        crossed(
            ["act", "go-on", "next-hand", "settings"],
            [({"action": "x" * 3_000_000}, 413), ({f"field{n}": "1" for n in range(10_001)}, 400)],
        ),
    ),
)
def test_form_that_is_far_too_large_is_refused_in_words(
    joker: Client, name: str, large: tuple[dict[str, object], int]
) -> None:
    sent, status = large
    at = game_in("begun", "npa", joker)

    assert attack(joker, "post", at.url(f"{name}/"), sent).status_code == status
    assert attack(joker, "post", at.url(), sent).status_code == 405


@pytest.mark.parametrize("name", ["W" * 400, "\u0301" * 300, "👩‍👩‍👧‍👦" * 20, "אבג" * 100])
def test_name_that_is_too_long_in_any_script_is_told_beside_its_field(joker: Client, name: str) -> None:
    sent = {"start": "s" * 32, "book": "npa", "asked": "1", "name": name, "name_1": name}

    answer = attack(joker, "post", "/play/begin/", sent)

    assert answer.status_code == 422
    assert name in answer.content.decode()


def test_tap_that_comes_again_with_something_else_in_it_does_nothing_more(joker: Client) -> None:
    at = to_the("play", joker, game_in("begun", "npa", joker))
    cards = [json.dumps(["play", "S", str(card)]) for card in at.view.choices.cards]
    sent = {"client_id": "one", "seen": at.table.seen}
    joker.post(at.url("act/"), {**sent, "action": cards[0]})
    before = sitting(joker, at.game.pk).table.deal.data

    for action in (*cards, "nonsense", '["lay_down", "S"]'):
        joker.post(at.url("act/"), {**sent, "action": action})
        joker.post(at.url("go-on/"), sent)

    assert sitting(joker, at.game.pk).table.deal.data == before
