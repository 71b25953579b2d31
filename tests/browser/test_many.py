"""Tables of two to eight: a hand by touch, its taps counted, and its card in view on every screen.

A soak looks at all games, with long names and at 200 % text, and plays each to its end: there every total is held
against a second reading of the book's sentences. Else one is played by touch, and two while the server is away.
"""

from __future__ import annotations

import os
import random
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from scoring.rules.book import RuleBook, built_in_book
from scoring.rules.cards import Side
from scoring.rules.deal_score import DealRecord
from scoring.rules.notation import figure_text
from scoring.score_card.forms.hands import box_of
from scoring.score_card.names import Names
from scoring.score_card.recording import read_sheet
from tests.browser.conftest import OpenDevice
from tests.browser.table import (
    SECOND_TAP,
    expect_cockpits,
    expect_step,
    expect_totals,
    keep_card,
    lay_card,
    open_card,
    open_hand,
    opened,
    save,
    save_hand,
    type_bid,
)
from tests.browser.writing_on import KEEP_WHAT_IS_DRAWN, answers_again, cut_off, expect_hand, strip
from tests.sampling import SOAK
from tests.scoring.rules import second_reading
from tests.scoring.score_card.makers import enter, join
from tests.scoring.score_card.many import GAMES, LONG_NAMES, PEOPLE, boxes, made_book

pytestmark = pytest.mark.django_db(transaction=True)

