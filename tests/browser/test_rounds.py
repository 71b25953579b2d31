"""The end of a tournament round on a tablet: penalties, a late player, signing, reopening, the next game."""

import re

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from scoring.models import DeviceCard
from tests.browser.table import open_card
from tests.scoring.score_card.makers import enter_hand, make_card

pytestmark = pytest.mark.django_db(transaction=True)


def played_round() -> tuple[Client, DeviceCard]:
    """Four hands in which Beatrice & Dominic came to nothing."""
    client = Client()
    keeper = make_card(client, book="npa")
    for _ in range(4):
        enter_hand(keeper, meld={"NS": 30, "EW": 0}, take={"NS": 40, "EW": 10})
    return client, keeper


@pytest.mark.soak
def test_round_is_judged_signed_reopened_and_followed_by_the_next(tablet: Page) -> None:
    client, keeper = played_round()
    open_card(tablet, keeper, client)

    tablet.get_by_role("link", name="Penalties and player scores").tap()
    enter_a_penalty(tablet)
    enter_a_late_player(tablet)
    sign_side_by_side(tablet)
    reopen(tablet)

    tablet.get_by_role("button", name="Another game, same players").tap()
    expect(tablet.get_by_text("Who won the bid")).to_be_visible()
    expect(tablet.locator(".say").first).to_contain_text("Ann deals.")  # after Dominic, who dealt last


def enter_a_penalty(page: Page) -> None:
    expect(page.get_by_text("That’s a skunk. 200 more for Ann & Carl")).to_be_visible()
    page.get_by_text("Enter a penalty").tap()
    page.locator("#penalty-drawer").get_by_text("Carl", exact=True).tap()
    page.get_by_text("Playing at the wrong table").tap()
    page.get_by_role("button", name="One more").tap()
    page.get_by_role("button", name="Enter the penalty").tap()
    expect(page.get_by_text("Playing at the wrong table, 2 times").first).to_be_visible()


def enter_a_late_player(page: Page) -> None:
    """Twelve minutes cost points; three more and somebody else plays on."""
    page.get_by_text("Somebody was late").tap()
    drawer = page.locator("#late-drawer")
    drawer.get_by_text("Dominic", exact=True).tap()
    drawer.get_by_label("Minutes late").tap()
    for key in ("1", "2"):
        drawer.locator(f"[data-key='{key}']").tap()
    expect(page.get_by_text("12 minutes late: 70 off.")).to_be_visible()
    for _ in range(3):
        drawer.locator("[data-key='+1']").tap()
    page.get_by_text("Somebody else here").tap()
    page.get_by_label("Who plays instead").fill("Eve")
    page.get_by_role("button", name="Enter the late arrival").tap()
    expect(page.get_by_text("Eve plays on.")).to_be_visible()


def sign_side_by_side(page: Page) -> None:
    page.get_by_role("link", name="Review and sign").tap()
    page.get_by_role("link", name="We are Ann & Carl").tap()
    page.get_by_role("button", name="Sign as Ann & Carl").tap()
    expect(page.get_by_text("Hand the tablet to Beatrice & Eve.")).to_be_visible()
    page.get_by_role("link", name="We are Beatrice & Eve").tap()
    page.locator("form").get_by_text("Eve", exact=True).tap()
    page.get_by_role("button", name="Sign as Beatrice & Eve").tap()
    expect(page.get_by_text("The card is closed", exact=True)).to_be_visible()
    expect(page.get_by_text(re.compile(r"by Eve$"))).to_be_visible()


def reopen(page: Page) -> None:
    page.get_by_role("link", name="Ask to reopen").tap()
    page.get_by_role("button", name="Ann & Carl agree").tap()
    expect(page.get_by_text("Hand the tablet to Beatrice & Eve.")).to_be_visible()
    page.get_by_role("button", name="Beatrice & Eve agree").tap()
    expect(page.get_by_text("The round is over")).to_be_visible()
