"""At the table against bots: sits down, and does the first legal thing when asked.

    sit_down(tablet, "npa")
    play_hand(tablet)                    # all that is asked, to the count of the hand
    next_hand(tablet)

Nothing waits for a time: a tap is over when the table knows more than before, or says how the hand ended.
"""

import re
from collections.abc import Callable
from itertools import cycle
from typing import Final

from playwright.sync_api import Locator, Page, TimeoutError, expect

from scoring.rules.book import built_in_books

MOST_TAPS: Final = 120
PATIENCE: Final = 3_000
HAS_MOVED_ON: Final = """seen => document.querySelector("#result") ||
    (document.querySelector("#act input[name=seen]") || {value: seen}).value !== seen"""
TAPPED_AT: Final = cycle((0.1, 0.9))


def sit_down(page: Page, book: str, *, pace: str = "At once", **fields: str) -> None:
    """From the start page of play mode to the table, by way of the page that asks; `fields` are typed by name."""
    page.goto("/play/")
    page.locator("summary", has_text="Other rules").tap()
    page.get_by_role(
        "link", name=re.compile(rf"Change seat and players: {re.escape(built_in_books()[book].name)}$")
    ).tap()
    page.get_by_label("Your name").fill("Ann")
    for field, value in fields.items():
        page.locator(f'[name="{field}"]').fill(value)
    page.locator("summary", has_text="The table").tap()
    page.locator("label.choice-key", has_text=pace).tap()
    page.get_by_role("button", name="Deal the cards").tap()
    expect(page.locator("#table")).to_be_visible()
    page.wait_for_load_state()


def play_hand(page: Page) -> list[str]:
    """Plays the hand to its end; what was asked, in order and each once."""
    asked: list[str] = []
    for _ in range(MOST_TAPS):
        page.locator("#act, #result").first.wait_for()
        if page.locator("#result").count():
            return asked
        kind = kind_asked(page)
        if kind not in asked:
            asked.append(kind)
        tap_and_wait(page, ANSWERS[kind](page))
    raise AssertionError("The hand does not end.")


def next_hand(page: Page) -> None:
    """On to the next hand, once one is over."""
    key = page.get_by_role("button", name="Next hand")
    tap_key(key)
    try:
        key.wait_for(state="detached", timeout=PATIENCE)
    except TimeoutError:  # it came up under the finger that played the last card, or is not answered yet
        if key.evaluate_all("keys => keys.some(key => !key.closest('[inert]'))"):
            tap_key(key)
    page.locator("#act").wait_for()


def kind_asked(page: Page) -> str:
    """What the player is asked: `bid`, `trump`, `play`, …"""
    found = re.search(r"act-(\w+)", page.locator("#act").get_attribute("class") or "")
    assert found, "nothing is asked"
    return found[1]


def tap_and_wait(page: Page, key: Locator) -> None:
    """Taps, and waits until the table has moved on. On its two ends by turns: two quick taps on one spot are a
    double tap, whose second half plays no card. Where the spots of two keys meet, one taps again."""
    seen = page.locator("#act input[name=seen]").input_value()
    tap_key(key)
    try:
        page.wait_for_function(HAS_MOVED_ON, arg=seen, timeout=PATIENCE)
    except TimeoutError:
        if not page.locator("#act[data-pending]").count():
            tap_key(key)
        page.wait_for_function(HAS_MOVED_ON, arg=seen)


def tap_key(key: Locator) -> None:
    expect(key).to_be_visible()
    box = key.bounding_box()
    assert box, "the key is not to be seen"
    at = next(TAPPED_AT)
    # Of a card only the left end is free.
    key.tap(position={"x": min(box["width"] * at, 60), "y": box["height"] * at})


# -- answers -----------------------------------------------------------------------------


def _bid(page: Page) -> Locator:
    """Always the next bid: whoever wins the auction meets all there is to do."""
    return page.locator("#panel .keys-bids > button").nth(1)


def _choose(page: Page) -> Locator:
    cards = page.locator("#act label.card-choose input:enabled")
    for place in range(int(page.locator("#act").get_attribute("data-choose") or 0)):
        cards.nth(place).check(force=True)
    return page.locator("#act [data-send]")


def _go(page: Page) -> Locator:
    return page.locator("#panel .button-go").first


def _first_card(page: Page) -> Locator:
    return page.locator("#act .card-can").first


ANSWERS: Final[dict[str, Callable[[Page], Locator]]] = {
    "redeal": lambda page: page.get_by_role("button", name="Keep these cards"),
    "bid": _bid,
    "trump": lambda page: page.locator("#panel .keys > button").first,
    "partner": lambda page: page.locator("#panel .keys > button").first,
    "pass_cards": _choose,
    "bury": _choose,
    "meld": _go,
    "declare": _go,
    "play": _first_card,
}
