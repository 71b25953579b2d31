"""Several devices at one card: begun on a tablet, joined by a second, watched on a phone."""

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenDevice
from tests.browser.table import (
    begin,
    enter_bid,
    expect_step,
    keep_card,
    name_field,
    open_card,
    open_menu,
    start_card,
)
from tests.scoring.score_card.makers import join

pytestmark = pytest.mark.django_db(transaction=True)


def show_codes(page: Page) -> list[str]:
    """The fresh write and read address."""
    open_menu(page).get_by_role("link", name="Share", exact=True).click()
    page.get_by_role("button", name="Show the codes").click()
    expect(page.locator(".link-address")).to_have_count(2)
    expect(page.locator(".qr svg")).to_have_count(2)
    page.wait_for_load_state()
    return [text.strip() for text in page.locator(".link-address").all_inner_texts()]


@pytest.mark.soak
def test_second_tablet_writes_and_a_phone_watches(open_device: OpenDevice) -> None:
    first, second, phone = open_device("tablet"), open_device("tablet"), open_device("phone")
    start_card(first, "st-hilary")
    card = first.url
    write, read = show_codes(first)
    first.get_by_role("button", name="Copy the link").first.tap()
    expect(first.get_by_role("button", name="Copied")).to_be_visible()

    phone.goto(read)
    second.goto(write)
    second.get_by_role("button", name="Keep score here").tap()
    second.wait_for_url(card)
    first.goto(card)
    enter_bid(second, "North", 20, "Hearts")

    expect(phone.locator(".won-bid")).to_have_text("20")
    expect_step(first, "Meld")
    expect(phone.locator("form")).to_have_count(0)

    first.goto(f"{card}new-address/")
    first.get_by_role("button", name="Cut off the others").click()
    expect(second.get_by_role("heading", name="That card isn’t on this device")).to_be_visible()


def test_news_do_not_take_away_what_somebody_is_typing(open_device: OpenDevice) -> None:
    first, second = open_device("tablet"), open_device("tablet")
    keeper, client = keep_card(first), Client()
    join(keeper.card, client)
    open_card(second, keeper, client)

    second.locator("[name=bid]").tap()  # which waits for the scripts of the card
    second.locator("[name=bid]").fill("33")
    enter_bid(first, "Bea", 20, "Hearts")

    expect(second.get_by_text("Another tablet changed this card.")).to_be_visible()
    expect(second.locator("[name=bid]")).to_have_value("33")
    second.get_by_role("link", name="Show the card as it is now").click()
    expect_step(second, "Meld")


@pytest.mark.soak
def test_card_is_begun_named_and_shared_without_scripts(open_device: OpenDevice) -> None:
    tablet = open_device("tablet", java_script_enabled=False)
    begin(tablet, "st-hilary")

    name_field(tablet, "N").fill("Ann")
    tablet.get_by_role("button", name="Draw for the deal").tap()
    expect(tablet.get_by_text("drew the highest card and deals first")).to_be_visible()
    tablet.get_by_role("button", name="Start hand 1").tap()
    expect(tablet.get_by_text("Who won the bid?")).to_be_visible()
    open_menu(tablet).get_by_role("link", name="Share", exact=True).tap()
    tablet.get_by_role("button", name="Show the codes").tap()

    expect(tablet.locator(".qr svg")).to_have_count(2)
