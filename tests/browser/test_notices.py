"""The notice of an evening as it looks, and its text copied."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from league.models import Event, Member
from league.office.members.links import NOTICES, token_of
from tests.browser.accessibility import assert_looks_right, assert_looks_right_on
from tests.browser.conftest import OpenDevice
from tests.browser.devices import sign_in_as
from tests.league.evening.money.evening import close, played_evening
from tests.league.makers import make_club, make_user

LONG = "Maximiliane Oberhuber-von der Weide-Hofer"
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
    page.get_by_role("link", name="Who won").click()
    page.get_by_label("What it says").fill(f"{LONG} and Joan shared it.")
    assert_looks_right(page)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Typed", exact=True)).to_be_visible()


@pytest.mark.soak
def test_whoever_got_it_by_email_stops_that_by_one_tap_and_takes_it_back(open_device: OpenDevice):
    reader = Member.objects.create(club=make_club(name=LONG), number=1, name=LONG, email="max@example.org")
    phone = open_device("any width", viewport={"width": 390, "height": 844})
    phone.goto(reverse("league:notices_by_email", args=[reader.club.slug, reader.pk, token_of(reader, NOTICES)]))

    phone.get_by_role("button", name="Stop the emails").tap()

    expect(phone.get_by_role("heading", name="The notices are stopped")).to_be_visible()
    assert_looks_right_on(phone, 390, "dark")
    phone.get_by_role("button", name="Send them to me again").tap()
    expect(phone.get_by_role("button", name="Stop the emails")).to_be_visible()
    reader.refresh_from_db()
    assert not reader.no_notices
