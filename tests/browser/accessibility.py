"""`assert_looks_right(page)`: how a page looks, judged on one load of it, in both themes and on every screen.

axe-core finds nothing by day on a tablet and by night on a phone, and nothing is wider than the screen, from a small
phone to a desktop, nor with letters twice as large.
"""

from typing import Any, Literal

from axe_playwright_python.base import AXE_SCRIPT
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

Scheme = Literal["light", "dark"]

# WCAG A and AA up to 2.2. From AAA we promise contrast 7:1; and keys that a finger can hit.
RULES: dict[str, Any] = {
    "runOnly": {
        "type": "tag",
        "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"],
    },
    "rules": {
        "color-contrast": {"enabled": False},
        "color-contrast-enhanced": {"enabled": True},
        "target-size": {"enabled": True},
    },
    "resultTypes": ["violations"],
}
# To measure contrast is half of the work, so one rule does it all: that of AAA leaves what is below 4.5:1 to AA's,
# unless it is told otherwise.
ALL_CONTRAST = """() => { axe._audit.checks["color-contrast-enhanced"].options.contrastRatio =
    {normal: {expected: 7}, large: {expected: 4.5}}; }"""
# The keys that end a form lie over its fields only until these are scrolled to, and the focus keeps clear of them.
UNPINNED = "document.querySelectorAll('.sheet > .form-foot').forEach((foot) => { foot.style.position = 'static'; })"
TABLET, PHONE = 810, 390
WIDTHS = (1366, 1180, TABLET, 405, PHONE, 320)  # 405 is a tablet at 200 %
LETTERS = {"standard": 16, "fixed": 13}


def assert_looks_right(page: Page) -> None:
    """The page must follow prefers-color-scheme and its own width by itself: it is not loaded again."""
    page.wait_for_load_state()  # of what a test has seen something of
    show_on(page, TABLET)
    assert_accessible(page, "light")
    for width in WIDTHS:
        assert_fits(page, width)
    show_on(page, PHONE)
    assert_accessible(page, "dark")
    assert_fits_with_large_letters(page)


def assert_looks_right_on(page: Page, width: int, scheme: Scheme) -> None:
    """For the many pages of one room, drawn alike: one screen, by day or by night."""
    page.wait_for_load_state()
    show_on(page, width)
    assert_accessible(page, scheme)
    assert_fits(page, width)


def assert_accessible(page: Page, scheme: Scheme) -> None:
    """axe-core finds nothing wrong with the page as it stands, by day ("light") or by night ("dark")."""
    page.emulate_media(color_scheme=scheme)
    if not page.evaluate("'axe' in window"):  # it is half a megabyte of script
        page.evaluate(AXE_SCRIPT)
        page.evaluate(ALL_CONTRAST)
    page.evaluate(UNPINNED)
    findings = Axe("0").run(page, options=RULES)
    assert findings.violations_count == 0, f"{page.url} ({scheme})\n{findings.generate_report()}"
    page.emulate_media(color_scheme="null")


def assert_fits(page: Page, width: int) -> None:
    show_on(page, width)
    widest = page.evaluate("document.documentElement.scrollWidth")
    assert widest <= width, f"{widest} wide on a screen of {width}: {page.evaluate(OUTSIDE, width)}"


def show_on(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 1080})


def assert_fits_with_large_letters(page: Page) -> None:
    """As in the browser's settings: letters twice as large, the screen as wide as ever."""
    browser = page.context.new_cdp_session(page)
    browser.send("Page.setFontSizes", {"fontSizes": {name: 2 * size for name, size in LETTERS.items()}})
    assert_fits(page, TABLET)
    browser.send("Page.setFontSizes", {"fontSizes": LETTERS})
    browser.detach()


OUTSIDE = """width => [...document.body.querySelectorAll('*')]
    .filter(element => element.getBoundingClientRect().right > width + 0.5)
    .slice(-5).map(element => element.outerHTML.slice(0, 120))"""
