"""The cockpit: what ends a step is in view and keeps its place, on every screen, in every step, state and book.

In each state the screen of a page becomes the smallest size in place and another in turn. In a soak it becomes all of
them, under every book; else one has it, of four players who may have a ruling above their keys.
"""

import pytest
from django.utils import timezone
from playwright.sync_api import Locator, Page, expect

from league.evening.rounds.deeds import start_round
from league.evening.tables.passes import pass_of
from scoring.rules.book import built_in_book
from scoring.rules.deal_checks import bid_fault
from tests.books import TRIED
from tests.browser.conftest import OpenDevice
from tests.browser.table import (
    all_passed,
    expect_line,
    expect_step,
    keep_card,
    keys_of,
    lay_card,
    opened,
    press,
    preview,
    save,
)
from tests.lab.window import show_at
from tests.league.makers import acting_as, make_entrants, make_event, make_round, put_on_hold
from tests.sampling import SOAK
from tests.scoring.score_card.makers import enter, enter_hand

pytestmark = pytest.mark.django_db(transaction=True)

BOOKS = TRIED if SOAK else ("npa",)
SMALLEST, *OTHERS = SIZES = ((320, 640), (390, 844), (1180, 820), (810, 1080))
LONG = ("Bartholomew Featherstonehaugh", "Maximiliane Oberhuber", "Beatrice", "Christopher Montgomery-Hill")

# What ends a step; and words that must be whole wherever they stand.
KEYS = """.cockpit :is(.save-key, .keypad .key, .number-input, .unusual > summary), .cockpit .side-keys .key,
    .cockpit :is(.trumps, .bidders, .side-keys) .choice-face, #card-tools :is(form .button, .menu > summary)"""
WORDS = """.cockpit :is(.key, .save-key, .step, summary, .number-fields label), .cockpit .entry-form > .say,
    .cockpit :is(.trumps, .bidders, .side-keys) .choice-face"""

# What is wrong with them, and where the digits and the green key are.
LOOK = """async ([KEYS, WORDS]) => {
    await new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)));  // it takes taps, in its size
    const found = selector => [...document.querySelectorAll(selector)].filter(element => element.checkVisibility());
    const box = element => element.getBoundingClientRect();
    const is_inside = at => at.left >= 0 && at.top >= 0 && at.right <= innerWidth && at.bottom <= innerHeight;
    const is_cut = ({scrollHeight, clientHeight, scrollWidth, clientWidth}) =>
        scrollHeight > clientHeight + 2 || scrollWidth > clientWidth + 2;
    const faults = [];
    const tell = (fault, element) => faults.push(`${fault}: ${(element.dataset.key || element.textContent).trim()}`);
    for (const key of found(KEYS)) {
        const at = box(key);
        if (!is_inside(at)) tell('outside', key);
        if (at.width < 40 || at.height < 36) tell('too small', key);
        const top = document.elementFromPoint(at.left + at.width / 2, at.top + at.height / 2);
        if (top && !key.parentElement.contains(top)) tell('covered', key);
    }
    for (const words of found(WORDS)) if (is_cut(words)) tell('cut', words);
    const card = box(document.querySelector('#score-card'));
    for (const total of found('.side-total'))
        if (box(total).top < card.top - 1 || box(total).bottom > card.bottom + 1) tell('cut total', total);
    const page = document.scrollingElement;
    if (page.scrollHeight > innerHeight || page.scrollWidth > innerWidth) faults.push('the page scrolls');
    const corner = key => [Math.round(box(key).left), Math.round(box(key).top)];
    const keys = found('.cockpit .keypad .key, .cockpit .save-key');
    const are_many = found('.cockpit [data-pad]').length > 1;
    const pad_of = key => are_many && key.closest('[data-pad]')?.dataset.pad || '';
    const name = key => pad_of(key) + (key.dataset.key || 'green');
    return {faults, places: Object.fromEntries(keys.map(key => [name(key), corner(key)]))};
}"""


