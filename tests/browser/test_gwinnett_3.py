"""Three players, each alone: three columns, buried points, every trick, three signatures."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table import (
    ask_melds,
    choose,
    enter_bid,
    expect_line,
    expect_totals,
    preview,
    save,
    save_hand,
    start_card,
    type_figures,
)

pytestmark = pytest.mark.django_db(transaction=True)

THREE = ("Ann", "Bea", "Carl")


@pytest.mark.soak
def test_three_hands(tablet: Page):
    start_card(tablet, "gwinnett-3", players=THREE, dealer="Ann", hands=3)
    expect(tablet.locator(".sides .side")).to_have_count(3)

    hand_in_which_the_third_take_fills_itself(tablet)
    hand_with_buried_points(tablet)
    hand_with_every_trick(tablet)

    expect(tablet.locator(".result")).to_have_text("Carl wins: 84 to 41 and −7. All hands have been played.")
    all_three_sign(tablet)


def hand_in_which_the_third_take_fills_itself(tablet: Page) -> None:
    enter_bid(tablet, "Ann", 21, "Spades")
    ask_melds(tablet, {"Ann": 12, "Bea": 4, "Carl": 0}, "On the board. Ann needs 9 of 25.")
    type_figures(tablet, {"Ann": 15, "Carl": 0})
    expect(tablet.get_by_text("the rest").locator("visible=true")).to_have_count(1)
    expect(preview(tablet, "Carl")).to_contain_text("no trick")
    save_hand(tablet)
    expect_line(tablet, 1, ["21", "12", "15", "27", "", "4", "10", "14", "", "0", "0", "lost 0"])


def hand_with_buried_points(tablet: Page) -> None:
    question = "Did Bea win a trick at all? Discarded cards don’t count as one."
    expect(tablet.locator(".say").first).to_contain_text("Bea deals, Carl bids first.")
    enter_bid(tablet, "Bea", 21, "Hearts")
    ask_melds(tablet, {"Ann": 2, "Bea": 19, "Carl": 14}, "Bea needs 2 of 25, and a trick, or the meld is lost.")
    type_figures(tablet, {"Ann": 11, "Bea": 4})
    expect(preview(tablet, "Bea")).to_contain_text("19 + 4 = 23")
    expect(tablet.get_by_text(question)).to_have_count(0)

    type_figures(tablet, {"Ann": 12, "Bea": 3})
    choose(tablet, question, "Yes, at least one")
    expect(preview(tablet, "Bea")).to_contain_text("19 + 3 = 22, made 21")
    choose(tablet, question, "No, not one")
    expect(preview(tablet, "Bea")).to_contain_text("3 of 21: set, −21")
    save(tablet)
    tablet.get_by_role("button", name="Ann 12, Bea 3 as typed").tap()
    expect_totals(tablet, {"Ann": "41", "Bea": "−7", "Carl": "24"})


def hand_with_every_trick(tablet: Page) -> None:
    enter_bid(tablet, "Carl", 50, "Clubs")
    ask_melds(tablet, {"Ann": 2, "Bea": 4, "Carl": 10}, "Carl needs every trick and its 25.")
    type_figures(tablet, {"Ann": 0, "Bea": 0})
    choose(tablet, "Did Ann win a trick at all?", "No, not one")
    choose(tablet, "Did Bea win a trick at all?", "No, not one")
    expect(preview(tablet, "Carl")).to_contain_text("10 + 25 + 25 = 60, made 50")
    save_hand(tablet)


def all_three_sign(tablet: Page) -> None:
    tablet.get_by_role("link", name="Review and sign").tap()
    for player in THREE:
        tablet.get_by_role("link", name=f"I am {player}").tap()
        expect(tablet.get_by_role("heading", name=f"{player}: your result")).to_be_visible()
        save(tablet)
    expect(tablet.get_by_role("heading", name="The card is closed")).to_be_visible()
    expect(tablet.locator(".signature.is-signed")).to_have_count(3)
