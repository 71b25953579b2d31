"""A member says on the phone, by an own link, who comes; the director sees it, and check-in expects them."""

import re

import pytest
from playwright.sync_api import expect

from league.office.members.links import token_of
from tests.browser.accessibility import assert_looks_right
from tests.browser.conftest import OpenDevice
from tests.browser.devices import sign_in_as
from tests.league.evening.coming.nights import next_week
from tests.league.makers import make_members, make_user

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.soak
def test_member_answers_by_the_own_link_and_is_expected(open_device: OpenDevice):
    night = next_week()
    ruth, walt = make_members(night.club, 2)
    here = f"/clubs/{night.club.slug}/"
    phone, desk = open_device("phone"), open_device("tablet")
    sign_in_as(desk, make_user(night.club, "director"))

    phone.goto(f"{here}next/{ruth.pk}/{token_of(ruth, 'coming')}/")
    expect(phone.get_by_text("Are you coming?")).to_be_visible()
    phone.get_by_role("button", name=re.compile("^Coming")).tap()
    expect(phone.get_by_text("You’re coming.", exact=True)).to_be_visible()
    phone.get_by_label("A few words for the others (optional)").fill("ten minutes late")
    phone.get_by_role("button", name="Save").tap()
    expect(phone.get_by_label("A few words for the others (optional)")).to_have_value("ten minutes late")
    assert_looks_right(phone)

    desk.goto(f"{here}events/{night.pk}/")
    desk.get_by_role("link", name="Who comes").tap()
    expect(desk.get_by_text("1 coming: not yet a table (3 more).")).to_be_visible()
    desk.get_by_role("button", name=re.compile(f"^Not coming.*{walt.name}")).tap()
    expect(desk.get_by_role("heading", name="Not coming")).to_be_visible()
    assert_looks_right(desk)
    desk.get_by_role("link", name="Check-in").tap()
    expect(desk.locator(f"#member-{ruth.pk}")).to_contain_text("“ten minutes late”")
    expect(desk.locator(f"#member-{ruth.pk}")).to_contain_text("Expected")
