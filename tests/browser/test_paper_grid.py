"""A paper card typed without a mouse: letters, figures, Enter and arrows."""

import re

import pytest
from playwright.sync_api import Page, expect

from league.models import Entrant
from tests.browser.conftest import OpenDevice
from tests.browser.devices import sign_in_as
from tests.league.makers import (
    close_with_sums,
    make_entrants,
    make_event,
    make_round,
    make_running_round,
    make_user,
    sheet_at,
    start_now,
)

pytestmark = pytest.mark.django_db(transaction=True)


def type_row(page: Page, *cells: str) -> None:
    """A row from the cell that has the focus; Enter leads on from each, as the legend says."""
    for cell in cells:
        page.keyboard.type(cell)
        page.keyboard.press("Enter")


def test_card_is_typed_by_keys_alone(open_device: OpenDevice):
    table = make_running_round(players=4).tables.select_related("event_round__event__club", "card").get()
    page = open_device("desktop")
    event = table.event_round.event
    sign_in_as(page, make_user(event.club, "referee"))
    page.goto(f"/clubs/{event.club.slug}/events/{event.pk}/rounds/1/tables/1/paper/")

    page.locator("#h1-dealer").focus()
    type_row(page, "n", "s", "51", "h", "", "24", "30", "13", "20")
    expect(page.locator("#h1-told")).to_contain_text("13 isn’t a possible meld")
    expect(page.locator("#h1-meld_EW")).to_have_attribute("aria-invalid", "true")
    page.locator("#h1-meld_EW").fill("12")
    expect(page.locator("#h1-total-NS")).to_have_text("54")
    expect(page.locator("#h1-told")).not_to_contain_text("No melds")

    page.keyboard.press("ArrowDown")
    expect(page.locator("#h2-meld_EW")).to_be_focused()
    page.locator("#h2-dealer").focus()
    type_row(page, "", "w", "52", "hqs", "", "10", "12", "20", "")  # a slip is typed over: nothing jumps
    expect(page.locator("#h2-total-EW")).to_have_text("78")
    expect(page.locator("#h2-trump")).to_have_value("S")  # there is no suit q
    page.locator("#h4-renege").focus()
    page.keyboard.press("Enter")
    type_row(page, "54", "78")  # what the paper adds up to
    expect(page.locator("#grid-sum")).to_contain_text("as the paper says")
    expect(page.locator("[data-grid-save]")).to_be_focused()
    page.keyboard.press("Enter")

    expect(page.get_by_role("status").filter(has_text=re.compile("card saved"))).to_be_visible()
    expect(page.locator("#h2-bid")).to_have_value("52")
    sheet = sheet_at(table)
    assert sheet.totals == {"NS": 54, "EW": 78}
    assert {entry.device for entry in sheet.entries} == {"Carol Reyes, referee"}


def test_all_totals_are_typed_over_as_in_a_spreadsheet(open_device: OpenDevice):
    event_round = make_running_round(players=8)
    page = open_device("desktop")
    event, seats = event_round.event, event_round.tables.get(number=1).seats
    north, south = (page.locator(f"#cell-{seats.get(seat=seat).entrant_id}-1") for seat in "NS")
    sign_in_as(page, make_user(event.club, "director"))
    page.goto(f"/clubs/{event.club.slug}/events/{event.pk}/totals/")

    cells = page.locator("[data-cell]")
    cells.first.focus()
    page.keyboard.press("Enter")
    expect(cells.nth(1)).to_be_focused()
    page.keyboard.press("Shift+Enter")
    north.fill("240")
    expect(south).to_have_value("240")
    page.keyboard.press("Space")
    expect(page.locator("#grid-why")).to_contain_text("Penalties and lateness")
    expect(north).to_have_value("240")
    for seat in "EW":
        page.locator(f"#cell-{seats.get(seat=seat).entrant_id}-1").fill("-31")
    page.get_by_role("button", name="Save the totals").click()

    expect(page.get_by_role("status").filter(has_text="Saved the totals of 1 table.")).to_be_visible()
    assert event_round.tables.get(number=1).totals == {"NS": 240, "EW": -31}
    page.get_by_role("button", name="Undo").click()
    expect(north).to_have_value("")


@pytest.mark.soak
def test_eight_rounds_stand_side_by_side_on_a_tablet_that_lies(open_device: OpenDevice):
    event = make_event(rounds_planned=8)
    entrants = make_entrants(event, 8)
    Entrant.objects.filter(pk=entrants[0].pk).update(name="Wilhelmina Featherstonehaugh-Montgomery")
    for number in range(1, 9):
        close_with_sums(start_now(make_round(event, entrants, number=number)), [(-320, 1310), (240, 200)])
    page = open_device("any width")
    sign_in_as(page, make_user(event.club, "director"))
    page.set_viewport_size({"width": 1180, "height": 820})
    page.goto(f"/clubs/{event.club.slug}/events/{event.pk}/totals/")

    expect(page.locator("[data-cell]")).to_have_count(64)
    assert page.locator(".totals-frame").evaluate("frame => frame.scrollWidth - frame.clientWidth") == 0
    figures = page.locator("[data-cell]")
    assert figures.evaluate_all("cells => cells.filter(cell => cell.scrollWidth > cell.clientWidth).length") == 0
