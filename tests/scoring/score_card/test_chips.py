"""What is paid hand by hand, on the card of a pair: entered or counted from the melds, told by the person, printed."""

from __future__ import annotations

import pytest
from django.test import Client

from scoring.models import DeviceCard
from scoring.rules.book import built_in_book
from scoring.score_card import pdfs
from scoring.score_card.pages.card import card_context
from scoring.score_card.recording import read_sheet
from tests.scoring.rules.test_money import CHECK_PINOCHLE, PARTNERS
from tests.scoring.score_card.makers import card_url, enter, make_card
from tests.scoring.score_card.pdf_reading import text_of
from tests.scoring.score_card.test_with_a_fourth import step

pytestmark = pytest.mark.django_db


def bid(client: Client, keeper: DeviceCard, bidder: str = "N", amount: int = 270) -> None:
    step(client, keeper, "bid", 1, bidder=bidder, bid=amount, trump="H")


def rows_of(keeper: DeviceCard) -> list[tuple[str, list[str]]]:
    money = card_context(keeper.card, read_sheet(keeper.card)).money
    assert money is not None
    return [(row.get("words", ""), [amount for _, amount in row["cells"]]) for row in money.all_rows]


def test_chips_for_melds_are_entered_and_told_with_the_bids(client: Client) -> None:
    keeper = make_card(client, book=CHECK_PINOCHLE)
    bid(client, keeper)
    page = client.get(card_url(keeper)).content.decode()
    step(client, keeper, "meld", 1, meld_NS=250, meld_EW=80, chips_NS=4, chips_EW="")
    step(client, keeper, "take", 1, take_NS=130, take_EW=120)

    assert "Checks and more…" in page
    assert "Round trip 5, flush 2, aces around 2" in page
    assert rows_of(keeper) == [
        ("Ann & Carl, melds: 4, as entered", ["+4", "−4", "+4", "−4"]),
        ("Ann & Carl made 270: 4 from 250 up", ["+4", "−4", "+4", "−4"]),
        ("", ["+8", "−8", "+8", "−8"]),
    ]
    money = card_context(keeper.card, read_sheet(keeper.card)).money
    assert money is not None
    assert (money.title, money.what, money.names) == ("Checks", "For", ("Ann", "Beatrice", "Carl", "Dominic"))
    assert money.in_short == "Checks after hand 1: Ann +8, Beatrice −8, Carl +8, Dominic −8"
    assert "chips" not in client.get(card_url(keeper, "history/")).content.decode()
    assert "checks for melds" in client.get(card_url(keeper, "history/")).content.decode()


def test_a_figure_that_the_meld_cannot_pay_is_refused_and_stays(client: Client) -> None:
    keeper = make_card(client, book=CHECK_PINOCHLE)
    bid(client, keeper)
    typed = {"client_id": "x", "seen": read_sheet(keeper.card).version, "meld_NS": 40, "meld_EW": 80, "chips_NS": 4}

    refused = client.post(card_url(keeper, "hands/1/meld/"), typed)

    assert refused.status_code == 422
    text = refused.content.decode()
    assert "Ann &amp; Carl: A meld of 40 can’t pay 4 checks." in text
    assert 'value="4" aria-invalid="true"' in text


def test_counted_melds_need_no_figure_and_say_what_they_are(client: Client) -> None:
    keeper = make_card(client, book=CHECK_PINOCHLE)
    bid(client, keeper, amount=350)
    melds = {"N": [["run", "H", 1], ["aces", None, 1]], "E": [["pinochle", None, 2]]}
    enter(keeper, "meld", {"meld": {"NS": 250, "EW": 300}, "melds": melds, "cards": {}}, hand=1)
    step(client, keeper, "take", 1, take_NS=0, take_EW=250, q_tricks_NS="no")

    assert rows_of(keeper)[:4] == [
        ("Ann & Carl, melds: flush 2, aces around 2", ["+4", "−4", "+4", "−4"]),
        ("Beatrice & Dominic, melds: double pinochle 2", ["−2", "+2", "−2", "+2"]),
        ("Ann & Carl set at 350: twice the 10 from 350 up", ["−20", "+20", "−20", "+20"]),
        ("Beatrice & Dominic, every trick: 5", ["−5", "+5", "−5", "+5"]),
    ]


def test_other_books_are_not_asked(client: Client) -> None:
    keeper = make_card(client, book="st-hilary")
    step(client, keeper, "bid", 1, bidder="N", bid=27, trump="H")

    page = client.get(card_url(keeper)).content.decode()

    assert "chips_" not in page
    assert "Something unusual?" in page


def test_papers_have_a_column_a_player() -> None:
    blank = text_of(pdfs.blank_pdf(CHECK_PINOCHLE))

    assert "Checks: what for Player 1 Player 2 Player 3 Player 4" in blank
    assert "Kitty" not in blank
    assert "flush: 2" in blank
    assert "Money: who is set, hard or soft Player 1 Player 2 Player 3 Player 4 Kitty" in text_of(
        pdfs.blank_pdf(PARTNERS)
    )
    assert built_in_book("hidden-valley").payments is None
