"""A table with a tablet: what people do there, tap by tap, and what they look at.

    start_card(tablet, "st-hilary", players=FOUR)
    enter_hand(tablet, "Bea", 25, "Spades", melds={ANN_CARL: 4, BEA_DOM: 10}, takes={BEA_DOM: 15})
    expect_totals(tablet, {ANN_CARL: "14", BEA_DOM: "25"})

People and sides are called by the names on the screen. Everything waits for what it needs to see
(never for a time), so a step that does not come fails with what it waited for.
"""

import io
import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import cycle
from typing import Any

import pypdf
from django.test import Client
from playwright.sync_api import APIResponse, Locator, Page, Route, TimeoutError, expect

from scoring.models import DeviceCard
from scoring.rules.book import RuleBook, built_in_books
from scoring.rules.notation import SEAT_NAMES
from tests.browser.devices import become
from tests.scoring.score_card.makers import card_url, enter, make_card

FOUR = ("Ann", "Bea", "Carl", "Dom")
ANN_CARL, BEA_DOM = "Ann & Carl", "Bea & Dom"
SAVED = '[data-saved-state="saved"]'
STEPS = ("Bid", "Meld", "Take")
PDF = re.compile(r"\.pdf")
PDF_TAKES = 30_000  # the first of a process loads the typesetting
TAPPED_AT = cycle((0.2, 0.8))
SECOND_TAP = 700  # milliseconds after which a tap is a new one for every browser


# -- starting ----------------------------------------------------------------------------


def start_card(page: Page, book: str, *, players: Sequence[str] = (), dealer: str = "", hands: int = 0) -> None:
    """From the start page in one tap, with names where given, on to the bid of hand 1.

    `hands`: how many the table agrees on, in a book that leaves it to the table.
    """
    begin(page, book)
    seats = dict(zip(players, built_in_books()[book].seats, strict=False))
    for name, seat in seats.items():
        name_field(page, seat).fill(name)
    if dealer:
        choose(page, "Who deals first?", dealer if page.locator("html.js").count() else SEAT_NAMES[seats[dealer]])
    if hands:
        page.get_by_label("How many hands?").fill(str(hands))
    page.get_by_role("button", name="Start hand 1").tap()
    expect_step(page, "Bid")


def keep_card(page: Page, book: str | RuleBook = "st-hilary", **fields: Any) -> DeviceCard:
    """A card of Ann, Bea, Carl and Dom that is there already, open on this device: for tests of something else."""
    return opened(page, lay_card(page, book, **fields))


def keep_card_ahead(page: Page, book: str = "st-hilary") -> DeviceCard:
    """The same, once the tablet has the cockpits of the steps to come."""
    keeper = keep_card(page, book)
    expect_cockpits(page)
    return keeper


def expect_cockpits(page: Page) -> None:
    """The tablet has what it goes on with by itself: that comes once the page can be used."""
    page.wait_for_function("() => window.ahead && window.ahead.facts()")


def lay_card(page: Page, book: str | RuleBook = "st-hilary", **fields: Any) -> DeviceCard:
    """The same, not opened yet: to enter something first, or to open another page of it."""
    client = Client()
    rules = built_in_books()[book] if isinstance(book, str) else book
    fields.setdefault("player_names", dict(zip(rules.seats, FOUR, strict=False)))
    keeper = make_card(client, book=book, **fields)
    enter(keeper, "details")  # so that it does not ask for names any more
    become(page, client)
    return keeper


def opened(page: Page, keeper: DeviceCard, path: str = "") -> DeviceCard:
    """Opens a card that this device keeps, or a page of it."""
    page.goto(card_url(keeper, path))
    return keeper


def open_card(page: Page, keeper: DeviceCard, client: Client) -> None:
    """Opens a card on this page, as the tablet that `client` is."""
    become(page, client)
    opened(page, keeper)


def begin(page: Page, book: str) -> None:
    """The one tap: the card stands there with the question who plays."""
    page.goto(f"/cards/new/{book}/")
    page.get_by_role("button", name="Start a card").tap()
    expect(page.get_by_role("heading", name="Who plays?")).to_be_visible()


def name_field(page: Page, seat: str) -> Locator:
    """Where the name of the player in a seat is typed."""
    return page.locator(f'input[name="player_{seat}"]')


# -- a hand ------------------------------------------------------------------------------


def enter_hand(
    page: Page, bidder: str, bid: int, trump: str, *, melds: Mapping[str, int], takes: Mapping[str, int], rare: str = ""
) -> None:
    """A whole hand with nothing unusual in it; of the takes one may be left to fill itself."""
    enter_bid(page, bidder, bid, trump)
    enter_melds(page, melds, rare=rare)
    type_figures(page, takes)
    save_hand(page)


