"""Hands of a game in which trump is turned up and nobody bids, as they are entered and told."""

import pytest
from django.test import Client

from scoring.models import DeviceCard
from scoring.score_card.recording import read_sheet
from tests.responses import words_of
from tests.scoring.score_card.makers import card_url, make_card

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
    for path in ("", "hands/1/", "hands/1/correct/", "history/", "sign/", "review/", "columns/"):
        answer = client.get(card_url(played, path))
        if answer.status_code == 404:
            print(path, 404)
            continue
        page = words_of(answer)
        print(path, page, "\n")
        assert not {"bid", "bidder", "made", "set"} & {*page.lower().replace(".", " ").replace(",", " ").split()}, path
