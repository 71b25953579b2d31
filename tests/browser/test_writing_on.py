"""With the server away a table writes on: whole hands as on paper, kept on the tablet, sent when it is back."""

import pytest
from playwright.sync_api import Locator, Page, expect

from scoring.score_card.recording import read_sheet
from tests.browser.table import (
    ANN_CARL,
    BEA_DOM,
    choose,
    keep_card,
    number_field,
    save,
)

pytestmark = pytest.mark.django_db(transaction=True)


def cut_off(page: Page) -> None:
    """The server does not answer: cards are open, everything else they ask for fails."""
    page.route("**/cards/**", lambda route: route.abort())


def answers_again(page: Page) -> None:
    page.unroute("**/cards/**")


def write_on(page: Page, hand: int) -> None:
    page.get_by_role("button", name=f"Write hand {hand} here").tap()
    expect(page.get_by_role("heading", name=f"Hand {hand}", exact=True)).to_be_visible()


def sheet(page: Page) -> Locator:
    return page.locator(".waiting-form")


def type_whole(page: Page, bidder: str, bid: int, trump: str, melds: dict[str, int], takes: dict[str, int]) -> None:
    tap_key(page, "Who won it?", bidder)
    sheet(page).get_by_label("For how much?").fill(str(bid))
    tap_key(page, "Trump", trump)
    type_figures(page, "Meld", melds)
    type_figures(page, "Take", takes)


def tap_key(page: Page, question: str, answer: str) -> None:
    choice = sheet(page).locator("fieldset.choice", has=page.locator("legend", has_text=question))
    choice.locator("label.choice-key", has=page.get_by_text(answer, exact=True)).tap()


def type_figures(page: Page, title: str, figures: dict[str, int]) -> None:
    group = sheet(page).get_by_role("group", name=title, exact=True)
    for side, figure in figures.items():
        group.get_by_label(side).fill(str(figure))


def keep(page: Page) -> None:
    page.get_by_role("button", name="Keep this hand").tap()


def waiting(page: Page):
    return page.get_by_role("region", name="Hands that wait on this tablet").get_by_role("listitem")


def strip(page: Page):
    return page.locator("[data-waiting-says]")


def test_three_hands_without_the_server(tablet: Page):
    keeper = keep_card(tablet)
    cut_off(tablet)
    choose(tablet, "Who won the bid?", "Bea")
    number_field(tablet, "For how much?").fill("17")
    choose(tablet, "Trump", "Spades")
    save(tablet)
    expect(strip(tablet)).to_contain_text("Your last step is kept on this tablet")

    write_on(tablet, 1)
    type_figures(tablet, "Meld", {ANN_CARL: 4, BEA_DOM: 10})
    type_figures(tablet, "Take", {BEA_DOM: 15})
    keep(tablet)
    write_on(tablet, 2)
    type_whole(tablet, "Carl", 18, "Hearts", {ANN_CARL: 12, BEA_DOM: 2}, {ANN_CARL: 14})
    keep(tablet)
    write_on(tablet, 3)
    type_whole(tablet, "Ann", 17, "Clubs", {ANN_CARL: 8, BEA_DOM: 0}, {ANN_CARL: 20})
    keep(tablet)
    expect(waiting(tablet)).to_have_count(3)
    answers_again(tablet)
    expect(waiting(tablet)).to_have_count(0)
    assert len(read_sheet(keeper.card).done_lines) == 3
