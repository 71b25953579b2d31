"""Real browsers against a live server: a tablet on the table, a phone, a desktop, and WebKit as an iPad has it.

    def test_something(tablet):            # a page of Chromium, 810x1080, touch
        tablet.goto("/")

    def test_two_devices(open_device):     # as many as wanted, each with its own cookies
        north, south = open_device("tablet"), open_device("phone", java_script_enabled=False)

At the end of a test each page must have run without a script error and without a refusal by the
Content-Security-Policy; these fail the test.
"""

import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from socketserver import ThreadingMixIn
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect
from selenium import webdriver
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

from pinochle_club.ground.system import with_room
from scoring.rules.book import built_in_book
from scoring.rules.meld_totals import warm

PATIENCE = 30_000  # only what fails waits so long; a busy machine needs some of it
expect.set_options(timeout=PATIENCE)

# Without these Chromium does not start as root, and looks for its maker's servers all the time.
CHROMIUM_ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # What draws and what fetches, without processes of their own: a twentieth less.
    "--in-process-gpu",
    "--enable-features=NetworkServiceInProcess2",
    # A page of a test is gone before scripts run the faster for being compiled well: that took an eighth of the time.
    # Nor is it there long enough for threads that clear up beside it, or for clearing up often: that took a thirtieth.
    "--js-flags=--no-opt --no-maglev --single-threaded --min-semi-space-size=16",
]

# Of one pixel a point each, for nothing is judged by pixels: drawing four or nine times as many takes its time, and so
# does what moves.
DEVICES: dict[str, dict[str, Any]] = {
    "tablet": {
        "viewport": {"width": 810, "height": 1080},
        "has_touch": True,
        "is_mobile": True,
        "reduced_motion": "reduce",
    },
    "phone": {
        "viewport": {"width": 390, "height": 844},
        "has_touch": True,
        "is_mobile": True,
        "reduced_motion": "reduce",
    },
    "desktop": {"viewport": {"width": 1366, "height": 768}, "reduced_motion": "reduce"},
    # A tablet whose screen becomes any other in place. Its pages are looked at: nothing may be measured in mid-fade.
    "any width": {"viewport": {"width": 810, "height": 1080}, "has_touch": True, "reduced_motion": "reduce"},
}

# A link that was tapped shows its page before the deferred scripts have run, and htmx draws what it was sent before it
# has wired it. Nobody is as quick as a test: until then a page takes no taps and clicks, and Playwright waits for that.
# A sheet of a script's own is nothing that the Content-Security-Policy stops.
NOT_BEFORE_ITS_SCRIPTS = """(() => {
    const sheet = (rule) => { const made = new CSSStyleSheet(); made.replaceSync(rule); return made; };
    const swapped = sheet(".htmx-added, .htmx-added * { pointer-events: none !important; }");
    document.adoptedStyleSheets = [swapped, sheet("* { pointer-events: none !important; }")];
    addEventListener("DOMContentLoaded", () => setTimeout(() => { document.adoptedStyleSheets = [swapped]; }));
})()"""

# As on plain http, where no page is kept. `test_without_a_line.py` is for what https brings.
NOTHING_KEPT: dict[str, Any] = {"service_workers": "block"}

OpenDevice = Callable[..., Page]


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    # The shell is the same browser without windows and menus of its own: a test takes half the time in it.
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium-headless-shell") or "/usr/bin/chromium"
    return {**browser_type_launch_args, "executable_path": chromium, "args": CHROMIUM_ARGS}


@pytest.fixture(scope="session", autouse=True)
def threads_have_room() -> Iterator[None]:
    """As those of a club's server have."""
    plain = ThreadingMixIn.process_request_thread
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ThreadingMixIn, "process_request_thread", lambda *asked: with_room(plain, *asked))
        yield


@pytest.fixture(scope="session", autouse=True)
def largest_book_is_warm() -> None:
    """A club does that before it opens; else the first preview of a worker waits for it, and may give up."""
    warm(built_in_book("npa"))


@pytest.fixture
def club_url(live_server, settings) -> str:
    """The live server's address, which links and QR codes then carry too."""
    settings.PUBLIC_URL = live_server.url
    return live_server.url


@pytest.fixture
def new_context(new_context: Callable[..., BrowserContext]) -> Callable[..., BrowserContext]:
    return lambda **how: slow_enough(new_context(**NOTHING_KEPT, **how), how)


def slow_enough(context: BrowserContext, how: dict[str, Any]) -> BrowserContext:
    if how.get("java_script_enabled", True):
        context.add_init_script(NOT_BEFORE_ITS_SCRIPTS)
    return context


