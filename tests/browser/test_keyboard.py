"""A hand entered on a keyboard alone: Tab, arrows, digits, Enter."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table import expect_step, keep_card, line

pytestmark = pytest.mark.django_db(transaction=True)

MOST_TABS = 40


def tab_to(page: Page, selector: str) -> None:
    """Goes on with Tab until the focus is there, and sees that it can be seen."""
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            assert page.evaluate(HAS_RING), f"the focus on {selector} is not to be seen"
            return
    raise AssertionError(f"{MOST_TABS} times Tab do not lead to {selector}")


# The key that a radio button belongs to shows the focus in its stead.
HAS_RING = """() => [document.activeElement, document.activeElement.nextElementSibling].some(element => {
    if (!element) return false;
    const style = getComputedStyle(element);
    return style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2;
})"""


def test_hand_by_keyboard(desktop: Page):
    keep_card(desktop)

    tab_to(desktop, "[name=bidder]")
    desktop.keyboard.press("Space")
    for _ in range(2):
        desktop.keyboard.press("ArrowRight")
    expect(desktop.locator("[name=bidder][value=S]")).to_be_checked()
    tab_to(desktop, "[name=bid]")
    desktop.keyboard.type("17")
    tab_to(desktop, "[name=trump]")
    desktop.keyboard.press("Space")
    desktop.keyboard.press("ArrowRight")
    desktop.keyboard.press("Enter")

    expect_step(desktop, "Meld")
    tab_to(desktop, "[name=meld_NS]")
    desktop.keyboard.type("10")
    tab_to(desktop, "[name=meld_EW]")
    desktop.keyboard.type("4")
    tab_to(desktop, ".save-key")
    desktop.keyboard.press("Enter")

    expect_step(desktop, "Take")
    tab_to(desktop, "[name=take_NS]")
    desktop.keyboard.type("24")
    expect(desktop.locator("[name=take_EW]")).to_have_value("1")
    expect(desktop.get_by_text("Was it only the last trick?")).to_be_visible()
    tab_to(desktop, "[name=q_last_trick_EW]")
    desktop.keyboard.press("Space")
    tab_to(desktop, ".save-key")
    desktop.keyboard.press("Space")

    expect(desktop.locator("#hand-1:not(.is-now)")).to_be_visible()
    assert line(desktop, 1) == ["17", "10", "24", "34", "", "4", "1", "lost 0"]
    tab_to(desktop, "#hand-1 .hand-link")
    desktop.keyboard.press("Enter")
    expect(desktop.get_by_role("link", name="Correct this hand")).to_be_visible()


def test_drawers_and_fold_by_keyboard(desktop: Page):
    keep_card(desktop)

    tab_to(desktop, ".unusual > summary")
    desktop.keyboard.press("Enter")
    tab_to(desktop, "[name=dealer]")
    desktop.keyboard.press("ArrowRight")

    expect(desktop.locator("[name=dealer][value=E]")).to_be_checked()


def test_skip_link_comes_first(desktop: Page):
    keep_card(desktop)

    desktop.keyboard.press("Tab")
    expect(desktop.locator(".skip-link")).to_be_focused()
    expect(desktop.locator(".skip-link")).to_be_in_viewport()
    desktop.keyboard.press("Enter")

    expect(desktop.locator("#main")).to_be_focused()
