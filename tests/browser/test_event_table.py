"""A table of an evening: a tablet paired by its code, a hand, a call, and a second tablet that takes over."""

import re

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from league.evening.rounds.deeds import close_round, start_round
from league.evening.tables.passes import pass_of
from league.models import DirectorCall, Event
from scoring.score_card.recording import read_sheet
from tests.browser.conftest import OpenDevice
from tests.browser.table import enter_hand, expect_step, expect_totals, open_menu, save
from tests.league.makers import acting_as, card_at, make_entrants, make_event, make_round
from tests.scoring.score_card.makers import enter, join
from tests.scoring.score_card.makers import enter_hand as entered

pytestmark = pytest.mark.django_db(transaction=True)
NORTH_SOUTH, EAST_WEST = "Ruth Abernathy & Marge Delgado", "Walt Kowalski & Ed Lindqvist"


def pair(page: Page, event: Event) -> None:
    """What scanning the code of table 1 does, and the key it shows."""
    given = pass_of(event, 1)
    page.goto(given.address)
    page.get_by_role("button", name="Yes, keep table 1 here").tap()
    expect(page).not_to_have_url(re.compile(given.token))


@pytest.mark.soak
def test_table_plays_calls_and_goes_on_with_a_second_tablet(open_device: OpenDevice):
    event = make_event(played_on=timezone.localdate())
    entrants = make_entrants(event, 8)
    first, second = make_round(event, entrants), make_round(event, entrants[::-1], number=2)
    tablet = open_device("tablet")

    pair(tablet, event)
    expect(tablet.get_by_role("heading", name="Welcome, table 1")).to_be_visible()
    start_round(event_round=first, acting=acting_as(), client_id="one")
    expect_step(tablet, "Bid")  # it opens by itself
    enter_hand(tablet, "Ruth Abernathy", 51, "Hearts", melds={NORTH_SOUTH: 24, EAST_WEST: 12}, takes={NORTH_SOUTH: 30})
    expect_totals(tablet, {NORTH_SOUTH: "54", EAST_WEST: "20"})

    tablet.get_by_text("Call the referee").tap()
    tablet.get_by_role("button", name="A ruling").tap()
    expect(tablet.locator(".is-called")).to_contain_text("The referee was called")
    assert DirectorCall.objects.get().reason == "ruling"

    other = open_device("tablet")
    pair(other, event)
    expect_step(other, "Bid")
    expect_totals(other, {NORTH_SOUTH: "54", EAST_WEST: "20"})
    tablet.reload()
    expect(open_menu(tablet)).to_contain_text("Tablet 2")
    other.get_by_role("button", name="No longer needed").tap()
    expect(tablet.locator(".is-called")).to_have_count(0)

    card = card_at(first.tables.get(number=1))
    keeper = join(card)
    for _ in range(3):
        entered(keeper)
    enter(keeper, "sign", {"side": "NS", "version": read_sheet(card).content_version, "by": ""})
    other.get_by_role("link", name="Review and sign").tap()
    other.get_by_role("link", name=f"We are {EAST_WEST}").tap()
    save(other)
    expect(other.get_by_role("heading", name="Round 1 is done")).to_be_visible()
    expect(other.locator(".moves")).to_contain_text("goes to table 2")

    close_round(event_round=first, acting=acting_as(), client_id="close", reason="table 2 stopped")
    start_round(event_round=second, acting=acting_as(), client_id="two")
    for page in (tablet, other):
        expect(page.get_by_role("heading", name="Table 1 · Round 2")).to_be_visible()
