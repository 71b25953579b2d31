"""`assert_accessible(page)`: axe-core finds nothing wrong with a page, by day and by night."""

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

# WCAG A and AA up to 2.2. From AAA we promise contrast 7:1; and keys that a finger can hit.
RULES: dict[str, Any] = {
    "runOnly": {
        "type": "tag",
        "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"],
    },
    "rules": {"color-contrast-enhanced": {"enabled": True}, "target-size": {"enabled": True}},
    "resultTypes": ["violations"],
}
# A dark room changes colours and nothing else.
COLOURS: dict[str, Any] = {
    "runOnly": {"type": "rule", "values": ["color-contrast", "color-contrast-enhanced", "link-in-text-block"]},
    "resultTypes": ["violations"],
}


def assert_accessible(page: Page) -> None:
    """Look at the page as it stands, in both colour schemes. The page itself must follow prefers-color-scheme."""
    for scheme, rules in (("light", RULES), ("dark", COLOURS)):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # no measuring in mid-fade
        is_there = page.evaluate("'axe' in window")  # it is half a megabyte of script
        findings = (Axe("0") if is_there else Axe()).run(page, options=rules)
        assert findings.violations_count == 0, f"{page.url} ({scheme})\n{findings.generate_report()}"
    page.emulate_media(color_scheme="null", reduced_motion="null")
