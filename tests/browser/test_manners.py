"""Small manners of the card on a tablet.

What is said stays until it is mended, what was tapped counts, what matters is in view.
"""

import pytest
from django.test import Client
from playwright.sync_api import FloatRect, Locator, Page, ViewportSize, expect

from tests.browser.table import (
    ANN_CARL,
    BEA_DOM,
    choose,
    enter_bid,
    expect_step,
    keep_card,
    lay_card,
    open_card,
    opened,
    save,
    type_figures,
)
from tests.scoring.score_card.makers import enter, make_card

BID = {"dealer": "N", "bidder": "E", "bid": 20, "trump": "H", "no_marriage": False}


def test_question_left_open_is_asked_for_in_words(tablet: Page):
    keeper = lay_card(tablet)
    enter(keeper, "bid", BID, hand=1)
    enter(keeper, "meld", {"meld": {"NS": 4, "EW": 10}}, hand=1)
    opened(tablet, keeper)
    type_figures(tablet, {ANN_CARL: 1})
    expect(tablet.locator("[data-question]")).to_be_visible()
    save(tablet)

    fault = tablet.get_by_text("One more thing: answer this too.")
    expect(fault).to_be_visible()
    tablet.wait_for_load_state("networkidle")  # nothing is fetched that would take it away again
    expect(fault).to_be_visible()


def test_fault_goes_when_its_field_is_mended(tablet: Page):
    keep_card(tablet)
    save(tablet)
    faults = tablet.locator(".field-error")
    expect(faults).to_have_count(3)

    choose(tablet, "Who won the bid?", "Bea")

    expect(faults).to_have_count(2)
    expect(tablet.get_by_text("Tap the player who won the bid.")).to_have_count(0)


def test_quick_tap_on_the_green_key_after_another_key_counts(tablet: Page):
    keeper = lay_card(tablet)
    enter(keeper, "bid", BID, hand=1)
    opened(tablet, keeper)
    type_figures(tablet, {ANN_CARL: 4, BEA_DOM: 1})
    digit, green = tablet.locator('[data-pad="meld_EW"] [data-key="0"]'), tablet.locator(".save-key")

    # As the browser counts two taps close together: the second is the second click of a double click.
    digit.dispatch_event("click", {"detail": 1})
    green.dispatch_event("click", {"detail": 2})

    expect_step(tablet, "Take")
    expect(tablet.locator("a.step", has_text="Meld")).to_contain_text("4 | 10")


def test_another_dealer_is_in_reach_of_the_sentence_that_names_one(tablet: Page):
    keep_card(tablet)

    tablet.get_by_role("link", name="Another dealer?").tap()
    choose(tablet, "Dealer", "Carl")
    tablet.locator("#unusual > summary").tap()
    enter_bid(tablet, "Bea", 20, "Hearts")

    expect(tablet.locator("#hand-1 .dealer")).to_have_text("Carl deals")


def box_of(part: Locator) -> FloatRect:
    box = part.bounding_box()
    assert box is not None, "it is not shown"
    return box


@pytest.mark.soak
def test_names_and_the_key_of_the_first_hand_stand_in_the_window_of_a_phone(phone: Page):
    for book, seats in (("st-hilary", "NESW"), ("gwinnett-3", "ABC")):
        names = {seat: f"Bartholomew Featherstonehaugh the {number}th" for number, seat in enumerate(seats, start=4)}
        client = Client()
        open_card(phone, make_card(client, book=book, player_names=names), client)
        for size in (ViewportSize(width=390, height=844), ViewportSize(width=360, height=640)):
            phone.set_viewport_size(size)
            bar = box_of(phone.locator(".save-bar"))
            fields = [box_of(field) for field in phone.locator("input[name^=player_]").all()]

            assert round(bar["y"] + bar["height"]) == size["height"]
            assert [field["y"] + field["height"] <= bar["y"] for field in fields] == [True] * len(seats)
