"""Hands against bots on a tablet, to the line on the card; whole hands, and games, in a soak."""

import re

import pytest
from playwright.sync_api import Page, expect

from scoring.models import PlayedDeal, ScoreCard
from scoring.play.state import state_from_json
from scoring.rules.book import built_in_books
from scoring.score_card.recording import read_sheet
from tests.books import PLAYED
from tests.browser.moments import seat_at
from tests.browser.playing import next_hand, play_hand, sit_down
from tests.scoring.play.chance import fix_chance
from tests.scoring.play.pages.moments import asked as asked_at

pytestmark = pytest.mark.django_db(transaction=True)

# Deals in which the first hand is a whole one; with another seed it takes more hands to come to one.
SEEDS = {"st-hilary": 2}


def test_the_last_tricks_of_a_hand_and_its_line_on_the_card(tablet: Page):
    """What comes before them is asked one by one in `test_play_table`; whole deals are played without a browser."""
    seat_at(tablet, asked_at("st-hilary", "play", tricks=9))

    assert play_hand(tablet) == ["play"]

    assert_its_line_is_on_the_card(tablet)


@pytest.mark.soak
@pytest.mark.parametrize("book", PLAYED)
def test_a_whole_hand_and_its_line_on_the_card(tablet: Page, book: str, monkeypatch: pytest.MonkeyPatch):
    fix_chance(monkeypatch, SEEDS.get(book, 1))
    sit_down(tablet, book)
    asked = play_hand(tablet)
    while not wanted(book) <= {*asked} or not is_played_out(book):
        next_hand(tablet)  # not played, or somebody claimed the rest: that is no whole hand
        asked = play_hand(tablet)
    assert_its_line_is_on_the_card(tablet)


def assert_its_line_is_on_the_card(tablet: Page) -> None:
    hand = PlayedDeal.objects.latest("number").hand
    tablet.get_by_role("link", name="Score card").last.tap()

    expect(tablet.get_by_role("link", name="Back to the table")).to_be_visible()
    expect(tablet.locator(f"#hand-{hand} td").filter(has_text=re.compile(r"\d"))).not_to_have_count(0)
    tablet.get_by_role("link", name="Back to the table").tap()
    expect(tablet.locator("#result")).to_be_visible()


def wanted(book: str) -> set[str]:
    """What a hand of this book asks of whoever wins the auction."""
    rules = built_in_books()[book]
    asked = {"bid", "trump", "meld", "play"} | ({"partner"} if rules.deal.calls_partner else set())
    return asked | {"pass_cards"} if rules.passing else asked | {"bury"} if rules.kitty else asked


def is_played_out(book: str) -> bool:
    rules = built_in_books()[book]
    return len(state_from_json(rules, PlayedDeal.objects.latest("number").data).tricks) == rules.tricks


@pytest.mark.soak
@pytest.mark.parametrize("book", PLAYED)
def test_a_whole_game_and_who_won_it(tablet: Page, book: str):
    sit_down(tablet, book)

    asked = play_hand(tablet)
    again, over = tablet.get_by_role("button", name="Next hand"), tablet.locator("#result .notice-good")
    expect(again.or_(over).first).to_be_visible()
    while again.is_visible():
        next_hand(tablet)
        hand = PlayedDeal.objects.latest("number").hand
        expect(tablet.locator("h1")).to_have_text(f"Hand {hand}")
        asked += play_hand(tablet)
        expect(again.or_(over).first).to_be_visible()

    assert wanted(book) <= {*asked}
    sheet = read_sheet(ScoreCard.objects.get())
    assert sheet.is_finished
    expect(over).to_be_visible()
    tablet.get_by_role("link", name="Leave the table").last.tap()
    expect(tablet.get_by_role("heading", name="Games on this device")).to_have_count(0)


@pytest.mark.soak
def test_a_game_that_is_left_waits(tablet: Page):
    sit_down(tablet, "st-hilary")
    table = tablet.url
    hand = tablet.locator("[data-hand]").inner_text()

    tablet.goto("/play/")
    tablet.get_by_role("link", name="Go on with the game").tap()

    expect(tablet).to_have_url(table)
    expect(tablet.locator("[data-hand]")).to_have_text(hand, use_inner_text=True)
