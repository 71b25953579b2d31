"""A card of three with a fourth, who deals and sits out: begun, entered by its pages, corrected, signed and printed."""

from __future__ import annotations

from uuid import UUID, uuid4

import pytest
from django.test import Client

from scoring.models import DeviceCard
from scoring.rules.book import built_in_book
from scoring.score_card import access
from scoring.score_card.pages.card import card_context
from scoring.score_card.pdfs import paper_card
from scoring.score_card.recording import read_sheet
from tests.scoring.score_card.addresses import addresses_of
from tests.scoring.score_card.makers import card_url, enter
from tests.scoring.score_card.pdf_reading import unset

pytestmark = pytest.mark.django_db

NAMES = {"A": "Gary", "B": "Mark", "C": "Jeff", "D": "Roland"}
HANDS = (
    # dealer A: Jeff is set in play
    {"bidder": "C", "bid": 65, "meld": {"B": 10, "C": 40, "D": 6}, "take": {"B": 26, "C": 20, "D": 4}},
    # dealer B: Gary makes it
    {"bidder": "A", "bid": 60, "meld": {"A": 40, "C": 10, "D": 6}, "take": {"A": 20, "C": 18, "D": 12}},
)


def begin(client: Client, **agreed: str) -> DeviceCard:
    posted = {"start": client.get("/").context["start"], "book": "cutthroat", **agreed}
    answer = client.post("/cards/", posted)
    assert answer.status_code == 302, answer.content.decode()
    device = access.hash_of(client.cookies[access.DEVICE_COOKIE].value)
    keeper = DeviceCard.objects.select_related("card__book_version", "device").get(
        card=UUID(answer.headers["Location"].split("/")[2]), device__token_hash=device
    )
    enter(keeper, "details", {"player_names": NAMES, "side_names": {}, "first_dealer": "A"})
    keeper.card.refresh_from_db()
    return keeper


def four(client: Client, **agreed: str) -> DeviceCard:
    return begin(client, fourth_cutthroat="on", **agreed)


def step(client: Client, keeper: DeviceCard, name: str, hand: int, **typed: object) -> None:
    sheet = read_sheet(keeper.card)
    posted = {"client_id": str(uuid4()), "seen": sheet.version, "dealer": sheet.open_line.dealer, **typed}
    answer = client.post(card_url(keeper, f"hands/{hand}/{name}/"), posted)
    assert answer.status_code == 302, answer.content.decode()
    keeper.card.refresh_from_db()


def play(client: Client, keeper: DeviceCard, number: int, hand: dict) -> None:
    step(client, keeper, "bid", number, bidder=hand["bidder"], bid=hand["bid"], trump="S")
    step(client, keeper, "meld", number, **{f"meld_{side}": figure for side, figure in hand["meld"].items()})
    step(client, keeper, "take", number, **{f"take_{side}": figure for side, figure in hand["take"].items()})


def played(client: Client, **agreed: str) -> DeviceCard:
    keeper = four(client, **agreed)
    for number, hand in enumerate(HANDS, start=1):
        play(client, keeper, number, hand)
    return keeper


def test_a_card_begins_as_the_table_agrees(client: Client) -> None:
    book = built_in_book("cutthroat")

    assert begin(client).card.book_version.book == book
    assert begin(client, target_cutthroat="500").card.book_version.book == book.as_agreed(target=500)
    assert four(client).card.book_version.book.seats == ("A", "B", "C", "D")
    refused = client.post("/cards/", {"start": access.new_secret(), "book": "cutthroat", "target_cutthroat": "400"})
    assert (refused.status_code, "Choose one of the targets shown." in refused.content.decode()) == (422, True)


def test_the_dealer_sits_out_and_the_deal_goes_round_all_four(client: Client) -> None:
    sheet = read_sheet(played(client).card)

    assert [line.dealer for line in sheet.lines] == ["A", "B"]
    assert [line.score.scores for line in sheet.lines] == [
        {"A": 0, "B": 36, "C": -65, "D": 10},
        {"A": 60, "B": 0, "C": 28, "D": 18},
    ]
    assert sheet.totals == {"A": 60, "B": 36, "C": -37, "D": 28}
    assert sheet.next_dealer == "C"


