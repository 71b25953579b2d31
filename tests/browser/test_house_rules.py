"""A club's rules in the browser: finding and changing one among a hundred, mending."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from league.models import Club, HouseRules
from league.office.house_rules.deeds import copy_book, draft_digest, draft_of, save_draft
from scoring.rules.own_sheet import read_sheet
from tests.browser.accessibility import assert_looks_right
from tests.browser.conftest import OpenDevice
from tests.browser.devices import sign_in_as
from tests.league.makers import acting_as, make_club, make_user


@pytest.fixture
def rules(transactional_db: None) -> HouseRules:
    club = make_club(name="St. Hilary Card Party of the Lower Valley", slug="st-hilary")
    rules = copy_book(club=club, key="npa", acting=acting_as("admin"), client_id="copy")
    told = read_sheet("Bidding:\nThe opening bid is 50.\nManners:\nBring a dish to share on the first Wednesday.")
    sheet = (told[0].model_copy(update={"at": "auction.opening"}), told[1])
    book, seen = draft_of(rules).model_copy(update={"sheet": sheet}), draft_digest(rules)
    return save_draft(rules=rules, book=book, seen=seen, acting=acting_as("admin"), client_id="sheet")


def signed_in(page: Page, club: Club) -> Page:
    sign_in_as(page, make_user(club, "admin"))
    return page


def test_a_rule_is_found_changed_and_mended(open_device: OpenDevice, rules: HouseRules) -> None:
    page = signed_in(open_device("desktop"), rules.club)
    page.goto(f"/clubs/st-hilary/rules/{rules.key}/edit/")
    expect(page.get_by_label("Points for a skunk")).to_have_count(0)

    # A part is loaded when it is opened, once: what is typed in it outlives closing it and loading all others.
    page.locator("#chapter-auction > summary").click()
    page.locator("#chapter-auction").get_by_label("Opening bid").fill("60")
    page.locator("#chapter-auction > summary").click()
    page.locator("[data-find-rule]").fill("skunk")
    expect(page.locator("[data-chapter]")).to_have_count(0)
    expect(page.locator("label", has_text="Nines for a redeal")).to_be_hidden()
    # By its id: to ask a hundred fields for their labels, again and again, took a third of the time.
    skunk = page.locator(f"#{page.locator('label', has_text='Points for a skunk').get_attribute('for')}")
    skunk.fill("two hundred and fifty")
    page.locator("main button", has_text="Save the draft").click()

    told = page.locator("[role=alert]", has_text="one field needs another look")
    expect(told).to_be_visible()
    told.locator("a", has_text="Points for a skunk").click()
    expect(skunk).to_be_focused()
    expect(skunk).to_have_value("two hundred and fifty")
    skunk.fill("250")
    page.locator("main button", has_text="Save and see what changed").click()

    expect(page.get_by_role("heading", name="What changed")).to_be_visible()
    expect(page.get_by_role("row", name="Points for a skunk 200 250")).to_be_visible()
    expect(page.get_by_role("row", name="Opening bid 50 60")).to_be_visible()
    expect(page.get_by_role("link", name="Publish the draft…")).to_be_visible()


@pytest.mark.soak
def test_the_form_works_without_scripts(open_device: OpenDevice, rules: HouseRules) -> None:
    page = signed_in(open_device("phone", java_script_enabled=False), rules.club)
    page.goto(f"/clubs/st-hilary/rules/{rules.key}/edit/?open=passing")

    page.locator("label", has_text="Partners pass each other cards").click()
    expect(page.get_by_label("Cards passed to the partner")).to_be_visible()
    page.get_by_label("Cards passed to the partner").fill("99")
    page.get_by_role("button", name="Save the draft").click()
    expect(page.get_by_role("alert").first).to_contain_text("one field needs another look")
    page.get_by_label("Cards passed to the partner").fill("4")
    page.locator("#chapter-auction > summary").click()
    page.locator("#chapter-auction").get_by_role("button", name="Show these rules").click()
    expect(page.get_by_text("What you typed is still here, and not saved yet.")).to_be_visible()
    page.get_by_label("Opening bid").fill("60")
    page.get_by_role("button", name="Save the draft").click()

    expect(page.get_by_text("Draft saved.")).to_be_visible()
    assert draft_of(HouseRules.objects.get()).auction.opening == 60
    passing = draft_of(HouseRules.objects.get()).passing
    assert passing is not None
    assert passing.cards == 4


@pytest.mark.soak
@pytest.mark.parametrize(
    "rest",
    [
        *("{key}/edit/?open=meld", "{key}/sheet/"),
        *("", "{key}/edit/?open=round", "{key}/edit/?open=readings", "{key}/publish/", "{key}/sheet/text/"),
    ],
)
def test_the_pages_are_accessible_and_fit(open_device: OpenDevice, rules: HouseRules, rest: str) -> None:
    page = signed_in(open_device("any width"), rules.club)
    page.goto(f"/clubs/st-hilary/rules/{rest.format(key=rules.key)}")

    assert_looks_right(page)
