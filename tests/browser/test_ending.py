"""How an evening ends: the last side signs, every tablet and phone has the places, and the projector shows them from
the last up."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from league.evening.cards.ranking import ranking_of
from league.management.evenings import play_table
from league.models import Entrant, Event
from league.office.members.links import night_path
from tests.browser.accessibility import assert_looks_right_on
from tests.browser.conftest import OpenDevice
from tests.browser.devices import sign_in_as
from tests.browser.evening import pair
from tests.league.makers import fresh, make_event, make_running_round, make_user

pytestmark = pytest.mark.django_db(transaction=True)
LONG = "Wilhelmina Featherstonehaugh-Montgomery of Nether Wallop-on-Sea"


@pytest.mark.soak
def test_last_signature_brings_the_places_to_every_tablet_and_the_director_shows_them(open_device: OpenDevice):
    event_round = make_running_round(make_event(rounds_planned=1, played_on=timezone.localdate()))
    event = event_round.event
    Entrant.objects.filter(event=event, number__in=(1, 5)).update(name=LONG)
    tablet, other, phone, hall = (open_device(name) for name in ("tablet", "tablet", "phone", "desktop"))
    for number, page in enumerate((tablet, other), start=1):
        pair(page, event, number)
        play_table(event_round.tables.get(number=number), seed=1, is_signed=number == 1)
    tablet.goto(f"/tables/{event.pk}/")
    expect(tablet.get_by_text("Round 1 is done")).to_be_visible()
    expect(tablet.get_by_role("heading", name="The places")).to_have_count(0)

    let_family_follow(phone, Entrant.objects.select_related("event__club", "member").get(event=event, number=1))

    for side in ("NS", "EW"):
        other.goto(f"/cards/{event_round.tables.get(number=2).card_id}/sign/{side}/")
        other.locator("form .save-key, form .button-go").last.tap()
        expect(other).not_to_have_url(re.compile(f"/{side}/"))

    for page in (tablet, other, phone):
        expect(page.get_by_role("heading", name="The places")).to_be_visible(timeout=25_000)
        expect(page.locator("#ranking li")).to_have_count(8)
    assert_looks_right_on(phone, 390, "dark")
    assert_looks_right_on(other, 810, "light")

    ranking = ranking_of(fresh(event))["lines"]
    sign_in_as(hall, make_user(event.club, "director"))
    hall.goto(f"/clubs/{event.club.slug}/events/{event.pk}/board/")
    hall.locator("summary", has_text="Menu").click()
    hall.get_by_role("button", name="Places, from the last up").click()
    expect(hall.get_by_role("button", name="Show them again")).to_be_visible()
    Event.objects.update(reveal_from=timezone.now() - timedelta(seconds=6))
    hall.goto(f"/clubs/{event.club.slug}/events/{event.pk}/projector/")
    expect(hall.get_by_text(ranking[-1]["name"]).first).to_be_visible(timeout=15_000)
    expect(hall.get_by_text(ranking[0]["name"])).to_have_count(0)
    Event.objects.update(reveal_from=timezone.now() - timedelta(minutes=3))
    expect(hall.get_by_text(ranking[0]["name"]).first).to_be_visible(timeout=15_000)


def let_family_follow(phone: Page, player: Entrant) -> None:
    """By the link on the slip; what the family sees is looked at, and the phone is back at the player's night."""
    phone.goto(night_path(player))
    phone.get_by_role("button", name="Make the link").click()
    link = phone.locator(".link-address").inner_text()
    assert_looks_right_on(phone, 390, "light")
    phone.goto(link[link.index("/clubs/") :])
    expect(phone.get_by_text("Now: round 1, table 1, North")).to_be_visible()
    expect(phone.get_by_text("Hand 4", exact=True)).to_be_visible()
    assert_looks_right_on(phone, 390, "dark")
    phone.goto(night_path(player))
