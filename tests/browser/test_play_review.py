"""Looking over a hand in a browser: step by step with the keys of the keyboard and of the page."""

import re

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from scoring.play import judging
from scoring.play.review import decisions
from tests.browser.conftest import OpenDevice
from tests.browser.devices import become
from tests.browser.playing import play_hand as play_on
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


@pytest.mark.soak
def test_on_a_phone_the_steps_stay_in_reach(open_device: OpenDevice):
    phone = open_device("phone")
    open_review(phone)

    phone.mouse.wheel(0, 900)
    phone.get_by_role("link", name="Forward").tap()

    expect_step(phone, 1)
    expect(phone.get_by_role("link", name="My next decision")).to_be_in_viewport()


@pytest.mark.soak
def test_a_hand_goes_on_from_a_decision_and_stands_beside_the_first_time(open_device: OpenDevice):
    phone, client = open_device("phone"), Client()
    at = play_hand(client, sit_down(client, "gwinnett"))
    become(phone, client)
    assert at.table.your_seat
    step = [moment.number for moment in decisions(at.table.state, at.table.your_seat)][-3]
    phone.goto(f"{at.url()}hands/1/review/?step={step - 1}")

    phone.get_by_role("link", name="My next decision").tap()
    expect_step(phone, step)
    phone.get_by_role("button", name="Try again from here").tap()
    expect(phone.locator("#table")).to_be_visible()
    play_on(phone)

    expect(phone.locator("#result")).to_contain_text(re.compile(r"The first time: \S+\. This time: \S+\."))
    expect(phone.get_by_role("button", name="Try again from there")).to_be_visible()
    phone.goto(f"{at.url()}hands/1/review/?step={step}")
    expect(phone.locator("#review")).to_contain_text(re.compile(r"The first time: \S+\. From here: \S+\."))
