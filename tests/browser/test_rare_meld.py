"""Figures that can hardly be: asked about once, changed or confirmed, on a tablet and on a phone."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenDevice
from tests.browser.table import (
    ANN_CARL,
    BEA_DOM,
    SECOND_TAP,
    choose,
    expect_step,
    key,
    keys_of,
    lay_card,
    number_field,
    opened,
    press,
    save,
    type_bid,
    type_figures,
)
from tests.sampling import sample
from tests.scoring.score_card.makers import enter
from tests.scoring.score_card.makers import enter_hand as enter_whole_hand

pytestmark = pytest.mark.django_db(transaction=True)
RARE = 104
BID = {"dealer": "N", "bidder": "N", "bid": 27, "trump": "H", "no_marriage": False}


def question(page: Page, total: int) -> None:
    """It stands once, in the place of the keys: no digit falls into it."""
    expect(page.get_by_text(f"{ANN_CARL}: {total} is a very rare meld")).to_be_in_viewport()
    expect(page.get_by_role("button", name=f"{ANN_CARL} {total} as typed")).to_be_in_viewport()
    expect(page.locator(".keypad:visible, .save-key:visible")).to_have_count(0)
    page.keyboard.press("7")
    expect(number_field(page, ANN_CARL)).to_have_value(str(total))


@pytest.mark.parametrize("kind", ["phone", "tablet"][: sample(1, 2)])
def test_rare_meld_is_changed_and_confirmed(open_device: OpenDevice, kind: str):
    page = open_device(kind)
    keeper = lay_card(page)
    enter(keeper, "bid", BID, hand=1)
    opened(page, keeper)

    type_figures(page, {ANN_CARL: RARE, BEA_DOM: 4})
    save(page)
    question(page, RARE)

    page.wait_for_timeout(SECOND_TAP)
    page.get_by_role("link", name="Type it again").tap()
    expect(number_field(page, ANN_CARL)).to_be_in_viewport()
    keys = keys_of(page, number_field(page, ANN_CARL))
    press(keys, ["1", "0"])
    expect(number_field(page, ANN_CARL)).to_have_value("10")
    expect(page.get_by_role("button", name="Ann 10 · Bea 4 → take")).to_be_visible()

    press(keys, ["4"])
    save(page)
    question(page, RARE)
    page.wait_for_timeout(SECOND_TAP)  # the second half of a double tap is no answer
    page.get_by_role("button", name=f"{ANN_CARL} {RARE} as typed").tap()
    expect_step(page, "Take")


@pytest.mark.soak
def test_bid_beyond_all_auctions_is_put_right_by_one_key(tablet: Page):
    opened(tablet, lay_card(tablet))
    choose(tablet, "Who won the bid?", "Ann")
    type_bid(tablet, 255)
    key(tablet, "Trump", "Hearts").tap()
    expect(tablet.get_by_text("255 is a very rare bid")).to_be_in_viewport()
    expect(tablet.locator("#rare-question")).to_be_focused()
    tablet.wait_for_timeout(SECOND_TAP)
    tablet.get_by_role("link", name="Type it again").tap()
    expect(tablet.get_by_role("button", name="Ann 255 hearts → meld")).to_be_visible()
    save(tablet)

    tablet.wait_for_timeout(SECOND_TAP)
    tablet.get_by_role("button", name="25", exact=True).tap()

    expect_step(tablet, "Meld")
    expect(tablet.get_by_text("Ann has it for 25.")).to_be_visible()


def test_rare_hand_is_marked_on_the_card_until_somebody_says_it_is_right(tablet: Page):
    keeper = lay_card(tablet)
    enter_whole_hand(keeper, bid=60, meld={"NS": 14, "EW": 4}, take={"NS": 15, "EW": 10})
    opened(tablet, keeper)
    expect(tablet.get_by_text("Please check hand 1: a bid of 60 is rare.")).to_be_in_viewport()

    tablet.get_by_role("button", name="It’s right").tap()

    expect(tablet.get_by_text("Please check hand 1")).to_have_count(0)
    expect_step(tablet, "Bid")