SIZES = ((390, 844), (810, 1080), (1180, 820), (1366, 768))
AT_200_PER_CENT = tuple((width // 2, height // 2) for width, height in SIZES[1:])
SHOTS = os.environ.get("SHOTS")  # a directory for pictures, to look at
# Who plays along is a tap, and each figure is one: fifteen at most.
TAPS = {"two": 12, "three": 11, "five": 12, "six-2x3": 12, "six-3x2": 11, "eight": 13}
CUT = """() => {
    const seen = places => [...document.querySelectorAll(places)].filter(it => it.checkVisibility());
    const told = it => `${it.className}: ${it.textContent.trim()}`;
    const cut = seen(`.side-name, .side-total, .hand-told, .running, .figures, .result-who, .cockpit .key,
        .cockpit .choice-face, .cockpit .number-field > label`).filter(it => {
        const {left, right, width} = it.getBoundingClientRect();
        const isCut = width > 4 && it.scrollWidth > it.clientWidth + 2 && getComputedStyle(it).display !== "inline";
        return isCut || left < -1 || right > innerWidth + 1;
    });
    const low = seen(".cockpit .save-key, .cockpit .choice-face, .cockpit .step-value, #preview")
        .filter(it => it.scrollHeight > it.clientHeight + 3 || it.scrollWidth > it.clientWidth + 2);
    const over = seen(".derived-note").filter(note => {
        const own = note.getBoundingClientRect();
        return [...note.parentElement.querySelectorAll("label > :is(.partner, .number-hint)")].some(part => {
            const text = document.createRange();
            text.selectNodeContents(part);
            return part.clientWidth !== 1 && [...text.getClientRects()].some(({left, right, top, bottom}) =>
                left < own.right && right > own.left && top < own.bottom - 2 && bottom > own.top + 2);
        });
    });
    return [...cut, ...low, ...over].map(told);
}"""


class Table:
    """A card at a browser, whose taps are counted."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps = page, 0

    def tap(self, place: str) -> None:
        self.page.locator(place).tap()
        self.taps += 1

    def bid(self, bidder: str, bid: int, partner: str | None = None, *, stuck: bool = False) -> None:
        hand = self.page.locator("tr.hand:not(.is-now)").count() + 1
        if stuck:
            self.tap("label[data-fixed-bid]")
        elif bidder:
            self.tap(f".bidders:not(.partners) label:has([value={bidder}])")
        if partner:
            self.tap(f".partners label:has([value={'alone' if partner == bidder else partner}])")
        if bid and not stuck:
            before = self.page.locator(f'.side-keys [data-key="={bid}"]').count()
            type_bid(self.page, bid)
            self.taps += 1 if before else len(str(bid))
        self.tap('.trumps label:has([value="H"])')
        expect_hand(self.page, hand, "meld")

    def figures(self, step: str, figures: Mapping[str, int]) -> None:
        """The box that is active takes a whole figure, which leads on; pads have digits, and the boxes of a take."""
        for name, figure in figures.items():
            pad = f'[data-pad="{name}"]' if step == "meld" else ".keypad:visible"
            grid = self.page.locator(".figure-grid").count()
            if (grid or step == "take") and self.active() != name:
                self.tap(f"[name={name}]")
            if grid and self.page.locator(f'.figure-grid [data-key="={figure}"]:visible').count():
                self.tap(f'.figure-grid [data-key="={figure}"]')
                continue
            if grid:
                self.tap(".figure-grid [data-more]")
                pad = ".figure-keys .keypad"
            for digit in str(figure):
                self.tap(f'{pad} [data-key="{digit}"]')
            if grid:
                self.tap(f'{pad} [data-key="next"]')

    def active(self) -> str | None:
        active = self.page.locator(".number-input.is-active")
        return active.get_attribute("name") if active.count() else None

    def saved(self, step: str, hand: int) -> None:
        """The green key, and yes to what it asks, which is no tap of an ordinary hand."""
        save(self.page)
        self.taps += 1
        asked = self.page.locator("#rare-question")
        done = self.page.locator(f".cockpit.is-{step}").get_by_role("heading", name=f"Hand {hand}", exact=True)
        if step == "end":
            done = self.page.locator("#finished-title")
        expect(asked.or_(done)).to_be_attached()
        if asked.count():
            self.page.wait_for_timeout(SECOND_TAP)
            self.page.locator("[name=q_rare]").tap()
        expect(done).to_be_attached()


def in_order(table: Table, names: dict[str, int]) -> dict[str, int]:
    """From the active box on, around."""
    active = table.active()
    order = [*names]
    place = order.index(active) if active in order else 0
    return {name: names[name] for name in (*order[place:], *order[:place])}


def look(page: Page, name: str, sizes: tuple[tuple[int, int], ...] = SIZES) -> None:
    faults: list[str] = []
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("() => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))")
        if SHOTS:
            page.screenshot(path=Path(SHOTS) / f"{name}-{width}.png")
        faults += [f"{width}: {fault}" for fault in page.evaluate(CUT)]
        if page.evaluate("document.scrollingElement.scrollWidth") > width:
            faults.append(f"{width}: too wide")
    assert faults == [], name


@pytest.mark.parametrize("game", [*GAMES] if SOAK else ["six-3x2"])
def test_a_hand_by_touch_in_few_taps(open_device: OpenDevice, game: str) -> None:
    page = open_device("phone")
    book, hand = made_book(game), GAMES[game]
    keeper = keep_card(page, book, player_names=dict(zip(book.seats, PEOPLE, strict=False)))
    table = Table(page)

    table.bid(hand.bidder, hand.bid, hand.partner)
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
    table = Table(page)

    look(page, f"{game}-bid", sizes)
    page.set_viewport_size({"width": 810, "height": 1080})
    table.bid(hand.bidder, hand.bid, hand.partner)
    look(page, f"{game}-meld", sizes)
    page.set_viewport_size({"width": 810, "height": 1080})
    table.figures("meld", boxes(game, "meld"))
    save(page)
    expect_step(page, "Take")
    look(page, f"{game}-take", sizes)
    expect(page.locator(".number-input")).to_have_count(len(hand.take))
    page.set_viewport_size({"width": 810, "height": 1080})
    table.figures("take", dict([*in_order(table, boxes(game, "take")).items()][:-1]))
    expect(page.locator("#preview .preview-line").last).to_be_visible()
    look(page, f"{game}-full", sizes)


@pytest.mark.parametrize("game", ["five", "two"])
def test_a_hand_with_a_called_partner_or_no_bid_while_the_server_is_away(open_device: OpenDevice, game: str) -> None:
    page = open_device("phone", own=True)
    book, hand = made_book(game), GAMES[game]
    keeper = keep_card(page, book, player_names=dict(zip(book.seats, PEOPLE, strict=False)))
    expect_cockpits(page)
    cut_off(page)
    table = Table(page)

    table.bid(hand.bidder, hand.bid, hand.partner)
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
    assert table.taps + 2 <= TAPS[game]  # with the green key of meld and take


# -- whole games -------------------------------------------------------------------------

WHOLE = {**dict.fromkeys(GAMES, 0), "three": 6, "five-handed": 6, "six-handed": 0}  # hands agreed, where none ends it
SCREENS = ((390, 844), (810, 1080), (1180, 820), *AT_200_PER_CENT[:2])
# A hand with nothing unusual in it, whatever its figures: one that has no key of its own is typed.
MOST_TAPS = {"three": 13, "eight": 16}


def whole_game(book: RuleBook, hands: int) -> Iterator[tuple[DealRecord, dict[Side, int], Side | None]]:
    """Hands until the game is over, by what the book prints, with the totals after each and who won on it."""
    rng, totals = random.Random(book.key), dict.fromkeys(book.sides, 0)
    for number in range(1, 40):
        record = drawn(book, rng, number)
        before, scores = totals, second_reading.scores(book, record)
        totals = {side: before[side] + scores[side] for side in book.sides}
        bidding = book.side_of(record.bidder) if book.auction.is_held else ""
        won = max(totals, key=lambda side: totals[side]) if number == hands else None
        won = won if hands else second_reading.winner(book, before, totals, bidding, number)
        yield record, totals, won
        if won:
            return
    raise AssertionError(f"{book.key}: nobody wins")


def drawn(book: RuleBook, rng: random.Random, number: int) -> DealRecord:
    """A hand as they are: the second is the dealer's, who is stuck; now and then a bid is set."""
    step = 10 if book.total_points > 100 else 1
    is_held, stuck = book.auction.is_held, number == 2 and bool(book.auction.stuck)
    bidder = book.last_to_call(book.seats[(number - 1) % len(book.seats)]) if stuck else rng.choice(book.seats)
    bids = [bid for bid in range(book.auction.opening, book.auction.opening + 12)
            if is_held and second_reading.may_be_bid(book, None, bid)]  # fmt: skip
    bid = book.auction.stuck if stuck else rng.choice(bids) if bids else 0
    partner = rng.choice(book.seats) if book.deal.calls_partner else None
    here = book.for_hand(None, bidder, partner)
    own = here.side_of(bidder)
    sides, rest = list(here.take_sides), here.total_points // step
    share = rest // len(sides)
    take = {side: step * (share + rng.randint(-share // 8, share // 8)) for side in sides[1:]}
    take[sides[0]] = here.total_points - sum(take.values())
    meld = {side: 2 * step * rng.choice((1, 2, 3, 4, 5, 7)) for side in here.sides}  # what any deck can come to
    if is_held:
        meld[own] = max(4, (bid - take[here.take_side(own)] + rng.choice((-4, 4, 6, 8, 12, 20))) // 2 * 2)
    last, tricks = here.take_side(own), dict.fromkeys(sides, 3)
    return DealRecord(bidder, bid, "H", stuck, meld, take, last, tricks, partner=partner)


def whole_book(game: str) -> RuleBook:
    return made_book(game) if game in GAMES else built_in_book(game)


def boxes_of(book: RuleBook, step: str, record: DealRecord) -> dict[str, int]:
    figures = record.meld if step == "meld" else record.take
    return {
        box_of(step, side, record.bidder, is_called=book.deal.calls_partner): figure for side, figure in figures.items()
    }


class Game(Table):
    """A whole game at a table: what is typed, and every screen looked at as it comes."""

    def __init__(self, page: Page, game: str) -> None:
        super().__init__(page)
        self.game, self.book = game, whole_book(game)
        people = dict(zip(self.book.seats, LONG_NAMES, strict=False))
        self.keeper = keep_card(page, self.book, player_names=people, hands_agreed=WHOLE[game] or None)
        self.names = Names(self.book, people, {})
        self.width = page.viewport_size["width"] if page.viewport_size else 0
        self.faults: list[str] = []

    def look(self, name: str) -> None:
        if SHOTS:
            self.page.screenshot(path=Path(SHOTS) / f"{self.game}-{self.width}-{name}.png")
        self.faults += [f"{name}: {fault}" for fault in self.page.evaluate(CUT)]
        if self.page.evaluate("document.scrollingElement.scrollWidth") > self.width:
            self.faults.append(f"{name}: too wide")

    def bid_of(self, record: DealRecord) -> None:
        self.bid(record.bidder if self.book.auction.is_held else "", record.bid, record.partner, stuck=record.stuck)

    def play(self, hand: int, record: DealRecord, *, is_last: bool) -> int:
        """How many taps it took."""
        self.taps = 0
        expect_hand(self.page, hand, "bid")
        self.look(f"{hand}-bid")
        self.bid_of(record)
        self.look(f"{hand}-meld")
        self.figures("meld", in_order(self, boxes_of(self.book, "meld", record)))
        self.saved("take", hand)
        self.take(hand, record, is_last=is_last)
        return self.taps

    def take(self, hand: int, record: DealRecord, *, is_last: bool = False) -> None:
        takes = [*in_order(self, boxes_of(self.book, "take", record)).items()]
        self.figures("take", dict(takes[:-1]))
        expect(self.page.locator(f"[name={takes[-1][0]}].is-derived")).to_have_value(str(takes[-1][1]))
        expect(self.page.locator("#preview")).not_to_be_empty()
        self.look(f"{hand}-take")
        if is_last:
            self.saved("end", hand)
        else:
            self.saved("bid", hand + 1)

    def says(self, totals: Mapping[Side, int]) -> None:
        texts = [figure_text(total) for total in totals.values()]
        expect(self.page.locator(".sides .side-total")).to_have_text(texts)
        last = self.page.locator("tr.hand:not(.is-now)").last
        expect(last.locator(".running")).to_have_text(texts)

    def undo(self, hand: int, record: DealRecord) -> None:
        """The last hand loses its take, and gets it back."""
        self.page.locator("#card-tools .icon-undo").tap()
        expect_hand(self.page, hand, "take")
        self.take(hand, record)

    def correct(self, hand: int, record: DealRecord) -> None:
        """The first side showed less than was typed."""
        open_hand(self.page, hand)
        self.look("hand")
        self.page.get_by_role("link", name="Correct this hand").tap()
        name, figure = next(iter(boxes_of(self.book, "meld", record).items()))
        self.page.locator(f"[name={name}]").fill(str(figure))
        expect(self.page.locator("#preview")).not_to_be_empty()
        self.look("correction")
        self.page.get_by_role("button", name="Save the correction").tap()
        asked = self.page.locator("#rare-question")
        expect(asked.or_(self.page.locator("#score-card"))).to_be_visible()
        if asked.count():
            self.page.locator("[name=q_rare]").tap()
        expect(self.page.locator("#score-card")).to_be_visible()

    def away(self, hand: int, record: DealRecord) -> None:
        """A hand while the server is away."""
        expect_cockpits(self.page)
        cut_off(self.page)
        self.bid_of(record)
        self.figures("meld", in_order(self, boxes_of(self.book, "meld", record)))
        save(self.page)
        expect_hand(self.page, hand, "take")
        takes = [*in_order(self, boxes_of(self.book, "take", record)).items()]
        self.figures("take", dict(takes[:-1]))
        save(self.page)
        expect(self.page.locator(f"#waiting-hand-{hand}")).to_be_attached()
        self.look(f"{hand}-away")

    def hand_over(self, other: Page) -> None:
        """What waits here goes to another tablet by its code."""
        self.page.evaluate(KEEP_WHAT_IS_DRAWN)
        self.page.get_by_role("button", name="Hand over to another tablet").tap()
        expect(self.page.locator(".waiting .qr svg")).to_be_visible()
        self.look("code")
        client = Client()
        join(self.keeper.card, client)
        open_card(other, self.keeper, client)
        other.goto(self.page.evaluate("window.drawn"))
        other.get_by_role("button", name="Enter these hands").tap()
        expect(strip(other)).to_contain_text("on the card")
        answers_again(self.page)

    def sign(self) -> None:
        self.look("end")
        self.page.get_by_role("link", name="Review and sign").tap()
        for _ in self.book.sides:
            expect(self.page.get_by_role("heading", name="Review and sign")).to_be_visible()
            self.page.wait_for_load_state()
            self.look("sign")
            self.page.locator("a.save-key", has_text=re.compile("(We are|I am)")).first.tap()
            self.page.wait_for_url("**/sign/*/")
            self.look("signing")
            save(self.page)
        expect(self.page.get_by_role("heading", name="The card is closed")).to_be_visible()
        self.look("closed")


@pytest.mark.soak
@pytest.mark.parametrize("size", SCREENS)
@pytest.mark.parametrize("game", WHOLE)
def test_a_whole_game_by_touch(
    open_device: OpenDevice, game: str, size: tuple[int, int], record_property: Callable[[str, str], None]
) -> None:
    page = open_device("any width", viewport={"width": size[0], "height": size[1]}, own=True)
    table, other = Game(page, game), open_device("tablet")
    hands = [*whole_game(table.book, WHOLE[game])]
    taps: list[int] = []
    right, first = hands[0][0], table.book.for_hand(None, hands[0][0].bidder, hands[0][0].partner).sides[0]
    wrong = replace(right, meld={**right.meld, first: right.meld[first] + 20})
    scores, by_mistake = (second_reading.scores(table.book, each) for each in (right, wrong))

    for hand, (right_record, due, won) in enumerate(hands, start=1):
        record = wrong if hand == 1 else right_record
        totals = {side: total - scores[side] + by_mistake[side] if hand <= 3 else total for side, total in due.items()}
        is_last = bool(won)
        if hand in (4, 5) and not is_last:
            table.away(hand, record)
            if hand == 5:
                table.hand_over(other)
            else:
                answers_again(page)
            expect(page.locator(f"#hand-{hand}:not(.is-now)")).to_be_attached()
        else:
            taps.append(table.play(hand, record, is_last=is_last))
        table.says(totals)
        if hand == 3:
            table.undo(hand, record)
            table.says(totals)
            table.correct(1, right)
            table.says(due)
    called = table.names.first_names if table.names.is_of_many else table.names.sides
    expect(page.locator(".result-who")).to_contain_text(called[won or ""])
    table.sign()
    assert tuple(read_sheet(table.keeper.card).totals.values()) == tuple(hands[-1][1].values())
    record_property("figures", f"{game} at {size[0]}: {taps} taps")
    assert max(taps) <= MOST_TAPS.get(game, 15)
    assert table.faults == []