def enter_bid(page: Page, bidder: str, bid: int, trump: str) -> None:
    """Who won the bid, for how much, and trump, which saves it; on to the meld."""
    choose(page, "Who won the bid?", bidder)
    type_bid(page, bid)
    key(page, "Trump", trump).tap()
    expect_step(page, "Meld")


def all_passed(page: Page) -> None:
    """The key for a hand that the dealer is stuck with."""
    stuck = page.locator("label[data-fixed-bid]")
    stuck.tap()
    expect(stuck.locator("input")).to_be_checked()


def type_bid(page: Page, bid: int) -> None:
    """By the key for a likely bid where there is one, else on the keypad."""
    quick = page.locator(f'.side-keys [data-key="={bid}"]')
    if quick.count():
        quick.tap()
    else:
        press(page.locator(".keypad:visible"), str(bid))


def enter_melds(page: Page, melds: Mapping[str, int], *, rare: str = "") -> None:
    """Each side's meld; on to the take. `rare` is on the key that confirms what hardly ever comes."""
    type_figures(page, melds)
    if rare:
        save(page)
        as_typed = page.get_by_role("button", name=f"{rare} as typed")
        # It is brought into view and gets the focus; and the second half of a double tap is no answer to it.
        expect(page.locator("#rare-question")).to_be_focused()
        page.wait_for_timeout(SECOND_TAP)
        as_typed.tap()
        expect_step(page, "Take")
    else:
        next_step(page, "Take")


def save_hand(page: Page) -> None:
    """Saves the take, and sees that the hand is on the card."""
    line = page.locator("tr.is-now").get_attribute("id")
    save(page)
    expect(page.locator(f"tr#{line}:not(.is-now)")).to_be_attached()


def next_step(page: Page, step: str) -> None:
    """Saves the present step and sees the next one."""
    save(page)
    expect_step(page, step)


def save(page: Page) -> None:
    """The one green key, on its left and right end by turns: two quick taps on one spot are one double tap,
    of which the second half is not taken for the next step's key."""
    green = page.locator(".save-key:visible")
    green.tap(position={"x": width_of(green) * next(TAPPED_AT), "y": 20})


def hear_nothing(page: Page) -> None:
    """From now on this tablet is told of other tablets by the answers to its own taps alone: news that come while one
    is on its way are told in other words."""
    page.route("**/changes/**", lambda route: route.fulfill(status=204))


def see_the_question(page: Page, step: str) -> None:
    """What the server asks about a step, such as "The bid of hand 1", is told over the next one, drawn ahead."""
    told = page.locator(".came-back")
    expect(told).to_contain_text(f"{step} isn’t saved yet. There is a question to answer.")
    told.get_by_role("button", name="See it").tap()


def width_of(key: Locator) -> float:
    """A preview that comes in puts a new key in the place of the old one: then there is none for a moment."""
    for _ in range(50):
        expect(key).to_have_count(1)
        box = key.bounding_box()
        if box:
            return box["width"]
    raise AssertionError("the key is not to be seen")


def type_figures(page: Page, figures: Mapping[str, int]) -> None:
    """Taps each side's number and types it on its own pad, or on the keys of the page."""
    for side, figure in figures.items():
        field = number_field(page, side)
        field.tap()
        whole = page.locator(f'.figure-grid [data-key="={figure}"]')
        if whole.count():
            whole.tap()
        else:
            press(keys_of(page, field), str(figure))


def keys_of(page: Page, field: Locator) -> Locator:
    """The keys that type into a number: its own where each has a pad."""
    pad = page.locator(f'[data-pad="{field.get_attribute("name")}"]')
    return pad if pad.count() else page.locator(".keys:visible")


def press(keypad: Locator, keys: Iterable[str]) -> None:
    """Taps keys of a keypad by what they do: digits, or `all`, `none`, `back`, `clear`, `+1`."""
    for key in keys:
        keypad.locator(f'[data-key="{key}"]').tap()


def number_field(page: Page, side: str) -> Locator:
    """The number of one side in the open step."""
    return page.locator(".number-field", has=page.get_by_text(side)).locator("input")


def ask_melds(page: Page, melds: Mapping[str, int], outlook: str) -> None:
    """Types the melds and sees what they mean for the hand; on to the take, where it stands too."""
    type_figures(page, melds)
    expect(preview(page)).to_contain_text(outlook)
    next_step(page, "Take")
    expect(page.locator(".say", has_text=outlook)).to_be_visible()


