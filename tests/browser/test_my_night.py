"""The morning after, on a phone: a member finds place, reason and next night in three taps, and reads the hands."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from league.models import Entrant, Member, Role
from tests.browser.accessibility import assert_looks_right
from tests.browser.conftest import OpenDevice
from tests.browser.devices import sign_in_as
from tests.league.makers import make_club, make_event, make_user
from tests.league.season.players.played import play_evening

pytestmark = pytest.mark.django_db(transaction=True)

LONG = "Wilhelmina Featherstonehaugh-Montgomery of Nether Wallop-on-Sea"


@pytest.mark.soak
def test_member_finds_place_reason_and_next_night_in_three_taps(open_device: OpenDevice):
    club, yesterday = make_club(), timezone.localdate() - timedelta(days=1)
    event = play_evening(club, yesterday)
    coming = timezone.now() + timedelta(days=6)
    make_event(club, name="Next Tuesday", played_on=timezone.localdate(coming), starts_at=coming)
    Member.objects.filter(club=club, number__lte=3).update(name=LONG)
    Entrant.objects.filter(event=event, number__lte=3).update(name=LONG)
    phone = open_device("any width", viewport={"width": 390, "height": 844})
    ruth = Member.objects.get(club=club, number=1)
    user = make_user()
    Role.objects.create(club=club, user=user, kind=Role.Kind.MEMBER, member=ruth)
    sign_in_as(phone, user)

    phone.goto(f"/clubs/{club.slug}/")
    phone.get_by_role("link", name="My pages").click()
    expect(phone.get_by_text(re.compile(r"^Place \d of 8$"))).to_be_visible()
    expect(phone.get_by_text(re.compile(r"points, .*(ahead of|behind)"))).to_be_visible()
    expect(phone.get_by_text("Next Tuesday").first).to_be_visible()

    phone.get_by_role("link", name="How it went").click()
    expect(phone.get_by_text("Best hand")).to_be_visible()
    assert_looks_right(phone)
    phone.set_viewport_size({"width": 390, "height": 844})
    phone.locator(".night-hands a").first.click()
    expect(phone).to_have_url(re.compile("/hands/1/$"))

    phone.goto(f"/clubs/{club.slug}/me/evenings/{event.pk}/")
    phone.get_by_role("link", name="Look back at this table").first.click()
    phone.locator("summary", has_text="Why it scored so").first.click()
    expect(phone.get_by_text("hands, with this meld in").first).to_be_visible()
    assert_looks_right(phone)

    phone.goto(f"/clubs/{club.slug}/players/{ruth.pk}/")
    for summary in phone.locator("summary").all():
        summary.click()
    assert_looks_right(phone)