# Keys that lie elsewhere than when the watch began, and those of which the browser says that they shifted.
KEY = "'.cockpit :is(.keys .key, .trumps .choice-face, .save-key)'"
WATCH = f"""() => {{
    window.shifts = [];
    new PerformanceObserver(list => window.shifts.push(...list.getEntries())).observe({{type: 'layout-shift'}});
    window.places = () => new Map([...document.querySelectorAll({KEY})].filter(key => key.checkVisibility())
        .map(key => [`${{key.dataset.key}} ${{key.parentElement.className}} ${{key.parentElement.dataset.pad}}`,
            key.getBoundingClientRect()]));
    window.before = window.places();
}}"""
MOVED = f"""async () => {{
    for (let frame = 0; frame < 3; frame++) await new Promise(resolve => requestAnimationFrame(resolve));
    const shifted = window.shifts.splice(0).flatMap(each => each.sources.map(({{node}}) => node?.closest?.({KEY})));
    const moved = [...window.places()].filter(([key, at]) => window.before.has(key) &&
        Math.hypot(at.left - window.before.get(key).left, at.top - window.before.get(key).top) > 1).map(([key]) => key);
    return [...shifted.filter(Boolean).map(key => key.textContent.trim()), ...moved];
}}"""


# Whether nothing lies over its words, which are inside the window.
IS_SEEN = """it => [...it.getClientRects()].every(({left, right, top, bottom}) => [top + 3, bottom - 3].every(at =>
    it.contains(document.elementFromPoint((left + right) / 2, at))))"""


class Looks:
    """Looks at a page on its screens, and next time the other way round: what is tapped in between is tapped on a
    larger and on the smallest. Digits and the green key must be where they were at the first look on that screen.
    `first` is the turn of the first look."""

    def __init__(self, page: Page, *, totals_may_scroll: tuple[int, int] | None = None, first: int = 0) -> None:
        self.page, self.totals_may_scroll = page, totals_may_scroll
        self.turn = first
        self.places: dict[tuple[int, int], dict[str, list[int]]] = {}

    def __call__(self, state: str) -> None:
        self.page.wait_for_load_state()
        expect(self.page.locator("[data-settling]")).to_have_count(0)  # what came back takes no taps at first
        sizes = SIZES if SOAK else (SMALLEST, OTHERS[self.turn % len(OTHERS)])
        for width, height in sizes[:: -1 if self.turn % 2 else 1]:
            self.page.set_viewport_size({"width": width, "height": height})
            found = self.page.evaluate(LOOK, [KEYS, WORDS])
            faults = [
                each
                for each in found["faults"]
                if not each.startswith("cut total") or (width, height) != self.totals_may_scroll
            ]
            assert faults == [], f"{state}, {width}x{height}"
            places = self.places.setdefault((width, height), found["places"])
            shared = places.keys() & found["places"].keys()
            assert {name: found["places"][name] for name in shared} == {name: places[name] for name in shared}, state
            places.update(found["places"])
        self.turn += 1


@pytest.mark.parametrize("book", BOOKS)
def test_every_key_is_in_view_and_keeps_its_place(open_device: OpenDevice, book: str):
    page = open_device("any width")
    rules = built_in_book(book)
    keeper = lay_card(page, book, player_names=dict(zip(rules.seats, LONG, strict=False)))
    for _ in range(3):
        melds = {side: 20 if side == rules.sides[0] else 4 for side in rules.sides}
        takes = {side: rules.total_points if side == rules.sides[0] else 0 for side in rules.sides}
        enter_hand(keeper, bid=rules.auction.opening, meld=melds, take=takes)
    if rules.auction.out_of_turn == "freezes_partner":
        facts = {"who": "N", "turn": "E", "bid": "52", "high": ""}
        payload = {"kind": "bid_out_of_turn", "facts": facts, "decision": "It stands.", "effect": {}}
        enter(keeper, "ruling", payload, hand=4, by_director=True)
    opened(page, keeper)
    look = Looks(page, first=BOOKS.index(book) if book in BOOKS else 0)

    if rules.auction.is_held:
        bids = range(rules.auction.opening + 4, rules.auction.opening + 99)
        walk_the_bid(page, look, next(bid for bid in bids if not bid % 2 and not bid_fault(rules, bid, stuck=False)))
    else:
        look("trump")
        page.locator(".trumps label").first.tap()
        expect_step(page, "Meld")
    walk_the_meld(page, look, {25: "12", 250: "40"}.get(rules.total_points, "24"), tells=rules.auction.is_held)
    walk_the_take(page, look)