def expect_step(page: Page, step: str) -> None:
    """The step is the open one, and everything before it is saved."""
    expect(page.locator('[aria-current="step"] .step-name')).to_have_text(f"{STEPS.index(step) + 1} · {step}")
    expect(page.locator(SAVED)).to_have_text("Saved")


def mend(page: Page, step: str) -> None:
    """Taps an earlier step of the open hand, to change it."""
    page.locator("a.step", has_text=step).tap()
    expect_step(page, step)


# -- keys and drawers --------------------------------------------------------------------


def key(page: Page, question: str, answer: str) -> Locator:
    """One of the large keys under a question."""
    choice = page.locator("fieldset.choice", has=page.locator("legend", has_text=question))
    return choice.locator("label.choice-key", has=page.get_by_text(answer, exact=True))


def choose(page: Page, question: str, answer: str) -> None:
    """Taps one of the large keys, and sees that it is down."""
    chosen = key(page, question, answer)
    chosen.tap()
    expect(chosen.locator("input")).to_be_checked()


def open_menu(page: Page) -> Locator:
    """What can be done with a card, behind a key in the bar above it."""
    page.locator("#card-menu > summary").click()
    return page.locator("#card-menu > .card-actions")


def open_drawer(page: Page, words: str) -> None:
    """Opens what is folded away, if it is not open."""
    drawer = page.locator("details", has=page.locator("summary", has_text=words))
    expect(drawer).to_be_visible()
    page.wait_for_load_state()  # scripts may open it
    if drawer.get_attribute("open") is None:
        drawer.locator("summary").tap()
        expect(drawer).to_have_attribute("open", "")


# -- what people look at -----------------------------------------------------------------


def expect_totals(page: Page, totals: Mapping[str, str]) -> None:
    """The big totals on top of the card, by side, in the order of the card."""
    expect(page.locator(".sides .side-name")).to_have_text(list(totals), use_inner_text=True)
    expect(page.locator(".sides .side-total")).to_have_text(list(totals.values()), use_inner_text=True)


# A hand's figures on the card, side after side: bid, meld, take, total with its marks. A set stands above them.
FIGURES = """([hand, wanted]) => {
    const line = document.getElementById(hand);
    const of = (part, kind) => part.querySelector(kind)?.innerText ?? "";
    const found = [...line?.querySelectorAll("td") ?? []].flatMap(cell => {
        const has_bid = cell.matches(".is-bidder");
        const told = has_bid ? line.querySelectorAll(".hand-told .mark-set") : [];
        const marks = [...told, ...cell.querySelectorAll(".mark, .running")];
        return [has_bid ? of(line, ".won-bid") : "", of(cell, ".c-meld"), of(cell, ".c-take"),
            [...marks].map(mark => mark.innerText.trim()).filter(Boolean).join(" ")];
    });
    window.figures_seen = found;
    return wanted.every((figure, place) => figure === null || figure === found[place]);
}"""


def expect_line(page: Page, hand: int, figures: Sequence[str | None], *, line: str = "hand") -> None:
    """All of them; None is any."""
    wanted = [figure and " ".join(figure.split()) for figure in figures]
    try:
        page.wait_for_function(FIGURES, arg=[f"{line}-{hand}", wanted])
    except TimeoutError as error:
        raise AssertionError(f"{page.evaluate('window.figures_seen')} is not {wanted}") from error


def expect_cell(page: Page, hand: int, place: int, figure: str) -> None:
    """One of them, the first is 0."""
    expect_line(page, hand, [*[None] * place, figure])


def open_hand(page: Page, hand: int) -> None:
    """Taps a line of the card."""
    page.locator(f"#hand-{hand} .hand-link").tap()
    expect(page).to_have_url(re.compile(rf"/hands/{hand}/$"))


def preview(page: Page, side: str = "") -> Locator:
    """What saving would do, or the line of it about one side."""
    whole = page.locator("#preview")
    return whole.locator(".preview-line", has_text=f"{side}:") if side else whole


def printed(page: Page, words: str) -> str:
    """Taps the key that opens a PDF; what stands on it, read back. The browser does not get it: one shows it in place
    of the page, another only loads it down."""
    answers: list[APIResponse] = []

    def keep(route: Route) -> None:
        answers.append(route.fetch(timeout=PDF_TAKES))
        route.fulfill(status=204)

    page.route(PDF, keep, times=1)
    with page.expect_response(PDF, timeout=PDF_TAKES):
        page.get_by_role("button", name=words).tap()
    assert answers[0].status == 200
    return "\n".join(sheet.extract_text() for sheet in pypdf.PdfReader(io.BytesIO(answers[0].body())).pages)
