"""A hand entered on a keyboard alone: Tab, arrows, digits, Enter."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.table import expect_line, expect_step, keep_card, lay_card, opened
from tests.scoring.score_card.makers import enter, enter_hand

pytestmark = pytest.mark.django_db(transaction=True)

MOST_TABS = 40


def tab_to(page: Page, selector: str, within: int = MOST_TABS) -> None:
    """Goes on with Tab until the focus is there, and sees that it can be seen."""
    for _ in range(within):
        page.keyboard.press("Tab")
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            assert page.evaluate(HAS_RING), f"the focus on {selector} is not to be seen"
            return
    raise AssertionError(f"{within} times Tab do not lead to {selector}")


# The key that a radio button belongs to shows the focus in its stead, and so does the box of a figure.
HAS_RING = """() => {
    const at = document.activeElement;
    return [at, at.nextElementSibling, at.closest('.number-field')].some(element => {
        if (!element) return false;
        const style = getComputedStyle(element);
        return style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2;
    });
}"""


def focused(page: Page) -> Locator:
    """What has the focus."""
    return page.locator(":focus")


def said(page: Page) -> Locator:
    """What a screen reader was told last."""
    return page.locator("#said[role=status]")


def test_hand_by_keyboard(desktop: Page):
    """Only the first field is looked for: after every save the focus stands where the hand goes on."""
    keep_card(desktop)

    tab_to(desktop, "[name=bidder]")
    desktop.keyboard.press("Space")
    for _ in range(2):
        desktop.keyboard.press("ArrowRight")
    expect(desktop.locator("[name=bidder][value=S]")).to_be_checked()
    desktop.keyboard.type("19")
    desktop.keyboard.press("Backspace")
    expect(desktop.locator("[name=bid]")).to_have_value("1")  # typed while the focus was on the bidder
    tab_to(desktop, "[name=bid]", within=1)
    desktop.keyboard.type("17")
    tab_to(desktop, "[name=trump]", within=3)
    desktop.keyboard.press("Space")
    desktop.keyboard.press("ArrowRight")
    expect_step(desktop, "Bid")  # walking over the suits ends no step
    expect(desktop.locator(".save-key")).to_have_text("Carl 17 hearts → meld")
    desktop.keyboard.press("Enter")

    expect_step(desktop, "Meld")
    expect(said(desktop)).to_have_text("Bid of hand 1 saved: 17 by Carl, hearts.")
    expect(desktop.locator("[name=meld_NS]")).to_be_focused()
    desktop.keyboard.type("10")
    desktop.keyboard.press("Enter")
    expect(desktop.locator("[name=meld_EW]")).to_be_focused()
    desktop.keyboard.press("Shift+Tab")
    tab_to(desktop, "[name=meld_EW]", within=1)
    desktop.keyboard.type("4")
    desktop.keyboard.press("Enter")

    expect_step(desktop, "Take")
    expect(said(desktop)).to_have_text("Meld of hand 1 saved: Ann & Carl 10, Bea & Dom 4.")
    expect(desktop.locator("[name=take_NS]")).to_be_focused()
    desktop.evaluate("document.activeElement.blur()")
    desktop.keyboard.type("24")  # from nowhere
    expect(desktop.locator("[name=take_EW]")).to_have_value("1")
    expect(desktop.get_by_text("Was it only the last trick?")).to_be_visible()
    tab_to(desktop, "[name=q_last_trick_EW]")
    desktop.keyboard.press("Space")
    tab_to(desktop, ".save-key")
    desktop.keyboard.press("Space")

    expect(desktop.locator("#hand-1:not(.is-now)")).to_be_visible()
    expect(said(desktop)).to_have_text("Hand 1 saved. Ann & Carl made it, plus 34. Bea & Dom lost, no points.")
    expect(focused(desktop)).to_have_attribute("name", "bidder")
    expect_line(desktop, 1, ["17", "10", "24", "34", "", "4", "1", "lost 0"])
    tab_to(desktop, "#hand-1 .hand-link")
    desktop.keyboard.press("Enter")
    expect(desktop.get_by_role("link", name="Correct this hand")).to_be_visible()


def test_long_card_is_one_stop_and_refusals_and_undo_keep_the_focus(desktop: Page):
    """In hand 9 the way to the first field is as short as in hand 1."""
    keeper = lay_card(desktop, "npa", length="hands", hands_agreed=20)
    for _ in range(8):
        enter_hand(keeper)
    opened(desktop, keeper)

    tab_to(desktop, ".extra .hand-link")
    desktop.keyboard.press("ArrowUp")
    desktop.keyboard.press("ArrowUp")
    expect(desktop.locator("#hand-7 .hand-link")).to_be_focused()
    desktop.keyboard.press("Home")
    expect(desktop.locator("#hand-1 .hand-link")).to_be_focused()
    tab_to(desktop, "[name=bidder]", within=2)

    desktop.keyboard.press("Enter")  # nothing is chosen yet
    expect(desktop.get_by_text("Tap the player who won the bid.")).to_be_visible()
    expect(focused(desktop)).to_have_attribute("name", re.compile("^bid(der)?$"))

    opened(desktop, keeper)
    desktop.get_by_role("button", name="Undo").focus()
    desktop.keyboard.press("Enter")
    expect(said(desktop)).to_have_text("Take of hand 8 undone.")
    expect(desktop.locator("[name=take_NS]")).to_be_focused()
    tab_to(desktop, "[data-keypad] [data-key]", within=2)
    desktop.keyboard.press("ArrowRight")
    desktop.keyboard.press("Enter")
    expect(desktop.locator("[name=take_EW]")).to_have_value("2")  # the field that had the focus last
    desktop.keyboard.type("5")  # with the focus on a key
    expect(desktop.locator("[name=take_EW]")).to_have_value("25")

    opened(desktop, keeper, "redeal/")
    desktop.locator("[name=why]").first.focus()
    desktop.keyboard.press("Space")
    desktop.keyboard.press("Enter")
    expect(said(desktop)).to_have_text("Hand 8 is dealt again. Dom deals.")


def test_refused_step_leaves_the_focus_in_the_first_wrong_box(desktop: Page):
    """With its figure selected, so that what is typed replaces that one and no other."""
    keeper = lay_card(desktop)
    enter(keeper, "bid", {"dealer": "N", "bidder": "N", "bid": 25, "trump": "H", "no_marriage": False}, hand=1)
    opened(desktop, keeper)
    ours, theirs = desktop.locator("[name=meld_NS]"), desktop.locator("[name=meld_EW]")

    theirs.fill("999")
    ours.fill("24")
    ours.press("Enter")
    expect(theirs).to_have_attribute("aria-invalid", "true")
    expect(theirs).to_be_focused()
    desktop.keyboard.type("2")
    desktop.locator('[data-pad="meld_EW"] [data-key="0"]').click()
    expect(theirs).to_have_value("20")
    expect(ours).to_have_value("24")
    theirs.press("Enter")

    expect_step(desktop, "Take")
    desktop.locator("[name=take_NS]").fill("9")
    desktop.locator("[name=take_EW]").fill("99")
    desktop.locator(".save-key").click()
    expect(desktop.locator("[name=take_EW]")).to_be_focused()
    desktop.locator('.keypad [data-key="6"]').click()
    expect(desktop.locator("[name=take_EW]")).to_have_value("6")
    expect(desktop.locator("[name=take_NS]")).to_have_value("19")
    desktop.locator(".save-key").click()
    expect(desktop.locator("#hand-1:not(.is-now)")).to_be_visible()

    opened(desktop, keeper, "hands/1/correct/")
    desktop.locator("[name=meld_EW]").fill("999")
    desktop.get_by_label("Reason").press("Enter")
    expect(desktop.locator("[name=meld_EW]")).to_be_focused()
    desktop.locator('.keypad [data-key="4"]').click()
    expect(desktop.locator("[name=meld_EW]")).to_have_value("4")
    expect(desktop.locator("[name=bid]")).to_have_value("25")


def test_skip_link_comes_first_drawers_open_and_the_main_key_is_the_main_one_in_forced_colors(desktop: Page):
    keep_card(desktop)

    desktop.keyboard.press("Tab")
    expect(desktop.locator(".skip-link")).to_be_focused()
    expect(desktop.locator(".skip-link")).to_be_in_viewport()
    desktop.keyboard.press("Enter")

    expect(desktop.locator("#main")).to_be_focused()

    tab_to(desktop, ".unusual > summary")
    desktop.keyboard.press("Enter")
    tab_to(desktop, "[name=dealer]")
    desktop.keyboard.press("ArrowRight")
    expect(desktop.locator("[name=dealer][value=E]")).to_be_checked()

    desktop.emulate_media(forced_colors="active")

    def border(selector: str) -> float:
        return desktop.locator(selector).first.evaluate("key => parseFloat(getComputedStyle(key).borderTopWidth)")

    assert border(".save-key") > 2 * max(border(".key"), border(".app-tools .button"))
