"""Meld counted by taps: melds or cards, with a plain sentence for everything that cannot be."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.table import (
    ANN_CARL,
    BEA_DOM,
    enter_bid,
    expect_cell,
    expect_step,
    keep_card,
    lay_card,
    number_field,
    opened,
    save,
    type_figures,
)
from tests.sampling import sample
from tests.scoring.score_card.makers import enter

pytestmark = pytest.mark.django_db(transaction=True)


def open_helper(page: Page, book: str = "st-hilary", bid: int = 20) -> None:
    """The meld step of a hand that Ann bid, and from there the helper."""
    keeper = lay_card(page, book)
    enter(keeper, "bid", {"dealer": "N", "bidder": "N", "bid": bid, "trump": "H", "no_marriage": False}, hand=1)
    opened(page, keeper)
    page.get_by_role("link", name="Count it for me…").tap()
    expect(page.get_by_role("heading", name="Meld of hand 1")).to_be_visible()


def turn_to(page: Page, player: str, by: str = "melds") -> Locator:
    """The player whose meld is tapped, and by what."""
    page.locator(".meld-players label", has_text=player).tap()
    own = page.locator(".meld-player:visible")
    own.get_by_text(f"Tap {by}", exact=True).tap()
    return own


def tap_meld(own: Locator, meld: str, times: int = 1) -> None:
    item = own.locator(".meld-item:visible", has_text=meld).first
    for _ in range(times):
        item.get_by_role("button", name="One more").tap()


def tap_cards(own: Locator, *cards: str) -> None:
    for card in cards:
        own.locator(f'[data-tap-name="{card}" i]').tap()


def test_melds_and_cards_are_counted_and_used(tablet: Page):
    open_helper(tablet)
    ann = turn_to(tablet, "Ann")
    tap_meld(ann, "Run")
    tap_meld(ann, "Pinochle")
    expect(ann.locator(".meld-sum")).to_contain_text("19")
    bea = turn_to(tablet, "Bea", by="cards")
    tap_cards(bea, "queen of spades", "jack of diamonds", "nine of hearts")
    expect(bea.locator(".meld-found li")).to_have_text(["Nine of trump: 1", "Pinochle: 4"])

    tablet.get_by_role("button", name="Use 19 and 5").tap()

    expect_step(tablet, "Take")
    expect(tablet.locator(".say", has_text="On the board. Ann & Carl need 1 of 25")).to_be_visible()
    expect_cell(tablet, 1, 1, "19")
    expect_cell(tablet, 1, 5, "5")


ACES_AND_KINGS = [f"{rank} of {suit}" for rank in ("ace", "king") for suit in ("spades", "hearts", "diamonds", "clubs")]


def tap_three_pinochles(page: Page) -> None:
    tap_meld(turn_to(page, "Ann"), "Pinochle", 2)
    tap_meld(turn_to(page, "Bea"), "Pinochle")


def tap_a_pinochle_beside_two_queens(page: Page) -> None:
    tap_meld(turn_to(page, "Ann"), "Pinochle")
    tap_cards(turn_to(page, "Bea", by="cards"), "queen of spades", "queen of spades")


REFUSED: dict[str, tuple[Callable[[Page], None], str]] = {
    "a run outside trump": (
        lambda page: tap_run_in(turn_to(page, "Ann"), "spades"),
        "A run counts only in trump",
    ),
    "three pinochles on the table": (
        tap_three_pinochles,
        "Ann and Bea together need three Q♠",
    ),
    "a pinochle by melds beside two queens of spades by cards": (
        tap_a_pinochle_beside_two_queens,
        "but the deck has two",
    ),
    "more than a hand holds": (
        lambda page: tap_cards(turn_to(page, "Ann", by="cards"), *ACES_AND_KINGS, *ACES_AND_KINGS),
        "but a player holds 12",
    ),
}


@pytest.mark.parametrize("impossible", [*REFUSED][: sample(1, len(REFUSED))])
def test_what_cannot_be_is_refused_with_the_reason(tablet: Page, impossible: str):
    taps, sentence = REFUSED[impossible]
    open_helper(tablet)

    taps(tablet)

    expect(tablet.locator(".field-error:visible", has_text=sentence).first).to_be_visible()
    with tablet.expect_response(re.compile("/melds/$")) as answer:
        save(tablet)
    assert answer.value.status == 422
    expect(tablet.locator(".field-error:visible", has_text=sentence).first).to_be_visible()
    tablet.get_by_role("link", name="Back to the card").tap()
    expect_step(tablet, "Meld")


def tap_run_in(own: Locator, suit: str) -> None:
    own.get_by_text("A run in another suit?").tap()
    tap_meld(own.locator("details"), suit)


@pytest.mark.soak
def test_partners_may_not_pool(tablet: Page):
    open_helper(tablet)

    tap_meld(turn_to(tablet, "Ann"), "Pinochle")
    tap_meld(turn_to(tablet, "Carl"), "Pinochle")

    expect(tablet.get_by_text("two pinochles held by two players count 4 + 4 = 8, not 30.")).to_be_visible()
    expect(tablet.get_by_role("button", name="Use 8 and 0")).to_be_visible()


@pytest.mark.soak
def test_meld_below_the_minimum_counts_nothing_and_says_so(tablet: Page):
    open_helper(tablet, "family-double", bid=50)

    tap_cards(turn_to(tablet, "Bea", by="cards"), "queen of spades", "jack of diamonds")

    expect(tablet.locator(".field-note:visible", has_text="counts 0")).to_be_visible()


@pytest.mark.soak
def test_figure_typed_before_is_asked_about(tablet: Page):
    keep_card(tablet)
    enter_bid(tablet, "Ann", 20, "Hearts")
    type_figures(tablet, {ANN_CARL: 8, BEA_DOM: 6})
    tablet.get_by_role("link", name="Count it for me…").tap()
    tap_meld(turn_to(tablet, "Ann"), "Pinochle")

    question = "For Ann & Carl, 8 was typed but the taps come to 4. Which is right?"
    expect(tablet.get_by_text(question)).to_be_visible()
    tablet.locator("label", has_text="as counted").tap()
    tablet.get_by_role("button", name="Use 4 and 6").tap()

    expect_step(tablet, "Take")
    expect_cell(tablet, 1, 1, "4")
    expect_cell(tablet, 1, 5, "6")


@pytest.mark.soak
def test_total_that_no_cards_can_make(tablet: Page):
    keep_card(tablet, "family-double")
    enter_bid(tablet, "Ann", 50, "Hearts")

    type_figures(tablet, {ANN_CARL: 7, BEA_DOM: 20})
    save(tablet)

    expect(tablet.locator(".field-error")).to_contain_text("7 isn’t a possible meld here. Did you mean 6 or 8?")
    expect(number_field(tablet, BEA_DOM)).to_have_value("20")
