"""Tables of two to eight: a hand by touch, its taps counted, and its card in view on every screen.

A soak looks at all games, with long names and at 200 % text; else two of them play their hand.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from scoring.score_card.names import Names
from scoring.score_card.recording import read_sheet
from tests.browser.conftest import OpenDevice
from tests.browser.table import (
    expect_cockpits,
    expect_step,
    expect_totals,
    keep_card,
    lay_card,
    opened,
    save,
    save_hand,
    type_bid,
)
from tests.browser.writing_on import answers_again, cut_off, expect_hand
from tests.sampling import SOAK
from tests.scoring.score_card.makers import enter
from tests.scoring.score_card.many import GAMES, LONG_NAMES, PEOPLE, boxes, made_book

pytestmark = pytest.mark.django_db(transaction=True)

SIZES = ((390, 844), (810, 1080), (1180, 820), (1366, 768))
AT_200_PER_CENT = tuple((width // 2, height // 2) for width, height in SIZES[1:])
SHOTS = os.environ.get("SHOTS")  # a directory for pictures, to look at
# Who plays along is a tap, and each figure is one: fifteen at most.
TAPS = {"two": 12, "three": 11, "five": 12, "six-2x3": 12, "six-3x2": 11, "eight": 13}
CUT = """() => [...document.querySelectorAll(`.side-name, .side-total, .hand-told, .running, .figures, .cockpit .key,
    .cockpit .choice-face, .cockpit .number-field > label`)].filter(it => it.checkVisibility()).filter(it => {
        const {left, right, width} = it.getBoundingClientRect();
        const cut = width > 4 && it.scrollWidth > it.clientWidth + 2 && getComputedStyle(it).display !== "inline";
        return cut || left < -1 || right > innerWidth + 1;
    }).map(it => `${it.className}: ${it.textContent.trim()}`)"""


class Table:
    """A card at a browser, whose taps are counted."""

    def __init__(self, page: Page, game: str) -> None:
        self.page, self.hand, self.taps = page, GAMES[game], 0

    def tap(self, place: str) -> None:
        self.page.locator(place).tap()
        self.taps += 1

    def bid(self) -> None:
        if self.hand.bidder:
            self.tap(f".bidders:not(.partners) label:has([value={self.hand.bidder}])")
        if self.hand.partner:
            self.tap(f".partners label:has([value={self.hand.partner}])")
        if self.hand.bid:
            before = self.page.locator(f'.side-keys [data-key="={self.hand.bid}"]').count()
            type_bid(self.page, self.hand.bid)
            self.taps += 1 if before else len(str(self.hand.bid))
        self.tap('.trumps label:has([value="H"])')
        expect_hand(self.page, len(self.page.locator("tr.hand:not(.is-now)").all()) + 1, "meld")

    def figures(self, step: str, figures: Mapping[str, int]) -> None:
        """The box that is active takes a whole figure, which leads on; pads have digits."""
        for name, figure in figures.items():
            if self.page.locator(".figure-grid").count():
                if self.page.locator(".number-input.is-active").get_attribute("name") != name:
                    self.tap(f"[name={name}]")
                self.tap(f'.figure-grid [data-key="={figure}"]')
                continue
            pad = f'[data-pad="{name}"]' if step == "meld" else ".keypad"
            for digit in str(figure):
                self.tap(f'{pad} [data-key="{digit}"]')


def in_order(table: Table, names: dict[str, int]) -> dict[str, int]:
    """From the active box on, around."""
    active = table.page.locator(".number-input.is-active").get_attribute("name")
    order = [*names]
    place = order.index(active) if active in order else 0
    return {name: names[name] for name in (*order[place:], *order[:place])}


def look(page: Page, name: str, sizes: tuple[tuple[int, int], ...] = SIZES) -> None:
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("() => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))")
        if SHOTS:
            page.screenshot(path=Path(SHOTS) / f"{name}-{width}.png")
        assert page.evaluate(CUT) == [], f"{name}, {width}x{height}"
        assert page.evaluate("document.scrollingElement.scrollWidth") <= width, f"{name}, {width}"


@pytest.mark.parametrize("game", [*GAMES] if SOAK else ["two", "five", "six-3x2"])
def test_a_hand_by_touch_in_few_taps(open_device: OpenDevice, game: str) -> None:
    page = open_device("phone")
    book, hand = made_book(game), GAMES[game]
    keeper = keep_card(page, book, player_names=dict(zip(book.seats, PEOPLE, strict=False)))
    table = Table(page, game)

    table.bid()
    table.figures("meld", in_order(table, boxes(game, "meld")))
    table.tap(".save-key")
    expect_step(page, "Take")
    takes = in_order(table, boxes(game, "take"))
    table.figures("take", dict([*takes.items()][:-1]))
    save_hand(page)
    table.taps += 1

    names = Names(book, dict(zip(book.seats, PEOPLE, strict=False)), {})
    expect_totals(page, dict(zip(map(names.side, book.sides), map(str, hand.totals), strict=True)))
    assert tuple(read_sheet(keeper.card).totals.values()) == hand.totals
    assert table.taps <= TAPS[game]


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("sizes", [SIZES, AT_200_PER_CENT])
def test_nothing_is_cut_with_long_names(open_device: OpenDevice, game: str, sizes: tuple[tuple[int, int], ...]) -> None:
    page = open_device("any width")
    book, hand = made_book(game), GAMES[game]
    keeper = lay_card(page, book, player_names=dict(zip(book.seats, LONG_NAMES, strict=False)))
    called = {"partner": hand.partner} if hand.partner else {}
    for number in (1, 2, 3):
        bid = hand.bid + (20 if number == 2 else 0)
        bidder = {"bidder": hand.bidder} if hand.bidder else {}
        dealt = {"dealer": book.seats[number % len(book.seats)], **bidder, "bid": bid if bidder else 0, "trump": "H"}
        enter(keeper, "bid", {**dealt, "no_marriage": False, **called}, hand=number)
        enter(keeper, "meld", {"meld": dict(hand.meld)}, hand=number)
        enter(keeper, "take", {"take": dict(hand.take), "tricks": {}, "renege": None}, hand=number)
    opened(page, keeper)
    table = Table(page, game)

    look(page, f"{game}-bid", sizes)
    page.set_viewport_size({"width": 810, "height": 1080})
    table.bid()
    look(page, f"{game}-meld", sizes)
    page.set_viewport_size({"width": 810, "height": 1080})
    table.figures("meld", boxes(game, "meld"))
    save(page)
    expect_step(page, "Take")
    look(page, f"{game}-take", sizes)
    expect(page.locator(".number-input")).to_have_count(len(hand.take))


@pytest.mark.parametrize("game", ["five", "two"])
def test_a_hand_with_a_called_partner_or_no_bid_while_the_server_is_away(open_device: OpenDevice, game: str) -> None:
    page = open_device("phone", own=True)
    book, hand = made_book(game), GAMES[game]
    keeper = keep_card(page, book, player_names=dict(zip(book.seats, PEOPLE, strict=False)))
    expect_cockpits(page)
    cut_off(page)
    table = Table(page, game)

    table.bid()
    table.figures("meld", in_order(table, boxes(game, "meld")))
    save(page)
    expect_hand(page, 1, "take")
    table.figures("take", dict([*in_order(table, boxes(game, "take")).items()][:-1]))
    save(page)

    line = page.locator("#waiting-hand-1")
    expect(line.locator(".won, .along")).to_have_text(["Bart 52", "with Dora"] if hand.bid else [""])
    if SHOTS:
        page.screenshot(path=Path(SHOTS) / f"{game}-away.png")
    expect(line.locator(".running")).to_have_text(list(map(str, hand.totals)))
    answers_again(page)
    expect(page.locator("#hand-1:not(.is-now) .running")).to_have_text(list(map(str, hand.totals)))
    assert tuple(read_sheet(keeper.card).totals.values()) == hand.totals
