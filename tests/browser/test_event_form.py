"""Planning an event where the server takes its time: what is typed before it has answered stands there still."""

import pytest
from playwright.sync_api import Page, expect

from league.models import Event
from tests.browser.devices import hold_back, sign_in_as
from tests.league.makers import make_club, make_rules, make_user

pytestmark = pytest.mark.django_db(transaction=True)


def tap(page: Page, words: str) -> None:
    chosen = page.locator("label.choice-key", has_text=words).first
    chosen.click()
    expect(chosen.locator("input")).to_be_checked()


def test_what_is_typed_before_the_form_is_drawn_anew_stays(desktop: Page) -> None:
    club = make_club()
    make_rules(club)
    sign_in_as(desktop, make_user(club, "director"))
    address = f"/clubs/{club.slug}/events/new/"
    desktop.goto(address)
    desktop.get_by_label("Name", exact=True).fill("Friday pairs")
    rounds, minutes = desktop.get_by_label("Rounds", exact=True), desktop.get_by_label("Minutes")

    let_go = hold_back(desktop, f"**{address}")
    tap(desktop, "Winners move")
    rounds.fill("7")
    minutes.press_sequentially("5")
    let_go()

    expect(desktop.get_by_text("What do losers do?")).to_be_visible()
    expect(minutes).to_be_focused()
    expect(rounds).to_have_value("7")
    expect(minutes).to_have_value("50")

    # Of two choices made before an answer neither is lost.
    hold_back(desktop, f"**{address}")
    tap(desktop, "A fixed number")
    tap(desktop, "Fixed pairs, round robin")
    expect(desktop.get_by_text("With fewer rounds than pairs")).to_be_visible()
    desktop.get_by_role("button", name="Plan this event").click()

    expect(desktop.get_by_role("heading", name="Friday pairs", level=1)).to_be_visible()
    event = Event.objects.get()
    assert (event.format, event.rounds_planned, event.sit_out_credit) == ("round_robin", 7, "fixed")
