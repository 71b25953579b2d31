"""Standings on a narrow phone: a stranger finds a place and its reason, a director's correction tells who moved."""

import pytest
from playwright.sync_api import expect

from league.models import Entrant
from tests.browser.accessibility import assert_looks_right
from tests.browser.conftest import OpenDevice
from tests.browser.devices import sign_in_as
from tests.league.makers import make_club, make_series, make_user
from tests.league.season.seasons.played import laid_night, opened

pytestmark = pytest.mark.django_db(transaction=True)
NARROW = {"width": 360, "height": 740}


@pytest.mark.soak
def test_place_and_reason_take_three_taps_and_a_correction_says_who_moved(open_device: OpenDevice) -> None:
    series = make_series(make_club())
    laid_night(series, 0, (60, 20, 60, 20, 50, 30, 50, 30))
    laid_night(series, 1, (40, 30, 41, 30, 10, 20, 10, 20))
    season = opened(series.club, name="Winter 2026", best=1)
    phone = open_device("phone", viewport=NARROW)

    phone.goto(f"/clubs/{series.club.slug}/")
    phone.get_by_role("link", name="Standings", exact=True).tap()
    phone.get_by_role("link", name="Winter 2026").tap()
    expect(phone.get_by_role("row", name="Lois Beckett")).to_contain_text("20")
    assert_looks_right(phone)
    phone.get_by_role("link", name="Lois Beckett").tap()

    expect(phone.get_by_role("heading", name="3rd place")).to_be_visible()
    expect(phone.get_by_text("Ahead of")).to_contain_text("shares the place; 20 points more")
    expect(phone.get_by_role("listitem").filter(has_text="Tue, Jan 13").first).to_contain_text("Dropped")
    assert_looks_right(phone)

    Entrant.objects.filter(event__series=series).update(fee=500)
    director = open_device("tablet")
    sign_in_as(director, make_user(series.club, "director"))
    director.goto(f"/clubs/{series.club.slug}/seasons/{season.pk}/")
    director.locator("summary", has_text="More").tap()
    director.get_by_role("link", name="Points by hand").tap()
    director.get_by_role("link", name="Give or take points").tap()
    director.get_by_label("Who?").select_option(label="Hank Ostrowski (6)")
    director.get_by_label("Points").fill("25")
    director.get_by_label("What everybody reads").fill("The card was added up wrong")
    director.get_by_role("button", name="Save and publish").tap()
    expect(director.get_by_text("Hank Ostrowski +25").first).to_be_visible()
    director.goto(f"/clubs/{series.club.slug}/seasons/{season.pk}/")
    director.locator("summary", has_text="More").tap()
    director.get_by_role("link", name="Fees").tap()
    expect(director.get_by_text("$0 paid, $80 owed by 8 people")).to_be_visible()
    assert_looks_right(director)

    phone.goto(f"/clubs/{series.club.slug}/seasons/{season.pk}/")
    expect(phone.get_by_text("The card was added up wrong")).to_be_visible()
    expect(phone.get_by_text("Since then")).to_be_visible()
    expect(phone.get_by_role("row", name="3 Hank Ostrowski")).to_contain_text("5")
