"""What one looks at is in the window: hands on a card with the heads of their columns and who dealt them, and the boxes
of a correction. With long names, at a kitchen table and in an evening, for those who keep the card and who watch it. In
the lowest window it is one hand; that has none beside an evening’s bar and a first name of 35 letters.

A page is opened once, and its screen becomes each of the sizes in place.
"""

from collections.abc import Iterable

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from league.evening.tables.passes import pass_of
from scoring.models import CardLink, DeviceCard
from scoring.rules.book import built_in_book
from scoring.score_card import access
from scoring.score_card.recording import read_sheet
from tests.browser.conftest import OpenDevice
from tests.browser.table import expect_step, lay_card, opened
from tests.league.makers import card_at, make_entrants, make_event, make_members, make_round, put_on_hold, start_now
from tests.sampling import sample
from tests.scoring.score_card.makers import enter_hand, join

pytestmark = pytest.mark.django_db(transaction=True)

SIZES = ((390, 844), (810, 1080), (1180, 820), (1366, 768))
LOWEST = (360, 640)
LONG = ("Bartholomew Featherstonehaugh", "Maximiliane Oberhuber", "Beatrice", "Christopher Montgomery-Hill")
LONGEST = (
    "Bartholomew-Alexander Featherstonehaugh",
    "Maximiliane Oberhuber",
    "Beatrice",
    "Wolfeschlegelsteinhausenbergerdorff",
)

# What of a card nothing hides: hands with all their figures and who has the bid, the sides with their totals.
CARD = """async () => {
    const next = () => new Promise(resolve => requestAnimationFrame(resolve));
    await next(), await next();  // the screen has just become another
    const all = (selector, within = document) => [...within.querySelectorAll(selector)];
    const is_seen = (element, ...parts) => {
        const {left, top, width, height} = element.getBoundingClientRect();
        return height > 8 && parts.every(part => {
            const there = document.elementFromPoint(left + width / 2, top + height * part);
            const isItsLink = there?.matches('.hand-link') && there.closest('tr') === element.closest('tr');
            return element.contains(there) || isItsLink;
        });
    };
    const is_whole = hand => all('.hand-no, .won-bid, .running:not(:empty)', hand).every(it => is_seen(it, 0.25, 0.75));
    return {
        hands: all('tr.hand').filter(is_whole).length,
        totals: all('.side-total').filter(it => is_seen(it, 0.5)).length,
        sides: all('.side-name').filter(it => is_seen(it, 0.2, 0.5)).length,
        small: all('th, td, .choice-face, .key, .say, label', document.getElementById('main'))
            .filter(it => it.checkVisibility() && parseFloat(getComputedStyle(it).fontSize) < 12)
            .map(it => it.className),
        wide: document.scrollingElement.scrollWidth,
    };
}"""

# Boxes and keys of a correction that something covers, or that are outside of the window.
HIDDEN = """async () => {
    const next = () => new Promise(resolve => requestAnimationFrame(resolve));
    await next(), await next();
    const boxes = document.querySelectorAll('.correct-fields > .group :is(.number-input, .choice-face)');
    return [...boxes].filter(box => {
        const {left, top, width, height} = box.getBoundingClientRect();
        return [0.1, 0.9].some(part =>
            !box.parentElement.contains(document.elementFromPoint(left + width / 2, top + height * part)));
    }).map(box => box.name || box.textContent);
}"""


def lay_hands(keeper: DeviceCard, hands: int) -> None:
    """Each side in turn wins the bid; the third is set."""
    book = read_sheet(keeper.card).book
    for hand in range(hands):
        bidding, other = book.sides[hand % len(book.sides)], book.sides[(hand + 1) % len(book.sides)]
        took = book.total_points - 8
        bid = book.auction.opening + 2 if hand != 2 else took + 30
        meld = {side: 20 if side == bidding else 4 for side in book.sides}
        take = {side: {bidding: took, other: 8}.get(side, 0) for side in book.sides}
        enter_hand(keeper, bidder=book.seats_of(bidding)[0], bid=bid, meld=meld, take=take)


