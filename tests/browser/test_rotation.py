"""A director makes a seating, swaps two people by tap, publishes it; a player finds their table."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from league.models import Entrant, Event
from tests.browser.devices import sign_in_as
from tests.league.makers import make_club, make_entrants, make_event, make_user

pytestmark = pytest.mark.django_db(transaction=True)


def address(event: Event, name: str, *args: object) -> str:
    return reverse(f"league:{name}", args=[event.club.slug, event.pk, *args])


def test_seating_is_made_swapped_by_tap_and_published(tablet, open_device):
    event = make_event(make_club(), rounds_planned=3)
    make_entrants(event, 9)
    sign_in_as(tablet, make_user(event.club, "director"))
    tablet.goto(address(event, "rotation"))

    tablet.get_by_role("button", name="Make the seating").click()
    tablet.locator(".swap-verdict > summary").click()
    expect(tablet.get_by_text("Nobody has the same partner twice.")).to_be_visible()
    tablet.locator(".swap-verdict > summary").click()
    tablet.locator(".felt-table").nth(0).locator(".at-N").click()
    expect(tablet.locator("[data-swap-hint]")).to_contain_text("Tap the other one.")
    tablet.locator(".sits-out .felt-plate").click()
    expect(tablet.get_by_text("have changed places.")).to_be_visible()
    expect(tablet.locator(".felt-table .is-marked")).to_have_count(1)
    expect(tablet.locator(".swap-verdict")).to_be_visible()
    tablet.get_by_role("button", name="Publish").or_(tablet.locator("summary", has_text="Publish")).first.click()
    despite = tablet.get_by_role("button", name="Publish all the same")
    if despite.is_visible():  # the swap may have made somebody sit out twice running
        despite.click()
    expect(tablet.get_by_text("Published. Everybody can see who sits where.")).to_be_visible()

    phone = open_device("phone")
    who = Entrant.objects.get(event=event, number=3)
    phone.goto(address(event, "seating"))
    phone.get_by_label("Your name or number").fill("3")
    phone.get_by_role("button", name="Find me").click()
    phone.get_by_role("link", name=who.name).first.click()
    expect(phone.get_by_role("heading", name=who.name)).to_be_visible()
    expect(phone.locator(".own-round")).to_have_count(3)


@pytest.mark.soak
def test_seating_without_scripts(open_device):
    event = make_event(make_club(), rounds_planned=1)
    make_entrants(event, 8)
    page = open_device("phone", java_script_enabled=False)
    sign_in_as(page, make_user(event.club, "director"))
    page.goto(address(event, "rotation"))

    page.get_by_role("button", name="Make the seating").click()
    for seat in (0, 5):
        page.locator(".felt-plate").nth(seat).click()
    page.get_by_role("button", name="Swap these two").click()

    expect(page.get_by_text("have changed places.")).to_be_visible()
    expect(page.locator(".is-marked")).to_have_count(2)
