"""Two tablets that write on one card, and phones that only watch."""

import re

import pytest
from django.test import Client
from playwright.sync_api import Locator, Page, expect

from scoring.models import ScoreCard
from tests.browser.conftest import OpenDevice
from tests.browser.table import (
    choose,
    enter_bid,
    enter_melds,
    expect_cell,
    expect_cockpits,
    expect_step,
    expect_totals,
    hear_nothing,
    keep_card,
    open_card,
    open_menu,
    save,
    save_hand,
    see_the_question,
    type_bid,
    type_figures,
)
from tests.scoring.score_card.makers import enter, enter_hand, fill_hands, join, make_card

pytestmark = pytest.mark.django_db(transaction=True)


def two_tablets(open_device: OpenDevice) -> tuple[Page, Page]:
    """Two tablets with the same new card before them."""
    first, second = open_device("tablet"), open_device("tablet")
    keeper, client = keep_card(first), Client()
    join(keeper.card, client)
    open_card(second, keeper, client)
    expect_cockpits(second)
    return first, second


def fill_in_the_bid(page: Page, bidder: str, bid: int, trump: str) -> None:
    """All of it, trump first: tapped last, it would save the bid."""
    choose(page, "Trump", trump)
    choose(page, "Who won the bid?", bidder)
    type_bid(page, bid)


def versions(page: Page) -> Locator:
    """The two keys of a choice."""
    return page.locator(".book-choice")


def test_two_versions_of_a_step_are_a_choice_and_the_other_tablet_is_told(open_device: OpenDevice):
    first, second = two_tablets(open_device)
    fill_in_the_bid(second, "Carl", 19, "Hearts")
    hear_nothing(second)
    enter_bid(first, "Bea", 17, "Spades")

    save(second)
    see_the_question(second, "The bid of hand 1")

    expect(second.get_by_role("heading", name="The bid of hand 1 was entered twice.")).to_be_focused()
    expect(second.locator("[data-saved-state]")).to_have_text("Not saved")
    expect(versions(second)).to_have_text(
        ["Bea 17 spades saved by Tablet 1 Keep this", "Carl 19 hearts yours, not saved Use this instead"],
        use_inner_text=True,
    )
    expect_cell(second, 1, 4, "17")
    expect(second.locator(".save-key:visible")).to_have_count(0)

    second.get_by_role("button", name="Use this instead").tap()
    expect_step(second, "Meld")
    expect_cell(second, 1, 0, "19")
    told = first.locator(".notice", has_text="Tablet 2 replaced what you entered in hand 1.")
    expect(told).to_contain_text("Bid won by: Carl, not Bea.")
    expect(first.locator("#hand-1 .won-bid")).to_have_text("19")
    expect(first.locator(".number-input.is-active")).to_be_focused()  # that of the new bidder


@pytest.mark.soak
def test_take_that_came_second_corrects_the_hand_or_leaves_it(open_device: OpenDevice):
    first, second = two_tablets(open_device)
    enter_bid(first, "Bea", 17, "Spades")
    enter_melds(first, {"Ann & Carl": 4, "Bea & Dom": 10})
    expect_step(second, "Take")
    type_figures(second, {"Bea & Dom": 14})
    hear_nothing(second)
    type_figures(first, {"Bea & Dom": 15})
    save_hand(first)

    save(second)
    see_the_question(second, "The take of hand 1")
    expect(versions(second)).to_have_count(2)
    expect(versions(second).nth(1)).to_have_text(
        "Ann & Carl 11, Bea & Dom 14 yours, not saved Use this instead", use_inner_text=True
    )
    second.get_by_role("button", name="Use this instead").tap()

    expect_step(second, "Bid")
    expect_totals(second, {"Ann & Carl": "15", "Bea & Dom": "24"})
    expect(first.locator(".notice", has_text="Bea & Dom, take: 14, not 15.")).to_be_visible()


@pytest.mark.soak
def test_write_address_is_nowhere_on_what_a_watcher_gets(open_device: OpenDevice):
    tablet, phone = open_device("tablet"), open_device("phone")
    keeper = keep_card(tablet)
    enter_hand(keeper, bidder="E", bid=17, meld={"NS": 4, "EW": 10}, take={"NS": 10, "EW": 15})
    open_menu(tablet).get_by_role("link", name="Share", exact=True).tap()
    save(tablet)
    expect(tablet.locator(".link-address")).to_have_count(2)
    expect(tablet.locator(".qr svg")).to_have_count(2)
    tablet.wait_for_load_state()
    write, read = (text.strip() for text in tablet.locator(".link-address").all_inner_texts())
    secret = write.rstrip("/").rpartition("/")[2]
    assert len(secret) == 32

    phone.goto(read)
    pages = [phone.content()]
    phone.locator("#hand-1 .hand-link").tap()
    expect(phone).to_have_url(re.compile("/hands/1/$"))
    phone.wait_for_load_state()
    pages.append(phone.content())
    phone.goto(f"{read}changes/?v=0")
    pages.append(phone.content())

    for content in pages:
        assert "Bea" in content
        assert secret not in content
        assert str(keeper.card_id) not in content
        assert "/cards/" not in content
    assert phone.request.get(f"/cards/{keeper.card_id}/").status == 404


def test_double_tap_on_a_rule_book_begins_one_card(tablet: Page):
    tablet.goto("/cards/new/npa/")

    tablet.get_by_role("button", name="Start a card").dblclick()

    expect(tablet.get_by_role("heading", name="Who plays?")).to_be_visible()
    assert ScoreCard.objects.count() == 1


LINES = """
() => Array.from(document.querySelectorAll("#score-card tbody tr"), (line) => line.outerHTML.replace(/\\s+/g, " "))
"""


@pytest.mark.soak
def test_long_card_is_sent_once_and_then_what_changed(open_device: OpenDevice):
    """Of forty hands one is put right on another tablet; the next answer brings its line, and the totals after it."""
    page, client = open_device("tablet"), Client()
    keeper = make_card(client, book="gwinnett-3", hands_agreed=60)
    fill_hands(keeper, 40)
    open_card(page, keeper, client)
    whole = len(page.content())
    page.locator("#hand-3").evaluate("line => line.classList.add('looked-at')")

    enter_bid(page, "Beatrice", 25, "Spades")
    enter(keeper, "correct", {"take": {"A": 3, "B": 13, "C": 9}}, hand=38)
    with page.expect_response(lambda response: response.url.endswith("/meld/")) as answered:
        enter_melds(page, {"Ann": 10, "Beatrice": 20, "Carl": 4})

    assert len(answered.value.body()) < whole / 3
    expect(page.locator("#hand-3")).to_have_class("hand looked-at")  # it is the line that was there
    page.locator("#hand-3").evaluate("line => line.classList.remove('looked-at')")
    shown = page.evaluate(LINES)
    page.reload()
    assert page.evaluate(LINES) == shown
    assert len(shown) == 41
