"""A tournament round of `npa` on a tablet: four hands, two sides, four players with scores of their own."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.table import (
    ANN_CARL,
    BEA_DOM,
    FOUR,
    all_passed,
    ask_melds,
    choose,
    enter_bid,
    enter_melds,
    expect_line,
    expect_totals,
    next_step,
    open_drawer,
    press,
    preview,
    save_hand,
    start_card,
    type_figures,
)

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.soak
def test_round_with_pinochle_skunk_and_players_who_are_late(tablet: Page):
    start_card(tablet, "npa", players=FOUR, dealer="Ann")
    expect(tablet.locator(".side-to-go").first).to_have_text("0 of 4 hands played")

    hand_with_all_the_points(tablet)
    hand_set_gives_the_bid(tablet)
    hand_off_the_board(tablet)
    hand_without_a_marriage(tablet)
    expect(tablet.get_by_role("heading", name="The round is over")).to_be_visible()
    expect_totals(tablet, {ANN_CARL: "1104", BEA_DOM: "0"})

    tablet.get_by_role("link", name="Penalties and player scores").tap()
    expect(tablet.get_by_text("That’s a skunk. 200 more for Ann & Carl")).to_be_visible()
    penalise(tablet, "Ann", "Playing at the wrong table")
    drawer = come_late(tablet, "Bea", 12, "12 minutes late: 70 off.")
    expect(drawer.get_by_text("Who plays in that seat?")).to_have_count(0)
    enter_lateness(tablet, "Bea: 12 minutes late")
    drawer = come_late(tablet, "Carl", 15, "15 minutes late")
    choose(tablet, "Who plays in that seat?", "Somebody else here")
    drawer.get_by_label("Who plays instead").fill("Eve")
    enter_lateness(tablet, "Eve plays on.")
    expect(score(tablet, "Ann")).to_have_text("1004")
    expect(score(tablet, "Bea")).to_have_text("−70")
    expect(score(tablet, "Carl")).to_have_text("0")
    expect(score(tablet, "Eve")).to_have_text("1104")
    expect(score(tablet, "Dom")).to_have_text("0")

    tablet.get_by_role("link", name="Back to the card").tap()
    rows = tablet.locator(".round-scores tbody tr")
    expect(rows).to_have_count(5)
    expect(rows.filter(has_text="Eve")).to_contain_text("1104")


def hand_with_all_the_points(tablet: Page) -> None:
    enter_bid(tablet, "Carl", 60, "Spades")
    ask_melds(tablet, {ANN_CARL: 30, BEA_DOM: 0}, "Ann & Carl need 30 of 50")
    press(tablet.locator(".keys:visible"), ["all"])
    expect(preview(tablet, ANN_CARL)).to_contain_text("30 + 50 + 500 = 580, made 60")
    save_hand(tablet)
    expect_totals(tablet, {ANN_CARL: "580", BEA_DOM: "0"})


def hand_set_gives_the_bid(tablet: Page) -> None:
    enter_bid(tablet, "Dom", 65, "Hearts")
    enter_melds(tablet, {ANN_CARL: 25, BEA_DOM: 20})
    type_figures(tablet, {BEA_DOM: 30})
    expect(preview(tablet, ANN_CARL)).to_contain_text("bid 65 + meld 25 + take 20")
    save_hand(tablet)
    expect_line(tablet, 2, ["", "25", "20", "+65 their set 690", "65", "20", "30", "SET 0"])


def hand_off_the_board(tablet: Page) -> None:
    enter_bid(tablet, "Bea", 100, "Clubs")
    ask_melds(tablet, {ANN_CARL: 40, BEA_DOM: 22}, "Not played. Meld 22 and all 50 points can’t reach 100.")
    expect(tablet.locator(".keypad")).to_have_count(0)
    expect(preview(tablet, ANN_CARL)).to_contain_text("+140 → 830")
    save_hand(tablet)
    expect_totals(tablet, {ANN_CARL: "830", BEA_DOM: "0"})


def hand_without_a_marriage(tablet: Page) -> None:
    expect(tablet.locator(".say").first).to_contain_text("Dom deals,")
    all_passed(tablet)
    open_drawer(tablet, "Something unusual?")
    tablet.get_by_text("The bidder has no marriage to name trump with").tap()
    next_step(tablet, "Meld")
    ask_melds(tablet, {ANN_CARL: 24, BEA_DOM: 0}, "Bea & Dom have no marriage to name trump with.")
    expect(preview(tablet, ANN_CARL)).to_contain_text("bid 50 + natural meld 24")
    save_hand(tablet)
    expect(tablet.locator("#hand-4")).to_contain_text("no marriage")


def penalise(tablet: Page, player: str, penalty: str) -> None:
    open_drawer(tablet, "Enter a penalty")
    drawer = tablet.locator("#penalty-drawer")
    drawer.get_by_text(player, exact=True).tap()
    drawer.get_by_text(penalty).tap()
    drawer.get_by_role("button", name="Enter the penalty").tap()
    expect(tablet.locator(".reasons li", has_text=penalty).filter(has_text=player)).to_be_visible()


def come_late(tablet: Page, player: str, minutes: int, sentence: str) -> Locator:
    """Types the minutes and sees what they mean; the drawer, for what else there is to say."""
    open_drawer(tablet, "Somebody was late")
    drawer = tablet.locator("#late-drawer")
    drawer.get_by_text(player, exact=True).tap()
    drawer.get_by_label("Minutes late").tap()
    press(drawer.locator(".keypad"), str(minutes))
    expect(drawer.locator(".say")).to_contain_text(sentence)
    return drawer


def enter_lateness(tablet: Page, sentence: str) -> None:
    tablet.get_by_role("button", name="Enter the late arrival").tap()
    expect(tablet.locator(".reasons", has_text=sentence)).to_be_visible()


def score(tablet: Page, player: str) -> Locator:
    return tablet.locator(".player-score", has=tablet.get_by_role("heading", name=re.compile(f"^{player}"))).locator(
        ".running"
    )
