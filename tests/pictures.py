"""`make pictures`: the pictures of README and `docs` anew, from the demo as its director and a player see it.

Names, hour and cards of the demo are not the same twice, so nobody compares them: look at each before it is kept.
"""

import re
import shutil
import sys
import tempfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from tests.browser.conftest import CHROMIUM_ARGS
from tests.club_server import ROOT, served_club
from tests.tablet import Tablet

PICTURES = ROOT / "docs" / "pictures"
CLUB = "/clubs/st-hilary-card-party/"
WIDTH = 1180
NAMES = {"player_N": "Joan", "player_E": "Walt", "player_S": "Marge", "player_W": "Hank"}
FIGURES = [  # who bid what in which trump, the melds, a side's take
    ("N", 21, "H", 9, 4, 18),
    ("E", 23, "S", 5, 12, 8),
    ("S", 30, "C", 14, 3, 12),
    ("W", 21, "D", 3, 8, 9),
    ("N", 25, "H", 11, 6, 16),
]
HANDS = [
    {"first_dealer": "N", **NAMES},
    *(
        step
        for dealer, (bidder, bid, trump, ours, theirs, take) in zip("NESWN", FIGURES, strict=True)
        for step in (
            {"dealer": dealer, "bidder": bidder, "bid": bid, "trump": trump},
            {"meld_NS": ours, "meld_EW": theirs},
            {"take_NS": take},
        )
    ),
    {"dealer": "E", "bidder": "E", "bid": 24, "trump": "S"},
    {"meld_NS": 4, "meld_EW": 13},
]


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, served_club(Path(folder)) as server:
        told = server.manage("demo")
        password = re.search(r"st-hilary-director\s+(\S+)", told)
        if password is None:
            sys.exit(f"The demo told no password: {told}")
        take_all(server.url, password[1])


def take_all(address: str, password: str) -> None:
    with sync_playwright() as playwright:
        chromium = shutil.which("chromium-headless-shell") or "/usr/bin/chromium"
        browser = playwright.chromium.launch(executable_path=chromium, args=CHROMIUM_ARGS)
        page = browser.new_context(base_url=address, reduced_motion="reduce").new_page()
        sign_in(page, password)
        for name, (show, height) in SHOWS.items():
            page.set_viewport_size({"width": WIDTH, "height": height})
            show(page)
            page.wait_for_timeout(500)  # what it fetches after it is shown
            drawn = Image.open(BytesIO(page.screenshot()))
            drawn.quantize(256).save(PICTURES / f"{name}.png", optimize=True)  # a third of the size
            print(PICTURES / f"{name}.png")
        browser.close()


def sign_in(page: Page, password: str) -> None:
    page.goto("/account/sign-in/")
    page.fill("[name=name]", "st-hilary-director")
    page.fill("[name=password]", password)
    page.keyboard.press("Enter")
    page.wait_for_url(lambda address: "sign-in" not in address)


def board(page: Page) -> None:
    page.goto(CLUB)
    page.get_by_role("link", name="The board").click()
    page.wait_for_selector("#desk")


def check_in(page: Page) -> None:
    page.get_by_text("Menu", exact=True).click()
    page.get_by_role("link", name="Check-in").first.click()
    page.get_by_role("heading", name="Check-in").wait_for()


def card(page: Page) -> None:
    """One that is being kept, at the take of its sixth hand."""
    address = page.url[: page.url.index("/", 8)]
    tablet = Tablet(address)
    kept = tablet.begin("st-hilary")
    for typed in HANDS:
        answer = tablet.save(tablet.open(kept), **typed)
        assert answer.is_saved, answer.told
    for name, value in tablet.cookies.items():
        page.context.add_cookies([{"name": name, "value": value, "url": address}])
    page.goto(kept)


def hand(page: Page) -> None:
    page.goto(page.url + "hands/3/")


def standings(page: Page) -> None:
    page.goto(CLUB)
    page.get_by_role("link", name="All standings").click()


def play(page: Page) -> None:
    """A game that begins: the bidding comes to you."""
    page.goto("/play/")
    page.get_by_role("button", name="Deal me in").first.click()
    page.wait_for_timeout(8000)


SHOWS: dict[str, tuple[Callable[[Page], None], int]] = {
    "board": (board, 400),
    "check-in": (check_in, 700),
    "standings": (standings, 700),
    "play": (play, 800),
    "card": (card, 820),
    "hand": (hand, 620),
}

if __name__ == "__main__":
    main()
