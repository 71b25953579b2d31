"""A meld that hardly ever comes: asked about once, changed or confirmed, on a tablet and on a phone."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenDevice
from tests.browser.table import (
    ANN_CARL,
    BEA_DOM,
    expect_step,
    keys_of,
    lay_card,
    number_field,
    opened,
    press,
    save,
    type_figures,
)
from tests.scoring.score_card.makers import enter

pytestmark = pytest.mark.django_db(transaction=True)
RARE = 104
BID = {"dealer": "N", "bidder": "N", "bid": 27, "trump": "H", "no_marriage": False}


def question(page: Page, total: int) -> None:
    expect(page.get_by_text(f"{ANN_CARL}: {total} is a very rare meld").last).to_be_in_viewport()
    expect(page.get_by_role("button", name=f"Yes, save {total}")).to_be_in_viewport()
    expect(page.get_by_role("button", name="→ take")).to_have_count(0)


@pytest.mark.parametrize("kind", ["tablet", "phone"])
def test_rare_meld_is_changed_and_confirmed(open_device: OpenDevice, kind: str):
    page = open_device(kind)
    keeper = lay_card(page)
    enter(keeper, "bid", BID, hand=1)
    opened(page, keeper)

    type_figures(page, {ANN_CARL: RARE, BEA_DOM: 4})
    save(page)
    question(page, RARE)

    page.get_by_role("link", name="Change it").tap()
    expect(number_field(page, ANN_CARL)).to_be_in_viewport()
    keys = keys_of(page, number_field(page, ANN_CARL))
    press(keys, ["back"])
    expect(number_field(page, ANN_CARL)).to_have_value("10")
    expect(page.get_by_role("button", name="Ann 10 · Bea 4 → take")).to_be_visible()

    press(keys, ["4"])
    save(page)
    question(page, RARE)
    page.get_by_role("button", name=f"Yes, save {RARE}").tap()
    expect_step(page, "Take")
