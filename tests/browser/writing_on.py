"""A tablet whose server is away: how it is cut off, and how a whole hand is written there."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.table import width_of

EVERYTHING_OF_A_CARD = "**/cards/**"
WHAT_IS_WRITTEN = re.compile(r"/hands/\d+/\w+/$")


def cut_off(page: Page, what: str | re.Pattern[str] = EVERYTHING_OF_A_CARD) -> None:
    """The server does not answer."""
    page.route(what, lambda route: route.abort())


def answers_again(page: Page, what: str | re.Pattern[str] = EVERYTHING_OF_A_CARD) -> None:
    page.unroute(what)


def write_on(page: Page, hand: int) -> None:
    page.get_by_role("button", name=f"Write hand {hand} here").tap()
    expect(page.get_by_role("heading", name=f"Hand {hand}", exact=True)).to_be_focused()


def sheet(page: Page) -> Locator:
    return page.locator(".waiting-form")


def write_hand(
    page: Page, hand: int, bidder: str, bid: int, trump: str, melds: dict[str, int], takes: dict[str, int]
) -> None:
    write_on(page, hand)
    tap_key(page, "Who won it?", bidder)
    sheet(page).get_by_label("For how much?").fill(str(bid))
    tap_key(page, "Trump", trump)
    write_figures(page, "Meld", melds)
    write_figures(page, "Take", takes)
    keep(page)


def tap_key(page: Page, question: str, answer: str) -> None:
    choice = sheet(page).locator("fieldset.choice", has=page.locator("legend", has_text=question))
    choice.locator("label.choice-key", has=page.get_by_text(answer, exact=True)).tap()


def write_figures(page: Page, title: str, figures: dict[str, int]) -> None:
    group = sheet(page).get_by_role("group", name=title, exact=True)
    for side, figure in figures.items():
        group.get_by_label(side).fill(str(figure))


def keep(page: Page) -> None:
    """At its right end: what comes up at its left is tapped next, and two taps on one spot are one double tap."""
    green = page.get_by_role("button", name="Keep this hand")
    green.tap(position={"x": width_of(green) * 0.9, "y": 20})
    expect(sheet(page)).to_have_count(0)


def waiting(page: Page) -> Locator:
    return page.get_by_role("region", name="Hands waiting on this tablet").get_by_role("listitem")


def strip(page: Page) -> Locator:
    return page.locator("[data-waiting-says]")
