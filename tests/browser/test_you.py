"""A member's question of the week, on a phone: my place, what moves me up, when do we play? By link, as member, as
official: each in the first window, or one tap away."""

import re

import pytest
from playwright.sync_api import Page, expect

from league.models import Member, Role
from league.office.members.links import OWN_PAGE, token_of
from tests.browser.accessibility import assert_looks_right
from tests.browser.conftest import OpenDevice
from tests.browser.devices import sign_in_as
from tests.league.makers import make_club, make_user
from tests.league.season.players.weeks import SENTENCE, three_weeks
from tests.sampling import sample

pytestmark = pytest.mark.django_db(transaction=True)
WINDOW = {"width": 390, "height": 844}
NEXT = "Are you coming?"
LONG = "Wilhelmina Featherstonehaugh-Montgomery of Nether Wallop-on-Sea"


def assert_in_first_window(page: Page, *words: str) -> None:
    assert page.evaluate("scrollY") == 0
    for each in words:
        found = page.get_by_text(each)
        expect(found).to_be_visible()
        box = found.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= WINDOW["height"], each


@pytest.mark.soak
def test_member_finds_place_what_moves_up_and_the_next_night_at_once(
    open_device: OpenDevice, monkeypatch: pytest.MonkeyPatch
):
    club = make_club()
    three_weeks(club, monkeypatch)
    joan, home = Member.objects.get(club=club, number=5), f"/clubs/{club.slug}/"

    phone = open_device("any width", viewport=WINDOW)
    phone.goto(f"{home}next/{joan.pk}/{token_of(joan, OWN_PAGE)}/")
    assert_in_first_window(phone, SENTENCE, NEXT)
    phone.get_by_role("button", name=re.compile("^Coming")).click()
    expect(phone.get_by_text("You’re coming.", exact=True)).to_be_visible()
    phone.goto(home)
    assert_in_first_window(phone, SENTENCE)
    phone.get_by_role("link", name="Winter").first.click()
    expect(phone.locator("#you")).to_be_in_viewport()
    phone.get_by_role("button", name="Not you?").click()
    expect(phone.get_by_text("no longer knows who you are")).to_be_visible()
    expect(phone.get_by_text(SENTENCE)).to_have_count(0)

    for kind in ("director", "member")[: sample(1, 2)]:
        user = make_user()
        Role.objects.filter(member=joan).delete()
        Role.objects.create(club=club, user=user, kind=kind, member=joan)
        sign_in_as(phone, user)
        phone.goto(home)
        assert_in_first_window(phone, SENTENCE)
        phone.get_by_role("link", name="My pages").click()
        expect(phone.get_by_role("heading", name="How you stand")).to_be_visible()
        assert_in_first_window(phone, SENTENCE, "You’re coming.")

    Member.objects.filter(club=club, number__in=(3, 5)).update(name=LONG)
    places = ("me/", f"seasons/{club.seasons.get().pk}/", f"next/{joan.pk}/{token_of(joan, OWN_PAGE)}/")
    for where in places[: sample(2, len(places))]:
        phone.goto(f"{home}{where}")
        assert_looks_right(phone)
