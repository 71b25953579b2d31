"""What only one book has: the moon and the counter, throwing in and bid to win, stuck and set."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table import (
    ANN_CARL,
    BEA_DOM,
    FOUR,
    all_passed,
    ask_melds,
    choose,
    enter_bid,
    enter_hand,
    expect_cell,
    expect_line,
    expect_step,
    expect_totals,
    key,
    next_step,
    open_drawer,
    press,
    preview,
    save,
    save_hand,
    start_card,
    type_figures,
)

HIGH = {ANN_CARL: 400, BEA_DOM: 400}

pytestmark = pytest.mark.django_db(transaction=True)


# -- hidden-valley -----------------------------------------------------------------------


@pytest.mark.soak
def test_hidden_valley_moon_and_counter(tablet: Page):
    start_card(tablet, "hidden-valley", players=FOUR, dealer="Ann")

    shoot_the_moon(tablet, "No, not one", "15 + 25 + 25 = 65, made 25 and the moon")
    expect_totals(tablet, {ANN_CARL: "65", BEA_DOM: "0"})
    shoot_the_moon(tablet, "Yes, at least one", "moon missed, 25 bid")
    expect_cell(tablet, 2, 3, "SET −25 −25 moon 15")

    enter_bid(tablet, "Ann", 20, "Hearts")
    ask_melds(tablet, {ANN_CARL: 24, BEA_DOM: 4}, "The meld covers the bid: one counter is enough.")
    type_figures(tablet, {ANN_CARL: 0})
    expect(preview(tablet, ANN_CARL)).to_contain_text("no counter, 20 bid")
    save(tablet)
    tablet.get_by_role("button", name="Ann & Carl 0, Bea & Dom 25 as typed").tap()
    expect_line(tablet, 3, ["20", "24", "0", "SET −20 −5", "", "4", "25", "29"])


def shoot_the_moon(tablet: Page, answer: str, verdict: str) -> None:
    """All the points; whether it was every trick too, the table has to say."""
    enter_bid(tablet, "Ann", 25, "Spades")
    type_figures(tablet, {ANN_CARL: 15, BEA_DOM: 4})
    open_drawer(tablet, "Something unusual?")
    tablet.get_by_text("Shooting the moon").tap()
    expect(preview(tablet)).to_contain_text("The moon needs every trick.")
    next_step(tablet, "Take")
    press(tablet.locator(".keys:visible"), ["all"])
    choose(tablet, "Did Bea & Dom win a trick at all?", answer)
    expect(preview(tablet, ANN_CARL)).to_contain_text(verdict)
    save_hand(tablet)


# -- family-double -----------------------------------------------------------------------


@pytest.mark.soak
def test_family_double_hands_that_are_not_played(tablet: Page):
    start_card(tablet, "family-double", players=FOUR, dealer="Ann")

    enter_bid(tablet, "Ann", 50, "Spades")
    type_figures(tablet, {ANN_CARL: 30, BEA_DOM: 24})
    open_drawer(tablet, "Something unusual?")
    tablet.get_by_text("Thrown in").tap()
    expect(preview(tablet)).to_contain_text("Thrown in. Ann & Carl −50, Bea & Dom +24.")
    save_unplayed(tablet)
    expect_totals(tablet, {ANN_CARL: "−50", BEA_DOM: "24"})

    enter_bid(tablet, "Ann", 51, "Spades")
    type_figures(tablet, {ANN_CARL: 12, BEA_DOM: 8})
    expect(preview(tablet)).to_contain_text("Ann & Carl show 12 meld and need 20.")
    save_unplayed(tablet)
    expect_totals(tablet, {ANN_CARL: "−101", BEA_DOM: "24"})

    all_passed(tablet)
    open_drawer(tablet, "Something unusual?")
    tablet.get_by_text("The bidder has no marriage").tap()
    next_step(tablet, "Meld")
    expect(preview(tablet)).to_contain_text("Ann & Carl have no marriage to name trump with.")
    save_unplayed(tablet)
    expect_totals(tablet, {ANN_CARL: "−151", BEA_DOM: "24"})


def save_unplayed(tablet: Page) -> None:
    """There is no take to type; the hand is saved as it is."""
    next_step(tablet, "Take")
    expect(tablet.locator(".number-input:visible")).to_have_count(0)
    expect(preview(tablet).locator(".preview-line")).to_have_count(2)
    save_hand(tablet)


@pytest.mark.soak
def test_family_double_bid_to_win(tablet: Page):
    start_card(tablet, "family-double", players=FOUR, dealer="Ann")
    enter_hand(
        tablet,
        "Ann",
        60,
        "Hearts",
        melds={ANN_CARL: 400, BEA_DOM: 400},
        takes={ANN_CARL: 30},
        rare="Ann & Carl 400, Bea & Dom 400",
    )
    expect_totals(tablet, {ANN_CARL: "430", BEA_DOM: "420"})
    expect(tablet.get_by_text("Bid to win: only the side that wins the auction")).to_be_visible()

    # The defenders pass 500 and do not win on this hand.
    enter_hand(tablet, "Ann", 55, "Hearts", melds={ANN_CARL: 26, BEA_DOM: 60}, takes={ANN_CARL: 25})
    expect_totals(tablet, {ANN_CARL: "375", BEA_DOM: "505"})

    # Both stand at 400 or more no longer, so whoever stands at 500 after the next hand wins.
    enter_hand(tablet, "Ann", 50, "Hearts", melds={ANN_CARL: 20, BEA_DOM: 0}, takes={ANN_CARL: 40})
    expect(tablet.locator(".result")).to_have_text("Bea & Dom win: 505 to 435. They reached 500.")


@pytest.mark.soak
def test_family_double_bidders_win_by_bid_to_win(tablet: Page):
    start_card(tablet, "family-double", players=FOUR, dealer="Ann")
    enter_hand(
        tablet,
        "Ann",
        60,
        "Hearts",
        melds={ANN_CARL: 400, BEA_DOM: 400},
        takes={ANN_CARL: 30},
        rare="Ann & Carl 400, Bea & Dom 400",
    )

    enter_hand(tablet, "Ann", 55, "Hearts", melds={ANN_CARL: 60, BEA_DOM: 80}, takes={ANN_CARL: 25})

    expect(tablet.locator(".result")).to_have_text(
        "Ann & Carl win: 515 to 525. Bid to win was in force, and the bidding side stands at 500 or more. "
        "Bea & Dom passed 500 too, but only the bidding side could win on that hand."
    )


# -- gwinnett ----------------------------------------------------------------------------


@pytest.mark.soak
def test_gwinnett_stuck_and_set(tablet: Page):
    start_card(tablet, "gwinnett", players=FOUR, dealer="Ann", hands=2)
    all_passed(tablet)
    key(tablet, "Trump", "Clubs").tap()
    expect_step(tablet, "Meld")
    ask_melds(tablet, {ANN_CARL: 6, BEA_DOM: 4}, "On the board. Ann & Carl need 14 of 25.")
    type_figures(tablet, {ANN_CARL: 10})
    expect(preview(tablet, ANN_CARL)).to_contain_text("meld and take kept")
    save_hand(tablet)
    expect_totals(tablet, {ANN_CARL: "−4", BEA_DOM: "19"})

    enter_bid(tablet, "Bea", 50, "Spades")
    ask_melds(tablet, {ANN_CARL: 4, BEA_DOM: 6}, "Bea & Dom need every trick and its 25.")
    type_figures(tablet, {BEA_DOM: 25})
    choose(tablet, "Did Ann & Carl win a trick at all?", "No, not one")
    expect(preview(tablet, BEA_DOM)).to_contain_text("6 + 25 + 25 = 56, made 50")
    expect(preview(tablet, ANN_CARL)).to_contain_text("no trick: meld lost")
    save_hand(tablet)
    expect(tablet.locator(".result")).to_have_text("Bea & Dom win: 75 to −4. All hands have been played.")
