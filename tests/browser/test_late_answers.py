"""Hands by touch in one book (in a soak in three), where answers come late and then not at all: no tap lands in another
step than its own, and the heads say what the lines come to."""

import pytest
from playwright.sync_api import Page, expect

from scoring.rules.book import built_in_book
from tests.browser.table import (
    expect_cockpits,
    expect_step,
    keys_of,
    lay_card,
    number_field,
    opened,
    press,
    save,
    type_figures,
)
from tests.browser.test_ahead import answer, bid_and_trump, expect_keys_of, hold_answers
from tests.browser.writing_on import answers_again, cut_off, finish_hand, strip, write_bid
from tests.sampling import sample
from tests.scoring.score_card.makers import enter_hand

pytestmark = pytest.mark.django_db(transaction=True)

# By book: bid, melds and takes of a hand of Bea's whose melds look swapped (the NPA's are too high for that), and of
# one that waits; the totals after it, and what is to go.
HANDS = {
    "st-hilary": (
        (17, (16, 0), (5, 20)),
        (17, (4, 10), (10, 15)),
        (["35", "45"], ["115 to go", "105 to go"]),
    ),
    "npa": (
        (55, (24, 22), (10, 40)),
        (51, (24, 22), (20, 30)),
        (["44", "114"], ["2 of 4 hands played"] * 2),
    ),
    "gwinnett-3": (
        (22, (18, 0, 4), (1, 23, 1)),
        (21, (2, 12, 4), (5, 15, 5)),
        (["26", "50", "14"], ["Hand 3 of 3, as agreed"] * 3),
    ),
}


def test_late_answers_and_none(tablet: Page):
    for book in [*HANDS][: sample(1, len(HANDS))]:
        first, second, (totals, to_go) = HANDS[book]
        sides = ("Ann & Carl", "Bea & Dom") if built_in_book(book).has_partners else ("Ann", "Bea", "Carl")
        opened(tablet, lay_card(tablet, book, hands_agreed=3 if len(sides) == 3 else None))
        expect_cockpits(tablet)
        hand_with_late_answers(tablet, sides, *first)

        cut_off(tablet)
        bid, melds, takes = second
        write_bid(tablet, "Bea", bid, "Spades")
        finish_hand(tablet, 2, dict(zip(sides, melds, strict=True)), dict(zip(sides, takes, strict=True)))
        expect_heads(tablet, totals, to_go, reckoned=len(sides))
        answers_again(tablet)
        expect(strip(tablet)).to_contain_text("on the card")
        expect(tablet.locator("tr#hand-2")).to_be_attached()
        expect_heads(tablet, totals, to_go, reckoned=0)


@pytest.mark.soak
def test_last_hand_of_a_round_waits_with_its_skunk(tablet: Page):
    keeper = lay_card(tablet, "npa")
    for _ in range(3):
        enter_hand(keeper, bidder="E", bid=65, meld={"NS": 25, "EW": 20}, take={"NS": 20, "EW": 30})
    opened(tablet, keeper)
    expect_cockpits(tablet)

    cut_off(tablet)
    write_bid(tablet, "Bea", 65, "Spades")
    finish_hand(tablet, 4, {"Ann & Carl": 25, "Bea & Dom": 20}, {"Ann & Carl": 20, "Bea & Dom": 30})

    expect_heads(tablet, ["640", "0"], ["skunk +200", "4 of 4 hands played"], reckoned=2)
    answers_again(tablet)
    expect(tablet.locator(".side.is-kept")).to_have_count(0)
    expect(tablet.locator(".side-total")).to_have_text(["640", "0"])


def hand_with_late_answers(
    page: Page, sides: tuple[str, ...], bid: int, melds: tuple[int, ...], takes: tuple[int, ...]
):
    bid_and_trump(page, "Bea", bid, "Spades")
    expect_step(page, "Meld")
    held = hold_answers(page)
    type_figures(page, dict(zip(sides, melds, strict=True)))
    save(page)
    expect_keys_of(page, "take")
    its, digits = number_field(page, sides[1]), str(takes[1])
    its.tap()
    press(keys_of(page, its), digits[0])

    answer(page, held)
    if 0 in melds:  # asked about meanwhile, and answered beside what is typed
        question = page.locator(".came-back")
        expect(question).to_contain_text(f"{melds[0]} and 0 are mostly the other way around.")
        press(keys_of(page, its), digits[1:])
        question.get_by_role("button", name=f"{sides[0]} {melds[0]}, {sides[1]} 0 as typed").tap()
        expect_step(page, "Take")
    else:
        expect_step(page, "Take")
        press(keys_of(page, its), digits[1:])
    expect(its).to_have_value(str(takes[1]))
    type_figures(page, {sides[0]: takes[0]})
    save(page)
    expect_step(page, "Bid")
    expect(page.locator("tr#hand-1 .c-meld")).to_have_text([str(meld) for meld in melds])


def expect_heads(page: Page, totals: list[str], to_go: list[str], *, reckoned: int):
    hidden = ", with what waits on this tablet" if reckoned else ""
    expect(page.locator(".side-total")).to_have_text(totals)
    expect(page.locator(".side-to-go")).to_have_text([f"{words}{hidden}" for words in to_go])
    expect(page.locator(".side.is-kept")).to_have_count(reckoned)
