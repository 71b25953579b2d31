"""A passkey by the browser's own hand, on a device that has one built in, and the pages of the second step."""

import pytest
from playwright.sync_api import Page, expect

from league.models import SecondStep
from tests.browser.accessibility import assert_looks_right
from tests.browser.conftest import OpenDevice
from tests.browser.devices import sign_in_as
from tests.browser.test_clubs import show_password, sign_in
from tests.league.makers import make_club, make_user

pytestmark = pytest.mark.django_db(transaction=True)


def build_one_in(page: Page) -> None:
    device = page.context.new_cdp_session(page)
    device.send("WebAuthn.enable")
    kind = {"protocol": "ctap2", "transport": "internal", "hasUserVerification": True, "isUserVerified": True}
    kind["hasResidentKey"] = True
    device.send("WebAuthn.addVirtualAuthenticator", {"options": {**kind, "automaticPresenceSimulation": True}})


def test_director_adds_a_passkey_and_signs_in_with_it(open_device: OpenDevice):
    page = open_device("tablet", own=True)
    build_one_in(page)
    club = make_club()
    sign_in_as(page, make_user(club, "director", username="carol"))
    page.goto("/account/")

    page.get_by_role("link", name="Make signing in safer").click()
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.locator("#codes")).to_contain_text("-")
    page.get_by_role("link", name="I have them").click()
    page.get_by_role("button", name="Sign out").first.click()
    expect(page.get_by_text("You are signed out on this device.")).to_be_visible()
    show_password(page, "carol")
    page.get_by_role("button", name="Use your passkey").click()
    expect(page.get_by_role("heading", name=club.name)).to_be_visible()

    page.get_by_role("button", name="Sign out").click()
    page.goto("/account/sign-in/")
    page.get_by_role("button", name="Use a passkey").click()
    page.get_by_role("button", name="Sign in").click()  # alone, without the password

    expect(page.get_by_role("heading", name=club.name)).to_be_visible()


@pytest.mark.soak
def test_every_page_of_the_second_step_can_be_read_by_everybody(open_device: OpenDevice):
    page = open_device("any width")
    carol = make_user(make_club(), "director", username="carol")
    sign_in(page, "carol")
    SecondStep.objects.create(user=carol, kind="passkey", handle="AAAA", secret="AAAA", device="iPad")

    for place in ("", "app/"):
        page.goto(f"/account/safer/{place}")
        assert_looks_right(page)
    page.goto("/account/safer/")
    page.get_by_role("button", name="Make new codes").click()
    expect(page.locator("#codes")).to_contain_text("-")
    assert_looks_right(page)
    show_password(page, "carol")
    expect(page.get_by_role("button", name="Use your passkey")).to_be_visible()
    assert_looks_right(page)
