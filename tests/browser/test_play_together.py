"""Two people and two bots at one table, on three devices: one of the two is sent away and let in again, leaves, and
comes back on another."""

import re
from itertools import cycle

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from scoring.models import PlaySeat, PlayTable
from scoring.play.pages import together as pages
from scoring.play.settings import TableSettings, settings_to_json
from tests.browser.conftest import OpenDevice
from tests.browser.devices import become, hold_back
from tests.browser.playing import ANSWERS, kind_asked, tap_key
from tests.scoring.play.company import Company, play_on

pytestmark = pytest.mark.django_db(transaction=True)

# Where the next one is a person, nothing is asked here.
HAS_ACTED = """seen => !document.querySelector("#act") ||
    document.querySelector("#act input[name=seen]").value !== seen"""


@pytest.fixture(autouse=True)
def _often(monkeypatch: pytest.MonkeyPatch) -> None:
    """News come at once, as far as a test can wait."""
    monkeypatch.setattr(pages, "SECONDS_WAITING", "0.4")
    monkeypatch.setattr(pages, "SECONDS_ELSE", "0.4")


def is_asked(page: Page) -> bool:
    page.wait_for_timeout(100)
    return page.locator("#act:not([data-pending])").count() > 0


def answer(*devices: Page) -> Page:
    """Whoever is asked does the first good thing; whose page that was."""
    asked = next(filter(is_asked, cycle(devices)))
    seen = asked.locator("#act input[name=seen]").input_value()
    tap_key(ANSWERS[kind_asked(asked)](asked))
    asked.wait_for_function(HAS_ACTED, arg=seen)
    return asked


def sit_down(page: Page, name: str, seat: str) -> None:
    page.get_by_label("Your name").fill(name)
    page.get_by_text(seat, exact=True).last.tap()
    page.get_by_role("button", name="Sit down").tap()
    expect(page.get_by_text("Ann starts the game.")).to_be_visible()


def test_news_asked_for_before_the_own_tap_are_dropped(tablet: Page):
    """What they were to replace is gone from the page; a script error fails the test."""
    company = Company("st-hilary", Ann=Client(), Ruth=Client()).begin().play(to="play")
    become(tablet, company.clients[company.asked()])
    let_go = hold_back(tablet, "**/news/")
    with tablet.expect_request("**/news/"):
        tablet.goto(f"/play/{company.game.pk}/")
    answer(tablet)

    for news in (let_go, lambda: None):  # the next ones come
        with tablet.expect_response("**/news/"):
            news()

    expect(tablet.locator("#people")).to_be_attached()


@pytest.mark.soak
def test_a_hand_of_two_people_one_of_whom_leaves_and_comes_back(tablet: Page, phone: Page, open_device: OpenDevice):
    tablet.goto("/play/")
    tablet.get_by_role("link", name="Open a table and invite friends").tap()
    tablet.get_by_label("Your name").fill("Ann")
    tablet.get_by_label("Rules", exact=True).select_option("st-hilary")
    tablet.get_by_text("Beginner", exact=True).tap()
    tablet.get_by_role("button", name="Open the table").tap()
    code = tablet.locator(".table-code").inner_text()

    phone.goto("/play/together/")
    phone.get_by_label("Code", exact=True).fill(code.lower())
    phone.get_by_role("button", name="Go to that table").tap()
    sit_down(phone, "Ruth", "East")

    # Ann looks after the table.
    seats = tablet.get_by_role("list", name="Seats")
    hers = tablet.get_by_label("Change Ruth’s seat")
    hers.tap()
    tablet.get_by_role("button", name="Move to North").tap()
    expect(seats.get_by_role("listitem").first).to_contain_text(re.compile("North.*Ruth", re.DOTALL))
    hers.tap()
    tablet.get_by_role("button", name="Send Ruth away").tap()
    expect(phone.get_by_text("This table plays on without you.")).to_be_visible()
    expect(seats).not_to_contain_text("Ruth")
    tablet.get_by_role("button", name="Let Ruth in again").tap()
    expect(tablet.get_by_text("You sent Ruth away.")).to_have_count(0)
    phone.reload()
    sit_down(phone, "Ruth", "North")
    expect(seats).to_contain_text("Ruth")
    PlaySeat.objects.update(settings=settings_to_json(TableSettings(pace="instant")))
    tablet.get_by_role("button", name="Start with bots in the empty seats").tap()
    expect(phone).to_have_url(re.compile(r"/play/[0-9a-f-]{36}/$"))
    game = phone.url

    # They bid and play, each when it is their turn.
    table = PlayTable.objects.get()
    assert {answer(tablet, phone), answer(tablet, phone)} <= {tablet, phone}
    play_on(table, "play", tricks=2)
    for device in (tablet, phone):  # till then the keys of the auction are still there
        expect(device.locator(".last-trick")).to_be_visible()
    answers = {answer(tablet, phone) for _ in range(3)}
    assert answers == {tablet, phone}

    # What one looks at stays open while the other plays.
    while not is_asked(tablet):
        if is_asked(phone):
            answer(phone)
    phone.locator("summary", has_text="Table").last.tap()
    people = phone.locator("#people")
    before = people.get_attribute("hx-vals") or ""
    answer(tablet)
    expect(people).not_to_have_attribute("hx-vals", before)

    # One leaves: the other is told, and a bot plays on.
    phone.get_by_role("link", name="Continue on another device").tap()
    phone.get_by_role("button", name="Show the code").tap()
    link = phone.locator(".link-address").inner_text()
    phone.goto(game)
    phone.locator("summary", has_text="Table").last.tap()
    phone.get_by_role("button", name="Leave the table").tap()
    expect(phone.get_by_role("heading", name="Play pinochle")).to_be_visible()
    expect(tablet.get_by_text("Ruth left. A bot plays that seat.")).to_be_visible()
    expect(tablet.locator("#act")).to_be_visible()
    for _ in range(2):
        assert answer(tablet, phone) == tablet

    # Back on another device, by the address of the own seat.
    desktop = open_device("tablet", viewport={"width": 1366, "height": 768})
    desktop.goto(link)
    desktop.get_by_role("button", name="Keep playing here").tap()
    expect(desktop.locator("#table")).to_be_visible()
    expect(tablet.get_by_text("Ruth left.")).to_have_count(0)
    assert {answer(tablet, desktop) for _ in range(3)} == {tablet, desktop}

    # The hand ends for both, and now they may talk.
    play_on(table)
    expect(tablet.locator("#result")).to_be_visible()
    expect(desktop.locator("#result")).to_be_visible()
    desktop.get_by_text("Say something").tap()
    desktop.get_by_role("button", name="Nice hand.").tap()
    expect(tablet.get_by_text("Ruth: Nice hand.")).to_be_visible()
    tablet.get_by_role("button", name="Next hand").tap()
    expect(tablet.get_by_text("You’re ready. Waiting for Ruth.")).to_be_visible()
    desktop.get_by_role("button", name="Next hand").tap()
    expect(tablet.locator("#result")).to_have_count(0)
    expect(desktop.locator("#result")).to_have_count(0)
    assert table.games.get().deals.count() == 2