def expect_in_view(
    page: Page, *, sides: int, hands: int = 2, on_a_phone: int = 2, sizes: Iterable[tuple[int, int]] = (*SIZES, LOWEST)
) -> None:
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        seen = page.evaluate(CARD)
        least = 1 if (width, height) == LOWEST else min(hands, on_a_phone) if width == SIZES[0][0] else hands
        assert seen["hands"] >= least, f"{width}x{height}: {seen}"
        assert seen["small"] == [], f"{width}x{height}"
        assert (seen["sides"], seen["totals"], seen["wide"]) == (sides, sides, width), f"{width}x{height}"


@pytest.mark.soak
@pytest.mark.parametrize("book", ["gwinnett-3", "family-double", "st-hilary"][: sample(1, 3)])
def test_kitchen_table_sees_two_hands_and_what_their_figures_are(open_device: OpenDevice, book: str):
    page, rules = open_device("any width"), built_in_book(book)
    keeper = lay_card(page, book, player_names=dict(zip(rules.seats, LONG, strict=False)))
    lay_hands(keeper, 3)
    opened(page, keeper)
    expect_step(page, "Bid")

    expect_in_view(page, sides=len(rules.sides))

    page.goto(f"/r/{access.make_link(keeper.card, CardLink.Kind.READ)}/")
    expect(page.get_by_text("Live")).to_be_visible()
    expect_in_view(page, sides=len(rules.sides), hands=3, on_a_phone=3)


@pytest.mark.soak
@pytest.mark.parametrize(("names", "hands", "sizes"), [(LONGEST, 3, SIZES), (LONG, 2, (*SIZES, LOWEST))])
def test_evening_sees_two_hands_and_what_their_figures_are(
    open_device: OpenDevice, names: tuple[str, ...], hands: int, sizes: tuple[tuple[int, int], ...]
):
    """By the clock, which takes a line of the phone; and while a ruling is to come and the director was called."""
    event = make_event(played_on=timezone.localdate())
    for member, name in zip(make_members(event.club, 4), names, strict=True):
        member.name = name
        member.save()
    event_round = make_round(event, make_entrants(event, 4))
    event_round.minutes = 45
    event_round.save()
    start_now(event_round)
    lay_hands(join(card_at(event_round.tables.get())), hands)
    page, other = open_device("any width"), open_device("phone")
    for device in (other, page):
        device.goto(pass_of(event, 1).address)
        device.get_by_role("button", name="Yes, keep table 1 here").tap()
        expect_step(device, "Bid")

    expect(page.get_by_role("timer")).to_be_visible()
    expect_in_view(page, sides=2, sizes=sizes)

    call = page.locator("#call-drawer > summary")
    page.set_viewport_size({"width": 390, "height": 844})
    expect(call).to_have_accessible_name("Call the referee")
    box = call.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 44

    call.tap()
    page.locator(".call-form button").first.tap()
    expect(page.get_by_text("The referee was called at")).to_be_visible()
    expect_in_view(page, sides=2, sizes=sizes)

    page.get_by_role("button", name="No longer needed").tap()
    expect(page.locator(".evening-line")).to_have_count(0)
    put_on_hold(event_round.tables.get(), "Who led?", hand=hands)
    page.reload()
    expect(page.locator(".evening-line")).to_be_visible()
    expect_in_view(page, sides=2, sizes=sizes)


@pytest.mark.parametrize("book", ["gwinnett-3", "npa"][: sample(1, 2)])
def test_boxes_of_a_correction_are_beside_its_keys(open_device: OpenDevice, book: str):
    page, rules = open_device("any width"), built_in_book(book)
    keeper = lay_card(page, book, player_names=dict(zip(rules.seats, LONG, strict=False)))
    lay_hands(keeper, 1)
    opened(page, keeper, "hands/1/correct/")
    expect(page.locator("#in-short")).to_have_text("Nothing has changed yet.")

    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(HIDDEN) == [], f"{width}x{height}"