class Shelf:
    """Devices that wait for the next test: a process of a browser that has drawn pages before draws them at half the
    cost. What a test has left on one is wiped off. Two of a name wait at most."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser, self.address = browser, address
        self.waiting: dict[str, list[Page]] = {name: [] for name in DEVICES}

    def take(self, name: str) -> Page:
        return self.waiting[name].pop() if self.waiting[name] else self.new(name)

    def new(self, name: str, **overrides: Any) -> Page:
        how = {"base_url": self.address, **NOTHING_KEPT, **DEVICES[name], **overrides}
        context = slow_enough(self.browser.new_context(**how), how)
        context.set_default_timeout(PATIENCE)
        return context.new_page()

    def put_back(self, name: str, page: Page) -> None:
        context = page.context
        if len(self.waiting[name]) == 2 or context.pages != [page]:
            context.close()
            return
        page.unroute_all()
        context.set_offline(False)
        page.goto("/health")  # the smallest page; on one of another site the process would end
        page.evaluate("localStorage.clear(); sessionStorage.clear()")
        context.clear_cookies()
        page.emulate_media(color_scheme="null", forced_colors="null")
        if page.viewport_size != DEVICES[name]["viewport"]:  # to draw all anew takes its time
            page.set_viewport_size(DEVICES[name]["viewport"])
        self.waiting[name].append(page)


@pytest.fixture(scope="session")
def shelf(browser: Browser, live_server: Any) -> Shelf:
    return Shelf(browser, live_server.url)


@pytest.fixture
def open_device(shelf: Shelf, club_url: str) -> Iterator[OpenDevice]:
    """open_device("tablet") opens a page on a device that knows nobody, with another `viewport` if that is said. Other
    keywords go to Playwright's new_context, and make one for this test alone; so does own=True, for a page that is
    given a script or an answer to its questions."""
    faults: list[str] = []
    own_pages: list[Page] = []
    lent: list[tuple[str, Page]] = []

    def open_device(name: str, *, own: bool = False, viewport: Any = None, **overrides: Any) -> Page:
        if own or overrides:
            page = shelf.new(name, **overrides)
            own_pages.append(page)
        else:
            page = shelf.take(name)
            lent.append((name, page))
        if viewport:
            page.set_viewport_size(viewport)
        page.on("pageerror", lambda error: faults.append(f"{name}: {error}"))
        page.on("console", lambda message: faults.extend(_policy_faults(name, message)))
        return page

    yield open_device
    for page in own_pages:
        page.context.close()
    for name, page in lent:
        shelf.put_back(name, page)
    assert faults == []


def _policy_faults(name: str, message: ConsoleMessage) -> list[str]:
    # Other messages are allowed: a test that cuts the network makes the browser complain about that.
    return [f"{name}: {message.text}"] if "Content Security Policy" in message.text else []


@pytest.fixture
def tablet(open_device: OpenDevice) -> Page:
    return open_device("tablet")


@pytest.fixture
def phone(open_device: OpenDevice) -> Page:
    return open_device("phone")


@pytest.fixture
def desktop(open_device: OpenDevice) -> Page:
    return open_device("desktop")


@pytest.fixture(scope="session")
def webkit_display() -> Iterator[str]:
    """A screen that nobody sees, for WebKit, which has no headless mode."""
    read_end, write_end = os.pipe()
    screen = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write_end), "-screen", "0", "1200x1400x24", "-nolisten", "tcp"],
        pass_fds=[write_end],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(write_end)
    with os.fdopen(read_end) as answer:
        number = answer.readline().strip()  # Xvfb chose a free one
    yield f":{number}"
    screen.terminate()
    screen.wait(timeout=10)


@pytest.fixture
def webkit(club_url: str, webkit_display: str, tmp_path) -> Iterator[webdriver.Remote]:
    """A Selenium driver of WebKitGTK: `webkit.get(club_url + "/")`. Use it for smoke flows only, it is slow."""
    options = Options()
    options.binary_location = _mini_browser()
    options.add_argument("--automation")
    service = Service(
        shutil.which("WebKitWebDriver"),
        env={
            **os.environ,
            "DISPLAY": webkit_display,
            "HOME": str(tmp_path),
            "LIBGL_ALWAYS_SOFTWARE": "1",
            "WEBKIT_DISABLE_DMABUF_RENDERER": "1",
            # Its sandbox wants user namespaces, which a container or root often has not. It only sees our own pages.
            "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",
        },
    )
    driver = _start_webkit(options, service)
    driver.set_window_size(810, 1080)
    yield driver
    driver.quit()


def _start_webkit(options: Options, service: Service) -> webdriver.Remote:
    """The first start on a busy machine now and then finds the browser not ready; once more is enough."""
    try:
        return webdriver.WebKitGTK(options=options, service=service)
    except Exception:
        time.sleep(1)
        return webdriver.WebKitGTK(options=options, service=service)


def _mini_browser() -> str:
    machine = os.uname().machine
    return f"/usr/lib/{machine}-linux-gnu/webkit2gtk-4.1/MiniBrowser"
