"""A whole game of `st-hilary` on a tablet: from the start page to two signatures, paper, and a reopened card; but
for the soak most of its hands are laid, and it is neither printed nor reopened."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from scoring.score_card.recording import read_sheet
from tests.browser.table import (
    ANN_CARL,
    BEA_DOM,
    FOUR,
    all_passed,
    ask_melds,
    begin,
    choose,
    enter_bid,
    enter_hand,
    enter_melds,
    expect_line,
    expect_step,
    expect_totals,
    key,
    lay_card,
    name_field,
    number_field,
    open_drawer,
    open_hand,
    open_menu,
    opened,
    preview,
    printed,
    save,
    save_hand,
    start_card,
    type_figures,
)
from tests.scoring.score_card.makers import enter
from tests.scoring.score_card.makers import enter_hand as lay_hand


@pytest.mark.soak
def test_draw_for_the_deal_is_shown_and_kept(tablet: Page):
    begin(tablet, "st-hilary")
    for seat, name in zip("NESW", FOUR, strict=True):
        name_field(tablet, seat).fill(name)

    tablet.get_by_role("button", name="Draw for the deal").tap()

    said = tablet.get_by_text("drew the highest card and deals first.")
    expect(said).to_be_visible()
    dealer = said.inner_text().split()[0]
    assert dealer in FOUR
    expect(tablet.locator(".drawn li", has_text=dealer)).not_to_have_count(0)
    expect(name_field(tablet, "N")).to_have_value("Ann")
    expect(key(tablet, "Who deals first?", dealer).locator("input")).to_be_checked()
    tablet.get_by_role("button", name="Start hand 1").tap()
    expect_step(tablet, "Bid")
    expect(tablet.locator(".say").first).to_contain_text(f"{dealer} deals.")


@pytest.mark.soak
def test_whole_game(tablet: Page):
    start_card(tablet, "st-hilary", players=FOUR, dealer="Ann")

    hand_made(tablet)
    hand_set(tablet)
    hand_on_the_last_trick(tablet)
    hand_with_renege(tablet)
    hand_stuck_and_undone(tablet)
    enter_hand(tablet, "Bea", 50, "Hearts", melds={ANN_CARL: 0, BEA_DOM: 40}, takes={BEA_DOM: 20})
    expect_totals(tablet, {ANN_CARL: "46", BEA_DOM: "128"})
    hand_that_ends_the_game(tablet)

    correct_an_earlier_hand(tablet)
    both_sides_sign(tablet)
    print_the_card(tablet)
    both_sides_reopen(tablet)


def test_game_of_which_most_hands_are_laid(tablet: Page):
    keeper = lay_card(tablet)
    lay_hand(keeper, bidder="E", bid=17, meld={"NS": 4, "EW": 10}, take={"NS": 10, "EW": 15})
    lay_hand(keeper, bidder="S", bid=30, meld={"NS": 15, "EW": 6}, take={"NS": 13, "EW": 12})
    lay_hand(keeper, bidder="W", bid=24, meld={"NS": 8, "EW": 6}, take={"NS": 1, "EW": 24}, last_trick=False)
    lay_hand(keeper, bidder="N", bid=21, meld={"NS": 10, "EW": 4}, take={}, renege="EW")
    lay_hand(keeper, bidder="N", bid=15, meld={"NS": 6, "EW": 2}, take={"NS": 14, "EW": 11})
    enter(keeper, "undo", {"undoes": read_sheet(keeper.card).undoable.number}, hand=5)
    enter(keeper, "take", {"take": {"NS": 11, "EW": 14}}, hand=5)
    lay_hand(keeper, bidder="E", bid=50, meld={"NS": 0, "EW": 40}, take={"NS": 5, "EW": 20})
    enter(keeper, "bid", {"dealer": "E", "bidder": "S", "bid": 40, "trump": "H", "no_marriage": False}, hand=7)
    enter(keeper, "meld", {"meld": {"NS": 100, "EW": 12}}, hand=7)
    opened(tablet, keeper)
    expect_totals(tablet, {ANN_CARL: "46", BEA_DOM: "128"})
    take_that_ends_the_game(tablet)

    correct_an_earlier_hand(tablet)
    both_sides_sign(tablet)


def hand_made(tablet: Page) -> None:
    expect(tablet.locator(".say").first).to_contain_text("Ann deals. Bea bids first.")
    enter_bid(tablet, "Bea", 17, "Spades")
    ask_melds(tablet, {ANN_CARL: 4, BEA_DOM: 10}, "On the board. Bea & Dom need 7 of 25.")
    type_figures(tablet, {BEA_DOM: 15})
    expect(number_field(tablet, ANN_CARL)).to_have_value("10")
    expect(preview(tablet)).to_contain_text("10 + 15 = 25, made 17")
    save_hand(tablet)
    expect_line(tablet, 1, ["", "4", "10", "14", "17", "10", "15", "25"])


def hand_set(tablet: Page) -> None:
    expect(tablet.locator(".say").first).to_contain_text("Bea deals, Carl bids first.")
    enter_bid(tablet, "Carl", 30, "Hearts")
    enter_melds(tablet, {ANN_CARL: 15, BEA_DOM: 6})
    type_figures(tablet, {ANN_CARL: 13})
    expect(preview(tablet).locator(".is-loss")).to_contain_text("28 of 30: set, −30 → −16 15 + 13")
    save_hand(tablet)
    expect_line(tablet, 2, ["30", "15", "13", "SET −30 −16", "", "6", "12", "43"])
    expect(tablet.locator("#hand-2 s")).to_have_text(["15", "13"])


def hand_on_the_last_trick(tablet: Page) -> None:
    question = "Was it only the last trick?"
    enter_bid(tablet, "Dom", 24, "Diamonds")
    enter_melds(tablet, {ANN_CARL: 8, BEA_DOM: 6})
    type_figures(tablet, {ANN_CARL: 2})
    expect(preview(tablet)).to_contain_text("8 + 2, meld saved")
    expect(tablet.get_by_text(question)).to_have_count(0)

    type_figures(tablet, {ANN_CARL: 1})
    expect(tablet.get_by_text(question)).to_be_visible()
    save(tablet)
    expect(tablet.get_by_text("One more thing: answer this too.")).to_be_visible()
    expect(number_field(tablet, BEA_DOM)).to_have_value("24")
    choose(tablet, question, "Yes, only the last trick")
    expect(preview(tablet, ANN_CARL)).to_contain_text("0 → −16")
    choose(tablet, question, "No, it was a counter")
    expect(preview(tablet, ANN_CARL)).to_contain_text("+9 → −7")
    save_hand(tablet)
    expect_totals(tablet, {ANN_CARL: "−7", BEA_DOM: "73"})


def hand_with_renege(tablet: Page) -> None:
    enter_bid(tablet, "Ann", 21, "Clubs")
    enter_melds(tablet, {ANN_CARL: 10, BEA_DOM: 4})
    open_drawer(tablet, "Something unusual?")
    choose(tablet, "Renege", BEA_DOM)
    expect(preview(tablet, BEA_DOM)).to_contain_text("−21")
    save_hand(tablet)
    expect_totals(tablet, {ANN_CARL: "24", BEA_DOM: "52"})


def hand_stuck_and_undone(tablet: Page) -> None:
    expect(tablet.locator(".say").first).to_contain_text("Ann deals.")
    all_passed(tablet)
    key(tablet, "Trump", "Clubs").tap()
    expect_step(tablet, "Meld")
    expect(tablet.locator("a.step").first).to_contain_text("Ann")
    expect(tablet.locator("a.step").first).to_contain_text("15")
    enter_melds(tablet, {ANN_CARL: 6, BEA_DOM: 2})
    type_figures(tablet, {ANN_CARL: 14})
    save_hand(tablet)
    expect_totals(tablet, {ANN_CARL: "44", BEA_DOM: "65"})

    tablet.get_by_role("button", name="Undo: take of hand 5").tap()
    expect_step(tablet, "Take")
    expect(tablet.get_by_text("Undone: take of hand 5.")).to_be_visible()
    expect_totals(tablet, {ANN_CARL: "24", BEA_DOM: "52"})
    expect(number_field(tablet, ANN_CARL)).to_have_value("14")
    type_figures(tablet, {ANN_CARL: 11})
    save_hand(tablet)
    expect_totals(tablet, {ANN_CARL: "41", BEA_DOM: "68"})


def hand_that_ends_the_game(tablet: Page) -> None:
    enter_bid(tablet, "Carl", 40, "Hearts")
    enter_melds(tablet, {ANN_CARL: 100, BEA_DOM: 12}, rare="Ann & Carl 100")
    take_that_ends_the_game(tablet)


def take_that_ends_the_game(tablet: Page) -> None:
    type_figures(tablet, {BEA_DOM: 10})
    banner = "Ann & Carl win: 161 to 150. The bidding side is counted first and reached 150."
    expect(preview(tablet)).to_contain_text(banner)
    save_hand(tablet)
    expect(tablet.locator(".result")).to_have_text(banner)
    expect(tablet.get_by_role("heading", name="The game is over")).to_be_visible()


def correct_an_earlier_hand(tablet: Page) -> None:
    open_hand(tablet, 1)
    expect(tablet.get_by_text("Bea & Dom made the bid of 17: 10 meld + 15 take = 25.")).to_be_visible()
    tablet.get_by_role("link", name="Correct this hand").tap()

    tablet.get_by_label("Bea & Dom melded").tap()  # which waits for the scripts that show what changes
    green = tablet.get_by_role("button", name="Save the correction")
    lies = lie_of(green)
    tablet.get_by_label("Bea & Dom melded").fill("34")
    expect(preview(tablet)).to_contain_text("The winner changes.")
    expect(preview(tablet)).to_contain_text(
        "Bea & Dom would have won on hand 6, 152 to 46: hand 7 would no longer count."
    )
    assert lie_of(green) == lies
    tablet.get_by_label("Bea & Dom melded").fill("12")
    expect(preview(tablet)).not_to_contain_text("The winner changes.")
    after_hand_7 = preview(tablet).locator("tr", has_text="Hand 7").locator("td")
    expect(after_hand_7).to_have_text(["161", re.compile(r"150\s+152")])
    tablet.get_by_label("Reason (optional)").fill("We had counted one marriage too few")
    save(tablet)

    expect(tablet.locator("#hand-1")).to_contain_text("corrected")
    expect_totals(tablet, {ANN_CARL: "161", BEA_DOM: "152"})
    expect_line(tablet, 1, ["", "4", "10", "14", "17", "12", "15", "27"])
    open_menu(tablet).get_by_role("link", name="History").tap()
    newest = tablet.locator(".event").first
    expect(newest).to_contain_text("10 → 12")
    expect(newest).to_contain_text("We had counted one marriage too few")
    expect(tablet.locator(".event", has_text="undone")).not_to_have_count(0)
    tablet.get_by_role("link", name="Back to the card").first.tap()


def lie_of(key: Locator) -> int:
    box = key.bounding_box()
    assert box is not None
    return round(box["y"])


def both_sides_sign(tablet: Page) -> None:
    tablet.get_by_role("link", name="Review and sign").tap()
    tablet.get_by_role("link", name="We are Ann & Carl").tap()
    expect(tablet.locator(".is-us")).to_contain_text("161")
    choose(tablet, "Who signs?", "Carl")
    save(tablet)
    expect(tablet.get_by_text("Hand the tablet to Bea & Dom.")).to_be_visible()
    tablet.get_by_role("link", name="We are Bea & Dom").tap()
    expect(tablet.locator(".is-us")).to_contain_text("152")
    save(tablet)
    expect(tablet.get_by_role("heading", name="The card is closed")).to_be_visible()
    expect(tablet.locator(".signature.is-signed")).to_have_count(2)
    expect(tablet.get_by_role("button", name="Undo")).to_have_count(0)


def print_the_card(tablet: Page) -> None:
    tablet.get_by_role("link", name="Print the card").tap()
    text = printed(tablet, "Open the PDF to print")
    for words in ("Ann & Carl", "Bea & Dom", "161", "152", "SET", "Ann & Carl win"):
        assert words in text
    tablet.get_by_role("link", name="Back to the card").tap()


def both_sides_reopen(tablet: Page) -> None:
    tablet.get_by_role("link", name="Ask to reopen").tap()
    tablet.get_by_role("button", name="Ann & Carl agree to reopen").tap()
    expect(tablet.get_by_text("Hand the tablet to Bea & Dom.")).to_be_visible()
    tablet.get_by_role("button", name="Bea & Dom agree to reopen").tap()
    expect(tablet.get_by_role("heading", name="The game is over")).to_be_visible()
    expect(tablet.get_by_text("This card was reopened, and nothing on it has changed yet.")).to_be_visible()
    expect(tablet.get_by_role("button", name="Undo: correction of hand 1")).to_be_visible()
