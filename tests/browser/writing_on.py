"""A tablet whose server is away: how it is cut off, and how whole hands are written there."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.table import choose, key, save, type_bid, type_figures

EVERYTHING_OF_A_CARD = "**/cards/**"
WHAT_IS_WRITTEN = re.compile(r"/hands/\d+/\w+/$")

# What the code holds: the address, as it is given to whoever draws it.
KEEP_WHAT_IS_DRAWN = """() => {
    const draw = window.qrcode;
    window.qrcode = (...how) => {
        const code = draw(...how), add = code.addData;
        code.addData = (text, mode) => { window.drawn = text; add.call(code, text, mode); };
        return code;
    };
}"""


def cut_off(page: Page, what: str | re.Pattern[str] = EVERYTHING_OF_A_CARD) -> None:
    """The server does not answer."""
    page.route(what, lambda route: route.abort())


def answers_again(page: Page, what: str | re.Pattern[str] = EVERYTHING_OF_A_CARD) -> None:
    page.unroute(what)


def sheet(page: Page) -> Locator:
    """The long form of a hand that is changed, or asked about."""
    return page.locator(".waiting-form")


def expect_hand(page: Page, hand: int, step: str, *, board: int = 0) -> None:
    """The cockpit of a step is there, answered or not; a board is called by its own number."""
    name = f"Board {board}" if board else f"Hand {hand}"
    expect(page.locator(f".cockpit.is-{step}").get_by_role("heading", name=name, exact=True)).to_be_attached()
    expect(page.locator(f".cockpit.is-{step} .save-key")).to_be_visible()


def write_hand(
    page: Page, hand: int, bidder: str, bid: int, trump: str, melds: dict[str, int], takes: dict[str, int]
) -> None:
    """In the cockpit, as ever."""
    expect_hand(page, hand, "bid")
    write_bid(page, bidder, bid, trump)
    finish_hand(page, hand, melds, takes)


def write_bid(page: Page, bidder: str, bid: int, trump: str) -> None:
    choose(page, "Who won the bid?", bidder)
    type_bid(page, bid)
    key(page, "Trump", trump).tap()


def finish_hand(page: Page, hand: int, melds: dict[str, int], takes: dict[str, int], *, board: int = 0) -> None:
    expect_hand(page, hand, "meld", board=board)
    type_figures(page, melds)
    save(page)
    expect_hand(page, hand, "take", board=board)
    type_figures(page, takes)
    save(page)
    expect(page.locator(f"#waiting-hand-{hand}")).to_be_visible()


def waiting(page: Page) -> Locator:
    return page.locator("[data-waiting-hands] > li")


def strip(page: Page) -> Locator:
    return page.locator("[data-waiting-says]")