def walk_the_bid(page: Page, look: Looks, bid: int) -> None:
    look("bid")
    save(page)
    expect(page.locator(".told")).to_be_visible()
    look("bid, refused")
    page.locator(".unusual > summary").tap()
    look("bid, something unusual")
    page.locator(".unusual > summary").tap()
    all_passed(page)
    look("bid, all passed")
    called = page.locator(".partners")
    if called.count():
        called.locator("[data-ask-bidder]").tap()
    page.locator(".bidders label").first.tap()
    if called.count():
        look("bid, whom the bidder calls")
        called.locator("label:visible").last.tap()
    press(page.locator(".keys"), ("clear", *str(bid)))
    look("bid, typed")
    page.locator(".trumps label").first.tap()
    expect_step(page, "Meld")


def walk_the_meld(page: Page, look: Looks, usual: str, *, tells: bool) -> None:
    """`usual` is a meld that no side is asked about; a bid `tells` what it takes to make it."""
    look("meld")
    save(page)
    expect(page.locator(".told")).to_be_visible()
    look("meld, refused")
    fields = page.locator(".number-input")
    for place in range(fields.count()):
        type_at(page, fields.nth(place), usual)
    expect(preview(page).locator(".say")).to_have_count(int(tells))
    look("meld, typed")
    page.locator(".unusual > summary").tap()
    look("meld, something unusual")
    page.locator(".unusual > summary").tap()
    save(page)
    expect_step(page, "Take")


def type_at(page: Page, field: Locator, figure: str) -> None:
    """On the field's own keys; where there are whole figures, among them or behind them."""
    field.tap()
    whole = page.locator(f'.figure-grid [data-key="={figure}"]:visible')
    if whole.count():
        whole.tap()
        return
    other = page.locator(".figure-grid [data-more]:visible")
    if other.count():
        other.first.tap()
    press(keys_of(page, field), figure)


def walk_the_take(page: Page, look: Looks) -> None:
    look("take")
    fields = page.locator(".number-input")
    for place, figure in enumerate(("25", "0")[: fields.count() - 1]):
        type_at(page, fields.nth(place), figure)
    expect(preview(page)).not_to_be_empty()
    look("take, typed")
    page.locator(".unusual > summary").tap()
    look("take, something unusual")


@pytest.mark.soak
@pytest.mark.parametrize(
    ("ours", "theirs", "wanted"),
    [(19, 24, 12), (19, 4, 11)],
)
def test_plain_hand_takes_eleven_taps(tablet: Page, ours: int, theirs: int, wanted: int):
    """Bid 4 (who, two digits, trump), meld 5 or 4 (the digits, save), take 3."""
    keep_card(tablet)
    taps = 0

    def tap(*places: str) -> None:
        nonlocal taps
        for place in places:
            tablet.locator(place).tap()
            taps += 1

    def digits(figure: int, pad: str = ".keypad") -> tuple[str, ...]:
        return tuple(f'{pad} [data-key="{digit}"]' for digit in str(figure))

    tap(".bidders label:nth-child(2)", *digits(25))
    tap('.trumps label:has([value="H"])')
    expect_step(tablet, "Meld")
    tap(*digits(ours, '[data-pad="meld_EW"]'), *digits(theirs, '[data-pad="meld_NS"]'))
    expect(tablet.locator(".save-key")).to_have_text(f"Ann {theirs} · Bea {ours} → take")
    tap(".save-key")
    expect_step(tablet, "Take")
    tap(*digits(15), ".save-key")

    expect(tablet.locator("#hand-1:not(.is-now)")).to_be_visible()
    expect_line(tablet, 1, ["", str(theirs), "10", str(theirs + 10), "25", str(ours), "15", str(ours + 15)])
    assert taps == wanted


