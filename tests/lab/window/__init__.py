"""How the screens use the window: what share is in use, how small the letters are, what is cut, covered or below it."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Page

LOOK: Final = (Path(__file__).parent / "look.js").read_text()
SIZES: Final = ((390, 844), (360, 640), (810, 1080), (1180, 820), (1366, 768))
LETTERS: Final = {"standard": 16, "fixed": 13}
LEAST_LETTER: Final = 18  # at 100 %: --small of static/css/tokens.css
LEAST_TARGET: Final = 44


def show_at(page: Page, size: tuple[int, int], *, theme: str = "light", text: int = 100) -> None:
    """The window of this size, by day or by night, the letters as large as the browser's settings say."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.emulate_media(color_scheme="dark" if theme == "dark" else "light", reduced_motion="reduce")
    browser = page.context.new_cdp_session(page)
    browser.send("Page.setFontSizes", {"fontSizes": {name: px * text // 100 for name, px in LETTERS.items()}})
    browser.detach()


def look(page: Page, *, only_parts: bool = False) -> dict[str, Any]:
    """What `look.js` says of the page as it stands, from its top."""
    page.wait_for_load_state()
    page.evaluate("document.fonts.ready.then(() => scrollTo(0, 0))")
    found: dict[str, Any] = page.evaluate(LOOK, only_parts)
    return found


def trouble(seen: dict[str, Any], text: int) -> list[str]:
    """What a person would stumble over, a line each."""
    lines = [*seen["faults"]]
    if seen["aside"] > 0:
        lines.append(f"scrolls {seen['aside']} px to the side: {seen['widest']}")
    if seen["letter"] < LEAST_LETTER * text / 100 - 0.5:
        lines.append(f"letters of {seen['letter']} px: {seen['smallest_words']}")
    if seen["target"] < LEAST_TARGET - 0.5:
        lines.append(f"a target of {seen['target']} px: {seen['smallest_target']}")
    if seen["key"] == "below":
        lines.append(f"below the window: {seen['main_key']}")
    return lines
