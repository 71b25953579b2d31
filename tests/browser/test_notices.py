"""The notice of an evening as it looks, and its text copied."""

import pytest
from playwright.sync_api import expect

from league.models import Event
from tests.browser.accessibility import assert_looks_right
from tests.browser.conftest import OpenDevice
from tests.browser.devices import sign_in_as
from tests.league.makers import make_user
from tests.league.money.evening import close, played_evening

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def event() -> Event:
    return close(played_evening())


def test_a_director_reads_publishes_and_copies_the_notice(open_device: OpenDevice, event: Event):
    page = open_device("any width")
    sign_in_as(page, make_user(event.club, "director"))
    page.goto(f"/clubs/{event.club.slug}/events/{event.pk}/")
    page.get_by_role("link", name="The notice").click()
    page.get_by_role("button", name="Publish").click()
    expect(page.get_by_text("Everybody can read the notice now.")).to_be_visible()

    page.get_by_text("Plain text to copy").click()
    page.get_by_role("button", name="Copy the text").click()

    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert_looks_right(page)
    page.get_by_role("link", name="Change the text").click()
    assert_looks_right(page)