def test_of_three_a_whole_figure_leads_on_and_a_digit_does_not(phone: Page):
    keeper = lay_card(phone, "gwinnett-3")
    enter(keeper, "bid", {"dealer": "A", "bidder": "B", "bid": 21, "trump": "H", "no_marriage": False}, hand=1)
    opened(phone, keeper)
    phone.evaluate(WATCH)
    grid, pad, green = phone.locator(".figure-grid"), phone.locator(".keypad:visible"), phone.locator(".save-key")
    asked, active = phone.locator("[data-asks]"), phone.locator(".number-input.is-active")

    expect(asked).to_have_text("What did Bea show?")
    press(grid, ("=12",))
    expect(asked).to_have_text("What did Carl show?")
    grid.get_by_role("button", name="Other").tap()
    press(pad, "0")
    expect(asked).to_have_text("What did Carl show?")
    press(pad, ("next",))
    expect(asked).to_have_text("What did Ann show?")
    press(grid, ("=8",))
    expect(active).to_have_attribute("name", "meld_A")  # each has a figure, so nothing leads on
    expect(green).to_have_text("Ann 8 · Bea 12 · Carl 0 → take")
    expect(preview(phone).locator(".say")).to_be_visible()
    assert phone.evaluate(MOVED) == []
    green.tap()

    expect_step(phone, "Take")
    phone.evaluate(WATCH)
    press(grid, ("=15", "=4"))
    expect(green).to_have_text("Save hand 1: Ann 6 · Bea 15 · Carl 4")
    expect(preview(phone).locator(".preview-line")).to_have_count(3)
    assert phone.evaluate(MOVED) == []


def test_hand_that_everybody_passed_has_its_bid_filled_in_and_locked(tablet: Page):
    keep_card(tablet)
    bid = tablet.locator("[name=bid]")
    press(tablet.locator(".keypad"), "25")

    all_passed(tablet)
    press(tablet.locator(".keypad"), "9")
    expect(bid).to_have_value("15")
    expect(bid).to_have_js_property("readOnly", True)

    tablet.locator(".bidders label").first.tap()
    expect(bid).to_have_value("25")


def test_digits_go_where_their_pad_stands(tablet: Page):
    """Also where somebody wanders from one pad to the other and back: what is typed goes behind what stands there."""
    keeper = lay_card(tablet)
    enter(keeper, "bid", {"dealer": "N", "bidder": "E", "bid": 20, "trump": "H", "no_marriage": False}, hand=1)
    opened(tablet, keeper)
    ours, theirs = tablet.locator('[data-pad="meld_EW"]'), tablet.locator('[data-pad="meld_NS"]')

    press(ours, ("1", "9", "back"))
    press(theirs, ("2", "4"))
    press(ours, ("8",))

    expect(tablet.locator("[name=meld_EW]")).to_have_value("18")
    expect(tablet.locator("[name=meld_NS]")).to_have_value("24")


def test_a_set_is_told_whole_beside_keys_that_stay_where_they_are(open_device: OpenDevice):
    """Long names, the bid's three questions one after the other; at the end letters twice as large."""
    phone = open_device("phone", own=True)
    opened(phone, lay_card(phone, player_names=dict(zip("NESW", LONG, strict=True))))
    asked, form = phone.locator("[data-asked]"), phone.locator(".entry-form")
    phone.evaluate(WATCH)
    for part, words, place in (
        ("bidder", "Who won the bid?", ".bidders label"),
        ("bid", "For how much?", '[data-key="2"]'),
        ("trump", "Trump?", '[data-key="5"]'),
    ):
        expect(asked).to_have_text(words)
        expect(form).to_have_attribute("data-asking", part)
        phone.locator(place).first.tap()
    assert phone.evaluate(MOVED) == []
    phone.locator(".trumps label").first.tap()
    expect_step(phone, "Meld")
    for pad in ("meld_NS", "meld_EW"):
        press(phone.locator(f'[data-pad="{pad}"]'), "8")
    save(phone)
    expect_step(phone, "Take")
    phone.evaluate(WATCH)

    press(phone.locator(".keypad:visible"), "9")

    told = phone.locator(".preview-line.is-loss .change")
    expect(told).to_have_text("17 of 25: set, −25 → −25", use_inner_text=True)
    for height in (844, 640):
        phone.set_viewport_size({"width": 390, "height": height})
        assert (
            preview(phone).evaluate("""it => [...it.querySelectorAll(".change, .is-loss .preview-sum")].filter(part =>
            part.getBoundingClientRect().bottom > it.getBoundingClientRect().bottom).map(part => part.textContent)""")
            == []
        )
    expect(phone.locator(".save-key")).to_have_text("Save hand 1: B 9 · M 16")
    phone.set_viewport_size({"width": 390, "height": 844})
    assert phone.evaluate(MOVED) == []

    for size in ((390, 844), (360, 640)):
        show_at(phone, size, text=200)
        for edge in ("start", "end"):
            phone.locator(".cockpit").evaluate(
                "(it, edge) => it.scrollIntoView({block: edge, behavior: 'instant'})", edge
            )
            assert told.evaluate(IS_SEEN), f"{size}, at its {edge}"


