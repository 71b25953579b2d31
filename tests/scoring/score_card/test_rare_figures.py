"""A possible but very rare meld is asked about once more: in the step, the correction and the helper."""

import re
from html import unescape
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from scoring.models import DeviceCard, MeldRarity
from scoring.rules.book import built_in_book
from scoring.rules.deal_score import DealRecord
from scoring.rules.rarity import Rarity, rarity_key
from scoring.score_card.rare_figures import rare_figures, rarity_of
from scoring.score_card.recording import read_sheet
from tests.scoring.score_card.makers import card_url, enter, enter_hand, make_card

pytestmark = pytest.mark.django_db

BID = {"dealer": "N", "bidder": "N", "bid": 27, "trump": "H", "no_marriage": False}
RARE = 104  # aces around twice and a royal marriage: possible, and hardly ever seen
QUESTION = f"{RARE} is a very rare meld ("


def with_bid(client: Client, book: str = "st-hilary", **bid: Any) -> DeviceCard:
    keeper = make_card(client, book=book)
    enter(keeper, "bid", {**BID, **bid}, hand=1)
    return keeper


def save_meld(client: Client, keeper: DeviceCard, ns: int, ew: int, **more: Any) -> HttpResponse:
    fields = {"client_id": "meld-1", "seen": 1, "meld_NS": ns, "meld_EW": ew, **more}
    return client.post(card_url(keeper, "hands/1/meld/"), fields)


def text_of(response: HttpResponse) -> str:
    return " ".join(unescape(re.sub("<[^>]+>", " ", response.content.decode())).split())


def meld_of(keeper: DeviceCard) -> dict[str, int] | None:
    return read_sheet(keeper.card).lines[0].payload.get("meld")


def test_rare_meld_is_asked_about_before_it_is_saved(client):
    keeper = with_bid(client)

    answer = save_meld(client, keeper, RARE, 4)

    page = answer.content.decode()
    assert answer.status_code == 422
    assert f"Ann & Carl: {QUESTION}" in text_of(answer)
    assert f'<button class="save-key" name="q_rare" value="meld_NS={RARE}"' in page
    assert f"Yes, save {RARE}" in page
    assert 'href="#id_meld_NS">Change it' in page
    assert f'value="{RARE}"' in page
    assert meld_of(keeper) is None


def test_yes_saves_it_and_repeating_yes_does_no_harm(client):
    keeper = with_bid(client)
    save_meld(client, keeper, RARE, 4)

    answers = [save_meld(client, keeper, RARE, 4, q_rare=f"meld_NS={RARE}") for _ in range(2)]

    assert [answer.status_code for answer in answers] == [302, 302]
    assert meld_of(keeper) == {"NS": RARE, "EW": 4}
    assert read_sheet(keeper.card).version == 2


def test_changed_figure_is_saved_without_a_question(client):
    keeper = with_bid(client)

    answer = save_meld(client, keeper, 14, 4, q_rare=f"meld_NS={RARE}", q_asked=f"meld_NS={RARE}")

    assert answer.status_code == 302
    assert meld_of(keeper) == {"NS": 14, "EW": 4}


def test_yes_to_one_meld_is_no_yes_to_another(client):
    keeper = with_bid(client)

    answer = save_meld(client, keeper, RARE, RARE, q_rare=f"meld_NS={RARE}")

    assert answer.status_code == 422
    assert f'value="meld_NS={RARE} meld_EW={RARE}"' in answer.content.decode()


def test_meld_saved_before_is_not_asked_about_again(client):
    keeper = with_bid(client)
    enter(keeper, "meld", {"meld": {"NS": RARE, "EW": 4}}, hand=1)

    answer = save_meld(client, keeper, RARE, 10, client_id="again", seen=2)

    assert answer.status_code == 302
    assert meld_of(keeper) == {"NS": RARE, "EW": 10}


