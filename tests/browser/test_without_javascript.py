"""The card as plain forms, in a browser that runs no scripts."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import OpenDevice
from tests.browser.table import (
    ANN_CARL,
    BEA_DOM,
    FOUR,
    choose,
    expect_line,
    expect_totals,
    number_field,
    open_hand,
    save,
    start_card,
)

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def plain(open_device: OpenDevice) -> Page:
    return open_device("tablet", java_script_enabled=False)


def fill(page: Page, figures: dict[str, int]) -> None:
    """Numbers, typed: the keys of the page need scripts and are not there."""
    expect(page.locator(".keypad:visible")).to_have_count(0)
    for side, figure in figures.items():
        number_field(page, side).fill(str(figure))


def step(page: Page) -> Locator:
    return page.locator('[aria-current="step"] .step-name')


@pytest.mark.soak
def test_hand_recorded_corrected_and_undone(plain: Page):
    start_card(plain, "st-hilary", players=FOUR, dealer="Ann")
    record_a_hand(plain)
    correct_it(plain)
    undo(plain)


def record_a_hand(plain: Page) -> None:
    save(plain)
    expect(plain.get_by_text("Tap the player who won the bid.")).to_be_visible()
    choose(plain, "Who won the bid?", "Bea")
    fill(plain, {"For how much?": 17})
    choose(plain, "Trump", "Spades")
    save(plain)
    fill(plain, {ANN_CARL: 4, BEA_DOM: 10})
    save(plain)
    expect(plain.locator(".say", has_text="On the board. Bea & Dom need 7 of 25.")).to_be_visible()

    fill(plain, {BEA_DOM: 24})
    save(plain)
    question = "Was it only the last trick?"
    expect(plain.get_by_text("One more thing: answer this too.")).to_be_visible()
    expect(number_field(plain, BEA_DOM)).to_have_value("24")
    choose(plain, question, "Yes, only the last trick")
    save(plain)

    expect(plain.locator("#hand-1")).to_be_visible()
    expect_line(plain, 1, ["", "4", "1", "lost 0", "17", "10", "24", "34"])


def correct_it(plain: Page) -> None:
    open_hand(plain, 1)
    plain.get_by_role("link", name="Correct this hand").tap()
    plain.get_by_label("Bea & Dom took").fill("20")
    plain.get_by_label("Ann & Carl took").fill("5")
    plain.get_by_role("button", name="See what changes").tap()
    changes = plain.locator(".compare", has_text="Totals that change")
    expect(changes.locator("td").first).to_contain_text("9")
    expect(changes).to_contain_text("34")
    save(plain)

    expect(plain.locator("#hand-1")).to_contain_text("corrected")
    expect_totals(plain, {ANN_CARL: "9", BEA_DOM: "30"})


def undo(plain: Page) -> None:
    plain.get_by_role("button", name="Undo: correction of hand 1").tap()
    expect(plain.get_by_text("Undone: correction of hand 1.")).to_be_visible()
    expect_totals(plain, {ANN_CARL: "0", BEA_DOM: "34"})
    plain.get_by_role("button", name="Undo: take of hand 1").tap()
    expect(plain.locator("tr#hand-1.is-now")).to_be_visible()
    expect(step(plain)).to_have_text("3 · Take")