def test_board_is_counted_trick_by_trick(phone: Page):
    """The last trick brings its own point and can hold no more than is left; a tab that is loaded anew goes on."""
    keeper = lay_card(phone, boards=[5, 6, 7, 8], length="hands", hands_agreed=4)
    enter(
        keeper, "bid", {"board": 5, "dealer": "N", "bidder": "E", "bid": 20, "trump": "H", "no_marriage": False}, hand=1
    )
    enter(keeper, "meld", {"meld": {"NS": 4, "EW": 10}}, hand=1)
    opened(phone, keeper)
    phone.get_by_role("button", name="Count trick by trick").tap()
    for points in (3, 1, 4, 0, 2):
        phone.get_by_role("group", name="Bea won it").get_by_role("button", name=str(points)).tap()
    for points in (2, 2, 3, 1, 1, 4):
        phone.get_by_role("group", name="Ann won it").get_by_role("button", name=str(points)).tap()
    assert phone.evaluate(LOOK, [".tricks .key, .count-key, .save-key", ".tricks .key, .tricks-say"])["faults"] == []

    phone.reload()
    expect(phone.locator(".tricks-say")).to_have_text("Last trick, and 1 more for it. It holds 1. If not, undo.")
    expect(phone.locator(".trick-side .key:enabled")).to_have_text(["1", "1"])
    phone.get_by_role("button", name="Undo trick 11: Ann 4").tap()
    phone.get_by_role("group", name="Bea won it").get_by_role("button", name="4").tap()
    expect(phone.locator("[name=take_NS]")).to_have_value("")
    phone.get_by_role("group", name="Ann won it").get_by_role("button", name="1").tap()
    expect(phone.locator(".save-key")).to_have_text("Save board 5: Ann 11 · Bea 14")
    expect(preview(phone)).to_contain_text("24")

    phone.locator("[name=take_NS]").tap()
    expect(phone.locator(".keypad")).to_be_visible()
    save(phone)
    expect_line(phone, 1, ["", "4", "11", "+15", "20", "10", "14", "by 9\n+24"])


@pytest.mark.soak
def test_evening_and_a_server_that_is_away_leave_every_key_in_view(open_device: OpenDevice):
    event = make_event(played_on=timezone.localdate())
    event_round = make_round(event, make_entrants(event, 8))
    start_round(event_round=event_round, acting=acting_as(), client_id="one")
    page = open_device("any width")
    page.goto(pass_of(event, 1).address)
    page.get_by_role("button", name="Yes, keep table 1 here").tap()
    expect_step(page, "Bid")
    look = Looks(page, totals_may_scroll=(320, 640))  # the evening's bar takes their place there: keys come first

    look("bid, of an evening")
    page.locator(".call-key").tap()
    page.get_by_role("button", name="A ruling").tap()
    expect(page.locator(".is-called")).to_be_visible()
    look("bid, the director was called")
    put_on_hold(event_round.tables.get(number=1), "Who led to the last trick, and was it trump?")
    page.reload()
    expect(page.get_by_text("Ruling to come on hand 1")).to_be_visible()
    look("bid, the hand is on hold")
    page.evaluate("document.dispatchEvent(new CustomEvent('safesave:away'))")
    expect(page.get_by_text("The club’s computer isn’t answering.")).to_be_visible()
    look("bid, the server is away")


def test_keys_of_a_correction_stand_beside_the_form_in_a_low_wide_window(desktop: Page):
    keeper = lay_card(desktop)
    enter_hand(keeper)
    opened(desktop, keeper, "hands/1/correct/")

    for width, height in ((1366, 768), (1180, 820)):
        desktop.set_viewport_size({"width": width, "height": height})
        keys, fields = (desktop.locator(part).bounding_box() for part in (".save-bar .keypad", ".correct-fields"))
        assert keys is not None
        assert fields is not None
        assert keys["x"] > fields["x"] + fields["width"]
        assert 0 <= keys["y"] <= height - keys["height"]
