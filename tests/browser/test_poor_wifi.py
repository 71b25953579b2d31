"""Saving when the network drops: nothing is lost, nothing is doubled, and "Saved" is the server's word."""

import re

import pytest
from playwright.sync_api import Page, Request, Route, expect

from scoring.models import DeviceCard
from tests.browser.conftest import OpenDevice
from tests.browser.table import (
    choose,
    enter_bid,
    expect_step,
    keep_card,
    keep_card_ahead,
    key,
    lay_card,
    number_field,
    opened,
    preview,
    save,
    save_hand,
    type_bid,
    type_figures,
)
from tests.scoring.score_card.makers import enter_hand

pytestmark = pytest.mark.django_db(transaction=True)

PILL = "[data-saved-state]"
BID = re.compile(r"/hands/1/bid/$")


def fill_in_the_bid(page: Page) -> DeviceCard:
    """A card on which the bid of hand 1 is filled in and not yet sent."""
    keeper = keep_card_ahead(page)
    choose(page, "Trump", "Spades")  # tapped last, it would save the bid
    choose(page, "Who won the bid?", "Bea")
    type_bid(page, 17)
    return keeper


def entered(keeper: DeviceCard) -> list[tuple[str, object]]:
    return [
        (entry.kind, entry.payload.get("bid"))
        for entry in keeper.card.entries.exclude(kind="details").order_by("number")
    ]


def lose_the_answer(route: Route) -> None:
    """The server has it, and its answer never arrives."""
    assert route.fetch().status == 200
    route.abort()


def is_not_saved(page: Page) -> None:
    """What people see while the server does not answer: a plain word, what they entered, and the next step's keys."""
    expect(page.locator(PILL)).to_have_text("Not saved yet, trying again")
    expect(page.locator(".save-line")).to_contain_text("What you entered is kept")
    expect(page.locator(".step").first).to_have_text("1 · Bid 17 spades Bea", use_inner_text=True)
    expect(page.locator(".cockpit.is-meld .save-key")).to_be_visible()


def test_network_cut_in_the_middle_of_a_save(tablet: Page):
    keeper = fill_in_the_bid(tablet)
    ids = []
    tablet.on("request", lambda request: ids.append(client_id(request)) if BID.search(request.url) else None)

    def cut(route: Route) -> None:
        tablet.context.set_offline(True)
        route.abort("internetdisconnected")

    tablet.route(BID, cut, times=1)
    save(tablet)
    is_not_saved(tablet)
    stay_when_asked(tablet)
    is_not_saved(tablet)
    assert entered(keeper) == []

    tablet.context.set_offline(False)
    expect_step(tablet, "Meld")
    assert entered(keeper) == [("bid", 17)]
    assert len(ids) > 1
    assert len(set(ids)) == 1
    close_without_being_asked(tablet)


def client_id(request: Request) -> str:
    found = re.search(r"client_id=([^&]+)", request.post_data or "")
    assert found
    return found.group(1)


def stay_when_asked(page: Page) -> None:
    """Tries to close the page; the browser asks first."""
    with page.expect_event("dialog") as asked:
        page.close(run_before_unload=True)
    assert asked.value.type == "beforeunload"
    asked.value.dismiss()


def close_without_being_asked(page: Page) -> None:
    with page.expect_event("close"):
        page.close(run_before_unload=True)


def test_answer_lost_after_the_commit_makes_one_entry_also_when_the_server_is_busy_then(tablet: Page):
    keeper = fill_in_the_bid(tablet)
    sent: list[str] = []
    tablet.on("request", lambda request: sent.append(client_id(request)) if BID.search(request.url) else None)
    tablet.route(BID, lambda route: route.fulfill(status=503, headers={"Retry-After": "1"}, body="busy"), times=1)
    tablet.route(BID, lose_the_answer, times=1)  # of two the newer one comes first

    save(tablet)
    is_not_saved(tablet)
    assert entered(keeper) == [("bid", 17)]

    expect_step(tablet, "Meld")
    assert sent == [sent[0]] * 3
    assert entered(keeper) == [("bid", 17)]
    expect(tablet.locator("a.step").first).to_contain_text("17")


@pytest.mark.soak
def test_answer_to_the_last_hand_lost(tablet: Page):
    keeper = keep_card(tablet)
    enter_bid(tablet, "Bea", 17, "Spades")
    type_figures(tablet, {"Ann & Carl": 4, "Bea & Dom": 10})
    save(tablet)
    expect_step(tablet, "Take")
    tablet.route(re.compile("/hands/1/take/$"), lose_the_answer, times=1)

    type_figures(tablet, {"Bea & Dom": 15})
    save_hand(tablet)

    assert [kind for kind, _ in entered(keeper)] == ["bid", "meld", "take"]
    expect_step(tablet, "Bid")


def test_double_tap_makes_one_entry_and_saved_is_said_only_after_the_answer(tablet: Page):
    keeper = fill_in_the_bid(tablet)
    held: list[Route] = []
    tablet.route(BID, lambda route: held.append(route))

    with tablet.expect_request(BID):
        tablet.locator(".save-key").dblclick()
    expect(tablet.locator(PILL)).to_have_text("Saving…")
    assert entered(keeper) == []
    expect(tablet.locator("form[data-ahead] .save-key")).to_be_visible()

    held[0].continue_()
    expect_step(tablet, "Meld")
    expect(tablet.locator(".field-error")).to_have_count(0)
    assert len(held) == 1
    assert entered(keeper) == [("bid", 17)]


def test_what_is_not_saved_outlives_a_reload_and_a_closed_browser(open_device: OpenDevice):
    """The next page of the same device, whichever it is, sends what was left over."""
    tablet = open_device("tablet", own=True)
    keeper = fill_in_the_bid(tablet)
    tablet.route(BID, lambda route: route.abort())
    tablet.on("dialog", lambda dialog: dialog.accept())  # "leave the page?" - yes
    save(tablet)
    is_not_saved(tablet)
    address = tablet.url

    tablet.reload()
    is_not_saved(tablet)
    assert entered(keeper) == []

    again = tablet.context.new_page()
    tablet.close()
    with again.expect_response(BID):
        again.goto("/")
    assert entered(keeper) == [("bid", 17)]
    again.goto(address)
    expect_step(again, "Meld")


def test_answer_tapped_while_a_preview_is_on_its_way_is_kept(tablet: Page):
    keeper = lay_card(tablet)
    enter_hand(keeper, bidder="E", bid=17, meld={"NS": 4, "EW": 10}, take={"NS": 10, "EW": 15})
    opened(tablet, keeper)
    enter_bid(tablet, "Bea", 17, "Spades")
    type_figures(tablet, {"Ann & Carl": 4, "Bea & Dom": 10})
    save(tablet)
    expect_step(tablet, "Take")
    type_figures(tablet, {"Ann & Carl": 1})
    question = "Was it only the last trick?"
    expect(tablet.get_by_text(question)).to_be_visible()
    held: list[Route] = []
    tablet.route(re.compile("/preview/$"), lambda route: held.append(route) if not held else route.continue_())

    number_field(tablet, "Ann & Carl").dispatch_event("input")  # asks for a preview, which takes its time
    expect(preview(tablet)).to_have_class(re.compile("htmx-request"))
    choose(tablet, question, "No, it was a counter")
    held[0].fulfill(body="late")

    expect(preview(tablet, "Ann & Carl")).to_contain_text("4 + 1")
    expect(key(tablet, question, "No, it was a counter").locator("input")).to_be_checked()
