"""Looking over a hand in a browser: step by step with the keys of the keyboard and of the page."""

import re

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from scoring.play import judging
from tests.browser.conftest import OpenDevice
from tests.browser.devices import become
from tests.scoring.play.sitting import play_hand, sit_down

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def few_playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "PLAYOUTS", 10)


def open_review(page: Page) -> None:
    """The hand just played, before anybody acted."""
    client = Client()
    at = play_hand(client, sit_down(client, "gwinnett"))
    become(page, client)
    page.goto(f"{at.url()}hands/1/review/")


def expect_step(page: Page, step: int) -> None:
    expect(page.locator(".review-place")).to_have_text(re.compile(rf"\b{step} of \d+"))
    expect(page.locator(".htmx-added")).to_have_count(0)  # a key that htmx has not wired yet loads the page anew


def test_keyboard_walks_through_the_steps_and_stays_on_its_key(desktop: Page):
    open_review(desktop)

    desktop.keyboard.press("ArrowRight")
    expect_step(desktop, 1)
    desktop.get_by_role("link", name="Forward").focus()
    desktop.keyboard.press("Enter")
    expect_step(desktop, 2)
    expect(desktop.get_by_role("link", name="Forward")).to_be_focused()
    desktop.keyboard.press("ArrowLeft")
    expect_step(desktop, 1)
    desktop.keyboard.press("n")
    expect(desktop.locator("#judged")).to_be_visible()


def test_on_a_phone_the_steps_stay_in_reach(open_device: OpenDevice):
    phone = open_device("phone")
    open_review(phone)

    phone.mouse.wheel(0, 900)
    phone.get_by_role("link", name="Forward").tap()

    expect_step(phone, 1)
    expect(phone.get_by_role("link", name="My next decision")).to_be_in_viewport()