def test_preview_tells_it_and_takes_the_question_away_with_the_figure(client):
    keeper = with_bid(client)
    address = card_url(keeper, "hands/1/meld/preview/")
    typed = {"client_id": "x", "seen": 1, "meld_NS": RARE, "meld_EW": 4}

    first = client.post(address, typed)
    asked = client.post(address, {**typed, "q_asked": f"meld_NS={RARE}"})
    mended = client.post(address, {**typed, "meld_NS": 14, "q_asked": f"meld_NS={RARE}"})

    assert QUESTION in text_of(first)
    assert "save-step" not in first.content.decode()
    assert "save-step" not in asked.content.decode()  # a tap on the question's key may be on its way
    assert "Next: take" in mended.content.decode()
    assert "Yes, save" not in mended.content.decode()


def test_correction_asks_too(client):
    keeper = make_card(client)
    enter_hand(keeper, bid=20, meld={"NS": 14, "EW": 4}, take={"NS": 15, "EW": 10})
    fields = {
        "client_id": "c",
        "seen": 3,
        "do": "save",
        "dealer": "N",
        "bidder": "N",
        "bid": 20,
        "trump": "H",
        "meld_NS": RARE,
        "meld_EW": 4,
        "take_NS": 15,
        "take_EW": 10,
        "renege": "",
        "reason": "",
    }
    address = card_url(keeper, "hands/1/correct/")

    asked = client.post(address, fields)
    assert asked.status_code == 422
    assert QUESTION in text_of(asked)
    assert f"Yes, save {RARE}" in asked.content.decode()
    assert meld_of(keeper) == {"NS": 14, "EW": 4}

    saved = client.post(address, {**fields, "q_rare": f"meld_NS={RARE}"})
    assert saved.status_code == 302
    assert meld_of(keeper) == {"NS": RARE, "EW": 4}


ACES = {f"N-card-A{suit}": "2" for suit in "SHDC"} | {"N-card-KH": "1", "N-card-QH": "1"}


def test_helper_asks_about_melds_that_were_tapped(client):
    keeper = with_bid(client)
    address = card_url(keeper, "hands/1/melds/")
    taps = {"client_id": "t", "seen": 1, "by_N": "melds", "N-aces": "2", "N-royal_marriage-H": "1"}

    asked = client.post(address, taps)
    assert asked.status_code == 422
    assert QUESTION in text_of(asked)
    assert 'name="N-aces"' in asked.content.decode()
    assert meld_of(keeper) is None

    saved = client.post(address, {**taps, "q_rare": f"meld_NS={RARE}"})
    assert saved.status_code == 302
    assert meld_of(keeper) == {"NS": RARE, "EW": 0}
    assert read_sheet(keeper.card).lines[0].payload["melds"]


def test_helper_does_not_doubt_cards(client):
    keeper = with_bid(client)

    answer = client.post(card_url(keeper, "hands/1/melds/"), {"client_id": "t", "seen": 1, "by_N": "cards", **ACES})

    assert answer.status_code == 302
    assert meld_of(keeper) == {"NS": RARE, "EW": 0}


def test_hand_without_trump_is_not_asked_about(client):
    keeper = with_bid(client, "npa", bid=50, trump=None, no_marriage=True)

    assert save_meld(client, keeper, 0, 500).status_code == 302


def test_book_of_a_clubs_own_is_asked_about_once_it_was_simulated():
    book = built_in_book("st-hilary")
    own = book.model_copy(update={"meld": book.meld.model_copy(update={"run": (16, 150)})})
    record = DealRecord("N", 20, trump="H", meld={"NS": RARE, "EW": 4})

    assert rarity_of(own) is None
    assert list(rare_figures(own, record, {"meld"}, saved={})) == []

    table = Rarity(100_000, {4: 99_000, RARE: 1_000})
    MeldRarity.objects.create(depends_on=rarity_key(own), data='{"sides": 100000, "totals": {"4": 100000}}')

    assert rarity_of(own).is_very_rare(RARE)
    assert not table.is_very_rare(RARE)
    assert [each.side for each in rare_figures(own, record, {"meld"}, saved={})] == ["NS"]
    assert list(rare_figures(own, record, {"meld"}, saved={}, known={"NS"})) == []
    assert list(rare_figures(own, record, {"meld"}, saved={"meld": {"NS": RARE, "EW": 4}})) == []


def test_rarity_of_a_built_in_book_asks_no_database(django_assert_num_queries):
    with django_assert_num_queries(0):
        assert rarity_of(built_in_book("npa")) is not None
