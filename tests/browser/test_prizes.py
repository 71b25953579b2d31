"""Prizes and the cash sheet at the end of an evening, on the director's phone. The rounds are laid."""

import re

import pytest
from playwright.sync_api import Page, expect

from league.models import CashEntry, Entrant, Event
from tests.browser.accessibility import assert_looks_right
from tests.browser.devices import sign_in_as
from tests.browser.evening import choose_tool
from tests.league.evening.money.evening import played_evening, with_prizes
from tests.league.makers import make_user

pytestmark = pytest.mark.django_db(transaction=True)
LONG = "Wilhelmina Featherstonehaugh-Montgomery"


@pytest.mark.soak
def test_prizes_are_paid_on_a_phone_and_after_the_sheet_closed_with_the_event(phone: Page) -> None:
    event = played_evening()
    with_prizes(event)
    Entrant.objects.filter(event=event, name="Joan Pruitt").update(name=LONG)
    sign_in_as(phone, make_user(event.club, "director"))
    phone.goto(f"/clubs/{event.club.slug}/events/{event.pk}/")

    choose_tool(phone, "Prizes and pots")
    expect(phone).to_have_url(re.compile("/prizes/$"))
    assert_looks_right(phone)
    phone.get_by_role("link", name="Cash sheet").tap()
    take_the_set_money(phone)
    pay_a_prize_and_take_it_back(phone, event)
    close_the_event(phone, event)


def take_the_set_money(page: Page) -> None:
    page.get_by_role("button", name="Everybody paid: $2").tap()
    expect(page.locator("section", has=page.locator("#set-money")).locator(".tag-go")).to_have_count(4)
    expect(page.locator(".cash-sums")).to_contain_text("In the box$42")


def pay_a_prize_and_take_it_back(page: Page, event: Event) -> None:
    high_hand = page.locator(".prize", has_text="High hand")
    high_hand.get_by_role("button", name=f"Pay $1.51 to {LONG}").tap()
    expect(high_hand.locator(".tag-go")).to_contain_text("Paid")
    expect(page.locator(".cash-sums")).to_contain_text("In the box$40.49")
    assert_looks_right(page)

    high_hand.get_by_role("link", name="Take back…").tap()
    page.get_by_label("Reason (optional)").fill("She went home")
    page.get_by_role("button", name="Take it back").tap()

    page.get_by_text("The whole sheet").tap()
    expect(page.get_by_text("Taken back: She went home")).to_be_visible()
    expect(page.get_by_role("row", name="Should be in the box")).to_contain_text("$42")
    entry = CashEntry.objects.get(event=event, kind="payout")
    assert (entry.amount, entry.is_taken_back) == (-151, True)


def close_the_event(page: Page, event: Event) -> None:
    page.goto(f"/clubs/{event.club.slug}/events/{event.pk}/close/")
    unpaid = "1st place, 2nd place, High hand, Last place and Most sets"
    expect(page.get_by_text("$42 should be in the cash box")).to_be_visible()
    expect(page.get_by_text(f"$22.01 of prizes to pay out: {unpaid}")).to_be_visible()
    page.get_by_role("button", name="Close the event").tap()
    expect(page.get_by_text(f"{LONG} $4")).to_be_visible()
    choose_tool(page, "Cash sheet")
    expect(page.get_by_text("Closed with the event")).to_be_visible()
    last = page.locator(".prize", has_text="Last place")
    last.get_by_role("button", name="Pay").first.tap()  # what is left is still paid
    expect(last.locator(".tag-go")).to_contain_text("Paid")