def test_the_card_has_a_column_for_each_and_the_money_sheet_too(client: Client) -> None:
    keeper = played(client)
    shown = card_context(keeper.card, read_sheet(keeper.card))

    first = shown.rows[0]
    assert [cell.name for cell in first.cells] == ["Gary", "Mark", "Jeff", "Roland"]
    assert [text for text, _ in first.cells[0].marks] == ["sat out"]
    assert shown.money is not None
    assert shown.money.names == ("Gary", "Mark", "Jeff", "Roland", "Kitty")
    assert [amount for _, amount in shown.money.all_rows[0]["cells"]] == ["+2", "+2", "−8", "+2", "+2"]
    assert (len(shown.heads), paper_card(keeper.card, read_sheet(keeper.card)).columns) == (4, 18)


def test_only_those_who_play_are_asked_about(client: Client) -> None:
    keeper = four(client)
    bid = " ".join(client.get(card_url(keeper)).content.decode().split())
    assert "Gary deals, Mark bids first." in bid
    assert ": Roland takes it at 50" in bid
    asked = bid.partition("<main")[2]  # before it stands what is written on while the server is away, for any dealer
    assert ('name="bidder" value="A"' in asked, 'name="bidder" value="D"' in asked) == (False, True)

    step(client, keeper, "bid", 1, bidder="stuck", trump="S")
    meld = client.get(card_url(keeper)).content.decode()

    assert read_sheet(keeper.card).lines[0].record.stuck
    assert [f'name="meld_{side}"' in meld.partition("<main")[2] for side in "ABCD"] == [False, True, True, True]


def test_another_dealer_is_another_who_sits_out(client: Client) -> None:
    keeper = four(client)
    step(client, keeper, "bid", 1, dealer="D", bidder="A", bid=60, trump="S")

    assert read_sheet(keeper.card).lines[0].record.out == "D"
    posted = {"client_id": "x", "seen": read_sheet(keeper.card).version, "dealer": "D", "bidder": "D", "bid": 60}
    refused = client.post(card_url(keeper, "hands/1/bid/"), {**posted, "trump": "S"})
    assert refused.status_code == 422


@pytest.mark.parametrize("hands", [pytest.param(0, marks=pytest.mark.soak), 1, pytest.param(2, marks=pytest.mark.soak)])
def test_every_page_of_it_opens(client: Client, hands: int) -> None:
    keeper = four(client, target_cutthroat="500")
    for number, hand in enumerate(HANDS[:hands], start=1):
        play(client, keeper, number, hand)
    if hands == 1:
        step(client, keeper, "bid", 2, bidder="A", bid=60, trump="S")
        step(client, keeper, "meld", 2, meld_A=40, meld_C=10, meld_D=6)
    with unset():
        for _, address in addresses_of(keeper, wrong=False, others=False):
            answer = client.get(address)
            assert answer.status_code < 500, address


def test_a_hand_is_corrected(client: Client) -> None:
    keeper = played(client)
    posted = {"client_id": "c", "seen": read_sheet(keeper.card).version, "dealer": "A", "bidder": "C", "bid": 60}
    posted |= {"trump": "S", "meld_B": 10, "meld_C": 40, "meld_D": 6, "take_B": 26, "take_C": 20, "take_D": 4}
    answer = client.post(card_url(keeper, "hands/1/correct/"), {**posted, "renege": "", "reason": ""})

    assert answer.status_code == 302, answer.content.decode()
    assert read_sheet(keeper.card).lines[0].score.scores == {"A": 0, "B": 36, "C": 60, "D": 10}


def test_the_next_game_is_one_of_four_too(client: Client) -> None:
    keeper = played(client, target_cutthroat="500")
    like = {"start": access.new_secret(), "book": "cutthroat", "like": str(keeper.card_id)}
    answer = client.post("/cards/", like)

    again = DeviceCard.objects.get(card=UUID(answer.headers["Location"].split("/")[2])).card
    assert again.book_version == keeper.card.book_version
    assert again.player_names == NAMES
