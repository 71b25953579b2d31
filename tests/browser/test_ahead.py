"""The next step's keys are there at the tap: what is typed before the answer is on the card after it, in order."""

import re
from contextlib import suppress

import pytest
from playwright.sync_api import Error, Page, Route, expect

from scoring.models import DeviceCard
from tests.browser.table import (
    ANN_CARL,
    BEA_DOM,
    choose,
    enter_bid,
    expect_step,
    expect_totals,
    keep_card_ahead,
    key,
    number_field,
    press,
    save,
    type_bid,
    type_figures,
)
from tests.scoring.score_card.makers import enter, join

pytestmark = pytest.mark.django_db(transaction=True)

# A question that a tablet cannot foresee, and its words.
SWAPPED, SWAPPED_ASKED = (
    {ANN_CARL: 16, BEA_DOM: 0},
    "Who melded 16? After a bid of 17, 16 and 0 are mostly the other way around.",
)
STEP = re.compile(r"/hands/\d+/(bid|meld|take)/$")


def hold_answers(page: Page) -> list[Route]:
    """The server is slow: what the tablet sends waits here."""
    held: list[Route] = []
    page.route(STEP, lambda route: held.append(route))
    return held


def answer(page: Page, held: list[Route]) -> None:
    """The server answers again. Where a busy tablet gave up on what waited, it is sent once more by itself."""
    page.unroute(STEP)
    for route in held:
        with suppress(Error):
            route.continue_()


def bid_and_trump(page: Page, bidder: str, bid: int, trump: str) -> None:
    """The same taps as ever, and nobody waits for what comes of them."""
    choose(page, "Who won the bid?", bidder)
    type_bid(page, bid)
    key(page, "Trump", trump).tap()


def expect_keys_of(page: Page, step: str) -> None:
    """The cockpit of a step is there, answered or not."""
    expect(page.locator(f".cockpit.is-{step} .save-key")).to_be_visible()


def entered(keeper: DeviceCard) -> list[tuple[str, int | None]]:
    entries = keeper.card.entries.exclude(kind="details").order_by("number")
    return [(entry.kind, entry.hand) for entry in entries]


def test_whole_hand_typed_ahead_of_its_answers(tablet: Page):
    keeper = keep_card_ahead(tablet)
    held = hold_answers(tablet)
    bid_and_trump(tablet, "Bea", 17, "Spades")

    expect_keys_of(tablet, "meld")
    expect(tablet.locator("a.step").first).to_contain_text("17")
    expect(tablet.locator(".say")).to_contain_text("Bea has it for 17.")
    type_figures(tablet, {ANN_CARL: 4, BEA_DOM: 10})
    save(tablet)
    expect_keys_of(tablet, "take")
    type_figures(tablet, {BEA_DOM: 15})
    save(tablet)
    expect_keys_of(tablet, "bid")
    expect(tablet.locator(".say")).to_contain_text("Bea deals, Carl bids first.")
    choose(tablet, "Who won the bid?", "Carl")
    type_bid(tablet, 18)

    answer(tablet, held)
    expect_step(tablet, "Bid")
    expect_totals(tablet, {ANN_CARL: "14", BEA_DOM: "25"})
    assert entered(keeper) == [("bid", 1), ("meld", 1), ("take", 1)]
    expect(key(tablet, "Who won the bid?", "Carl").locator("input")).to_be_checked()
    expect(number_field(tablet, "For how much?")).to_have_value("18")
    key(tablet, "Trump", "Hearts").tap()
    expect_step(tablet, "Meld")
    assert entered(keeper)[3:] == [("bid", 2)]


def test_digits_before_and_after_an_answer_stand_together(tablet: Page):
    keep_card_ahead(tablet)
    held = hold_answers(tablet)
    bid_and_trump(tablet, "Bea", 17, "Spades")
    expect_keys_of(tablet, "meld")
    type_figures(tablet, {ANN_CARL: 1})

    answer(tablet, held)
    expect_step(tablet, "Meld")
    expect(tablet.locator("form[data-ahead]")).to_have_count(0)
    press(tablet.locator("[data-pad=meld_NS]"), "2")
    expect(number_field(tablet, ANN_CARL)).to_have_value("12")
    expect(tablet.locator(".save-key")).to_contain_text("Ann 12")


def test_question_that_comes_late_leaves_the_next_step_under_the_fingers(tablet: Page):
    keeper = keep_card_ahead(tablet)
    enter_bid(tablet, "Bea", 17, "Spades")
    held = hold_answers(tablet)
    type_figures(tablet, SWAPPED)
    save(tablet)
    expect_keys_of(tablet, "take")
    type_figures(tablet, {BEA_DOM: 1})

    answer(tablet, held)
    question = tablet.locator(".came-back")
    expect(question).to_contain_text(SWAPPED_ASKED)
    press(tablet.locator(".keypad:visible"), "5")
    expect(number_field(tablet, BEA_DOM)).to_have_value("15")
    assert entered(keeper) == [("bid", 1)]

    question.get_by_role("button", name="See it").tap()
    expect(number_field(tablet, BEA_DOM)).to_have_value(str(SWAPPED[BEA_DOM]))
    expect(tablet.locator("#rare-question")).to_contain_text("What you typed for the take is kept for later.")
    tablet.locator("[name=q_rare]").tap()
    expect_step(tablet, "Take")
    expect(number_field(tablet, BEA_DOM)).to_have_value("15")
    assert entered(keeper) == [("bid", 1), ("meld", 1)]


def test_what_ends_a_hand_otherwise_waits_for_the_answer(tablet: Page):
    keeper = keep_card_ahead(tablet, "family-double")
    held = hold_answers(tablet)
    bid_and_trump(tablet, "Bea", 55, "Spades")
    expect_keys_of(tablet, "meld")
    type_figures(tablet, {ANN_CARL: 16, BEA_DOM: 12})
    save(tablet)
    expect(tablet.locator("form[data-ahead][aria-busy]")).to_be_visible()

    answer(tablet, held)
    expect(tablet.locator(".say", has_text="Not played.")).to_be_visible()
    expect_step(tablet, "Take")
    assert entered(keeper) == [("bid", 1), ("meld", 1)]


def test_step_that_another_tablet_entered_first_is_a_choice_and_nothing_typed_is_lost(tablet: Page):
    keeper = keep_card_ahead(tablet)
    held = hold_answers(tablet)
    bid_and_trump(tablet, "Bea", 17, "Spades")
    expect_keys_of(tablet, "meld")
    type_figures(tablet, {ANN_CARL: 4})
    save(tablet)
    told = tablet.locator(".told")
    expect(told).to_have_text(f"{BEA_DOM}: Enter the meld, or 0 if there was none.")
    expect(number_field(tablet, BEA_DOM)).to_be_focused()
    enter(join(keeper.card), "bid", {**BID, "bidder": "S", "bid": 19}, hand=1)

    answer(tablet, held)
    expect(told).to_contain_text("The bid of hand 1 isn’t saved yet. There is a question to answer.")
    told.get_by_role("button", name="See it").tap()
    expect(tablet.locator(".book-choice")).to_have_count(2)
    expect(told).to_have_text("What you typed for the meld is kept for later.")
    tablet.get_by_role("button", name="Use this instead").tap()
    expect_step(tablet, "Meld")
    expect(number_field(tablet, ANN_CARL)).to_have_value("4")


BID = {"dealer": "N", "trump": "S", "no_marriage": False}
