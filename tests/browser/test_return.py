"""Coming back: the card is found again, and what was chosen on this device is kept."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenDevice
from tests.browser.table import FOUR, enter_bid, expect_step, lay_card, opened, start_card
from tests.sampling import sample
from tests.scoring.score_card.makers import enter_hand

pytestmark = pytest.mark.django_db(transaction=True)


def test_closed_browser_loses_nothing(tablet: Page):
    start_card(tablet, "st-hilary", players=FOUR, dealer="Ann")
    enter_bid(tablet, "Bea", 17, "Spades")
    again = tablet.context.new_page()
    tablet.close()

    again.goto("/")
    expect(again.get_by_role("region", name="Your card")).to_contain_text("Ann & Carl")
    again.get_by_role("link", name="Go on: hand 1").tap()

    expect_step(again, "Meld")
    expect(again.locator("a.step").first).to_contain_text("17")


@pytest.mark.soak
def test_same_as_last_time_begins_with_the_same_names(tablet: Page):
    start_card(tablet, "npa", players=FOUR)
    tablet.goto("/")

    tablet.get_by_role("button", name="New card, as last time").first.tap()

    expect(tablet.locator(".side-name")).to_have_text(["Ann & Carl", "Bea & Dom"])


def test_dark_room_is_kept(tablet: Page):
    tablet.goto("/")
    by_day = tablet.evaluate(GROUND)

    tablet.get_by_role("button", name="Dark mode").tap()

    by_night = tablet.evaluate(GROUND)
    assert by_night != by_day
    tablet.goto("/books/")
    assert tablet.evaluate(GROUND) == by_night
    tablet.get_by_role("button", name="Light mode").tap()
    assert tablet.evaluate(GROUND) == by_day


def test_dark_room_has_the_colours_of_a_dark_device(tablet: Page):
    tablet.emulate_media(color_scheme="dark")
    tablet.goto("/")
    of_device = tablet.evaluate(COLOURS)
    tablet.emulate_media(color_scheme="light")
    by_day = tablet.evaluate(COLOURS)

    tablet.get_by_role("button", name="Dark mode").tap()

    assert tablet.evaluate(COLOURS) == of_device
    assert len(of_device) > 20
    assert of_device != by_day


# Every property of our own, such as --paper, and what the browser draws by itself.
COLOURS = """Object.fromEntries([...document.documentElement.computedStyleMap()]
    .filter(([name]) => name.startsWith("--") || name === "color-scheme").map(([name, value]) => [name, `${value}`]))"""
GROUND = "getComputedStyle(document.body).backgroundColor"


@pytest.mark.soak
@pytest.mark.parametrize("book", ["gwinnett-3", "st-hilary"][: sample(1, 2)])
def test_phone_hides_no_figure_of_a_hand(open_device: OpenDevice, book: str):
    phone = open_device("phone", viewport={"width": 320, "height": 640})
    keeper = lay_card(phone, book)
    sides = keeper.card.book_version.book.sides
    figures = {side: 10 + place for place, side in enumerate(sides)}
    takes = {side: keeper.card.book_version.book.total_points if side == sides[0] else 0 for side in sides}
    enter_hand(keeper, bid=21, meld=figures, take=takes)
    opened(phone, keeper)

    for place, figure in enumerate(figures.values(), start=1):
        expect(phone.locator(f"#hand-1 .s{place} .c-meld")).to_have_text(str(figure))
        for column in ("meld", "take", "total"):
            cell = phone.locator(f"#hand-1 .s{place}.c-{column}")
            expect(cell).to_be_visible()
