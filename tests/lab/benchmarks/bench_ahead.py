"""From the tap that saves a step until the next keys are drawn and take taps: on a tablet a quarter as quick as this
machine, behind 200 ms of Wi-Fi, in a real browser; beside one that has no cockpits ahead and waits for each answer."""

import os
import shutil
import tempfile
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, CDPSession, Locator, Page, sync_playwright

from tests.browser.conftest import CHROMIUM_ARGS, DEVICES, slow_enough
from tests.club_server import served_club
from tests.lab.benchmarks import Row, percentile, sized

WIFI = {"offline": False, "latency": 200, "downloadThroughput": -1, "uploadThroughput": -1}
SLOWER = 4
FINGER = 80  # milliseconds on the glass
# A tap is timed from its event until what it brought is on the screen.
TIME_TAPS = """(() => {
    window.times = [];
    let tapped = 0, from = "";
    const step = () => (/is-(bid|meld|take)/.exec(document.querySelector(".cockpit")?.className) || [])[1];
    addEventListener("click", (event) => {
        if (!event.target.closest(".cockpit :is(.save-key, [data-ends-step] .choice-face)")) return;
        [tapped, from] = [event.timeStamp, step()];
    }, true);
    const look = () => {
        const form = document.querySelector(".cockpit form");
        if (!tapped || !form || form.inert || step() === from) return;
        const since = tapped;
        tapped = 0;
        requestAnimationFrame(() => setTimeout(() => times.push(performance.now() - since)));
    };
    new MutationObserver(look).observe(document, {subtree: true, childList: true, attributes: true});
})()"""


def run() -> list[Row]:
    hands = sized(2, 10, 40)
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium-headless-shell") or "/usr/bin/chromium"
    with tempfile.TemporaryDirectory() as folder, served_club(Path(folder)) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=CHROMIUM_ARGS)
        ahead, waiting = (play(browser, server.url, hands, is_ahead=is_ahead) for is_ahead in (True, False))
        browser.close()
    name = "tap to next keys, 200 ms of Wi-Fi"
    return [
        Row(name, median(ahead), "ms", median(waiting), "ms, waiting for the answer", at_most=0.25),
        Row("  slowest of ten", percentile(ahead, 0.9), "ms", percentile(waiting, 0.9), "ms, waiting"),
    ]


def play(browser: Browser, address: str, hands: int, *, is_ahead: bool) -> list[float]:
    """So many hands of a game without end, tapped by a table that is quick: milliseconds a step."""
    how = {"base_url": address, **DEVICES["tablet"]}
    context = slow_enough(browser.new_context(**how), how)
    page = context.new_page()
    page.add_init_script(TIME_TAPS)
    if not is_ahead:
        page.route("**/ahead/", lambda route: route.abort())
    page.goto("/cards/new/st-hilary/")
    page.get_by_role("button", name="Start a card").tap()
    page.get_by_role("button", name="Start hand 1").tap()
    page.locator(".cockpit.is-bid").wait_for()
    if is_ahead:
        page.wait_for_function("() => window.ahead && window.ahead.facts()")
    cdp = context.new_cdp_session(page)
    cdp.send("Network.enable")
    cdp.send("Network.emulateNetworkConditions", WIFI)
    cdp.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    for number in range(hands):
        play_hand(page, cdp, number)
    times: list[float] = page.evaluate("times")
    context.close()
    assert len(times) == 3 * hands
    return times


def press(key: Locator, cdp: CDPSession) -> None:
    """As fingers tap: a touch of no length would wait for the browser to ask the page whether it scrolls."""
    box = key.bounding_box()
    assert box
    finger = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    cdp.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [finger]})
    key.page.wait_for_timeout(FINGER)
    cdp.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def play_hand(page: Page, cdp: CDPSession, number: int) -> None:
    """Each side has the bid in turn and loses it, so that nobody comes near the end of the game."""
    bidder, others = ("E", "NS") if number % 2 else ("N", "EW")
    page.locator(f".cockpit.is-bid label:has([name=bidder][value={bidder}])").tap()
    for digit in "40":
        page.locator(f'.cockpit.is-bid .keypad [data-key="{digit}"]').tap()
    press(page.locator(".cockpit.is-bid label:has([name=trump][value=H])"), cdp)
    page.locator(".cockpit.is-meld").wait_for()
    for side in ("NS", "EW"):
        page.locator(f'[data-pad=meld_{side}] [data-key="2"]').tap()
    press(page.locator(".cockpit.is-meld .save-key"), cdp)
    page.locator(".cockpit.is-take").wait_for()
    page.locator(f"[name=take_{others}]").tap()
    page.locator('.cockpit.is-take .keypad [data-key="0"]').tap()
    press(page.locator(".cockpit.is-take .save-key"), cdp)
    page.locator(".cockpit.is-bid").wait_for()
