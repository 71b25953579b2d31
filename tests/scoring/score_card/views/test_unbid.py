"""Hands of a game in which trump is turned up and nobody bids, as they are entered and told."""

import json
import re

import pytest
from django.test import Client

from scoring.models import DeviceCard
from scoring.rules.book import book_from_data, built_in_book
from scoring.score_card.recording import read_sheet
from tests.responses import words_of
from tests.scoring.score_card.makers import card_url, join, make_card

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}
STEPS = (
    ("bid", {"dealer": "N", "trump": "H"}),
    ("meld", {"meld_N": 40, "meld_S": 170}),
    ("take", {"take_N": 140, "take_S": 110}),
)


@pytest.fixture
def keeper(client: Client) -> DeviceCard:
    return make_card(client, book="two-handed")


def seats(keeper: DeviceCard) -> tuple[str, ...]:
    return keeper.card.book_version.book.seats


def send(client, keeper, step, typed, *, hand=1, id="", path="", htmx=False):
    first, second = seats(keeper)
    typed = {name.replace("_N", f"_{first}").replace("_S", f"_{second}"): value for name, value in typed.items()}
    data = {"client_id": id or f"{hand}{step}", "seen": read_sheet(keeper.card).version, **typed}
    if "dealer" in data:
        data["dealer"] = first
    return client.post(card_url(keeper, f"hands/{hand}/{step}/{path}"), data, headers=HTMX if htmx else {})


def test_hand_is_trump_meld_and_take(client: Client, keeper: DeviceCard):
    for step, typed in STEPS:
        page = words_of(send(client, keeper, step, typed, htmx=True))
        assert "bid" not in page.lower(), page
    assert "Tap the suit that was turned up." in page
    line = read_sheet(keeper.card).lines[0]
    assert line.score.scores == dict(zip(seats(keeper), (180, 280), strict=True))
    assert "bidder" not in line.figures.said
    assert line.record.bidder == seats(keeper)[1], "who leads first"


@pytest.fixture
def played(client: Client, keeper: DeviceCard) -> DeviceCard:
    for step, typed in STEPS:
        send(client, keeper, step, typed)
    return keeper


def test_pages_of_the_hand_tell_trump_and_no_bid(client: Client, played: DeviceCard):
    for path in ("", "hands/1/", "hands/1/correct/", "history/", f"sign/{seats(played)[0]}/"):
        words = {*re.findall(r"\w+", words_of(client.get(card_url(played, path))).lower())}
        assert not {"bid", "bids", "bidder", "bidders", "made", "set", "stuck"} & words, path


def test_take_says_what_each_has_and_nothing_of_a_bid(client: Client, keeper: DeviceCard):
    for step, typed in STEPS[:2]:
        send(client, keeper, step, typed)
    (step, typed) = STEPS[2]
    page = words_of(send(client, keeper, step, typed, path="preview/", htmx=True))

    assert page == "Ann: +180 → 180 40 + 140 = 180 Beatrice: +280 → 280 170 + 110 = 280"


def test_missing_suit_is_asked_for(client: Client, keeper: DeviceCard):
    answer = send(client, keeper, "bid", {"dealer": "N"}, htmx=True)

    assert answer.status_code == 422
    assert "Tap the suit that was turned up." in words_of(answer)


def test_correction_and_undo(client: Client, played: DeviceCard):
    typed = {"dealer": "N", "trump": "S", "meld_N": 60, "meld_S": 170, "take_N": 140, "take_S": 110, "renege": ""}
    done = send(client, played, "correct", typed)

    assert done.status_code == 302, words_of(done)
    line = read_sheet(played.card).lines[0]
    assert (line.figures.trump, [*line.score.scores.values()]) == ("S", [200, 280])
    number = read_sheet(played.card).undoable.number
    undone = client.post(card_url(played, "undo/"), {"client_id": "u", "undoes": number, "seen": number}, headers=HTMX)
    assert undone.status_code == 200, words_of(undone)
    assert read_sheet(played.card).lines[0].figures.trump == "H"


def test_two_tablets_with_other_suits(client: Client, keeper: DeviceCard):
    send(client, keeper, "bid", STEPS[0][1])
    other = Client()
    second = join(keeper.card, other)
    first, _ = seats(keeper)
    typed = {"client_id": "two", "seen": 0, "dealer": first, "trump": "S"}
    page = words_of(other.post(card_url(second, "hands/1/bid/"), typed, headers=HTMX))

    assert "The trump of hand 1 was entered twice. Which is right?" in page


def test_partners_without_bids_have_a_card_too(client: Client):
    data = json.loads(built_in_book("two-handed").to_json())
    deal = {"players": 4, "sides": "across", "stock_size": 0, "packets": [[3]]}
    data |= {"key": "turned", "name": "Turned up", "short_name": "Turned", "deal": {**data["deal"], **deal}}
    keeper = make_card(client, book=book_from_data(data))
    typed = {"client_id": "one", "dealer": "N", "trump": "H"}
    typed |= {"meld_NS": "40", "meld_EW": "170", "take_NS": "140", "take_EW": "", "renege": ""}

    answer = client.post(card_url(keeper, "hands/1/whole/"), typed)

    assert answer.status_code == 200, words_of(answer)
    page = words_of(client.get(card_url(keeper)))
    assert "40 + 140 180 170 + 110 280" in page
