"""Every page, in both themes and on screens from a small phone to a desktop.

axe-core finds nothing, nothing is wider than the screen, and the browser has nothing to complain of. A page is
added here by a function that opens it, as it looks when there is much on it: long names, faults, open drawers.
"""

from collections.abc import Callable, Iterator
from datetime import date
from fractions import Fraction
from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from _pytest.mark import ParameterSet
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from django.utils import timezone
from playwright.sync_api import ConsoleMessage, Page, expect

from league.evening.boards.deeds.decisions import void_board
from league.evening.check_in.deeds.roll import add_walk_in
from league.evening.desk.listings import LogListing
from league.evening.desk.pages.desk import Key
from league.evening.finals.deeds import decide as cut
from league.evening.finals.listings import CutList
from league.evening.money.listings import EntryListing
from league.evening.rulings.deeds.appeals import appeal_ruling, ask_to_agree, invite_decider
from league.models import Club, Dues, Event, Fetched, Member, Prize
from league.office.members.deeds.following import follow
from league.outside.hall.deeds import lend, take_back, take_theirs
from league.outside.moving.deeds import move_away
from league.season.dues.listings import AccountListing
from league.season.dues.reading import Account, Year
from league.season.grades.listings import GradeListing
from league.season.grades.model import Grade
from league.season.ladder.listings import LadderListing
from league.season.ladder.pages import LadderRow
from league.season.players.listings import CompanyListing
from league.season.seasons.deeds import show_standings
from league.season.seasons.fees import Paid
from league.season.seasons.listings import FeeListing, PartnerListing
from league.season.seasons.pages import PartnerLine
from pinochle_club.ground.listings import PER_PAGE, PlainList
from scoring.models import CardLink, DeviceCard, PlayedHand
from scoring.play import own_hands, sets
from scoring.play.engine import warm_up
from scoring.play.state import Trick
from scoring.rules.book import built_in_book
from scoring.score_card import access
from scoring.score_card.recording import read_sheet
from scoring.score_card.views import start
from tests.browser.accessibility import Scheme, assert_fits, assert_looks_right, assert_looks_right_on, show_on
from tests.browser.conftest import OpenDevice
from tests.browser.devices import become, sign_in_as
from tests.browser.moments import seat_at
from tests.browser.table import (
    choose,
    enter_melds,
    expect_cockpits,
    expect_step,
    hear_nothing,
    key,
    lay_card,
    name_field,
    open_card,
    open_drawer,
    open_menu,
    opened,
    press,
    preview,
    save,
    see_the_question,
    type_figures,
)
from tests.league.evening.boards.compared import play_boards, relay, table_of
from tests.league.evening.money.evening import with_prizes
from tests.league.evening.paper.duplicate import close, duplicate_evening
from tests.league.evening.rulings.test_claims import signed_in
from tests.league.evening.rulings.test_rule import play_hand as play_at
from tests.league.evening.standing_tables.tables import make_table
from tests.league.makers import (
    WITH_APPEALS,
    By,
    acting_as,
    make_club,
    make_final,
    make_members,
    make_running_round,
    make_series,
    make_user,
    put_on_hold,
    rule_at,
    sheet_at,
)
from tests.league.outside.hall.evenings import brought as brought_back
from tests.league.outside.hall.evenings import in_the_hall, lent, make_evening
from tests.league.outside.hall.evenings import play as play_in_hall
from tests.league.season.grades.test_reading import night, play
from tests.league.season.ladder.test_views import account, played
from tests.league.season.past.brought import asked as asked_past
from tests.league.season.past.brought import brought
from tests.league.season.seasons.played import laid_night
from tests.league.season.seasons.played import opened as opened_season
from tests.sampling import sample
from tests.scoring.play import simulated
from tests.scoring.play.pages.moments import asked
from tests.scoring.play.sitting import play_hand, sit_down, sitting, tap
from tests.scoring.play.views.test_lessons import costs_four
from tests.scoring.score_card.makers import card_url, enter, enter_hand, join, make_card

pytestmark = pytest.mark.django_db(transaction=True)

LONG = {
    "N": "Maximiliane Oberhuber-von der Weide-Hofer",
    "E": "Bartholomew Fitzgerald-Smythe the Third",
    "S": "Ивана Сергеевна Тургенева",
    "W": "Dom",
    "A": "Maximiliane Oberhuber-von der Weide-Hofer",
    "B": "Bartholomew Fitzgerald-Smythe the Third",
    "C": "Li",
}
NS = "Maximiliane Oberhuber-von der Weide-Hofer & Ивана Сергеевна Тургенева"
EW = "Bartholomew Fitzgerald-Smythe the Third & Dom"
SHORT_NS, SHORT_EW = "& Ивана", "& Dom"  # beside a number

Opens = Callable[[Page], Any]
PAGES: dict[str, Opens] = {}
LIKE: dict[str, str] = {}
NAMES: list[ParameterSet] = []


def page_of(name: str, *, like: str = "") -> Callable[[Opens], Opens]:
    """Whose parts are those of another page, or nearly so, is left to the soak. `like` is that other page."""

    def add(opens: Opens) -> Opens:
        PAGES[name], LIKE[name] = opens, like
        NAMES.append(pytest.param(name, marks=[pytest.mark.soak] if like else []))
        return opens

    return add


def test_page_that_is_left_out_is_like_one_that_is_looked_at():
    assert {LIKE[like] for like in LIKE.values() if like} == {""}


@pytest.mark.parametrize("name", NAMES)
def test_page(open_device: OpenDevice, name: str):
    page = open_device("any width")
    complaints: list[str] = []
    page.on("console", lambda message: complaints.extend(_complaint(message)))
    PAGES[name](page)

    assert_looks_right(page, within_reach=True)

    assert complaints == []


def _complaint(message: ConsoleMessage) -> list[str]:
    """Errors of any kind, but two notes that are none: the browser's on each answer that is no 2xx, which a refused
    entry is meant to be, and htmx's on a preview that gave way to the next one (a failed one says sendError too)."""
    notes = (
        "Failed to load resource: the server responded with a status of",
        "htmx:sendAbort",
        "htmx:afterRequest",
    )
    return [message.text] if message.type == "error" and not message.text.startswith(notes) else []


# -- cards in every state ----------------------------------------------------------------


def card(page: Page, book: str = "st-hilary", **fields: object) -> DeviceCard:
    return lay_card(page, book, player_names=LONG, **fields)


def card_with_hands(page: Page, book: str = "st-hilary", **fields: object) -> DeviceCard:
    """A hand that was made, one that was set and corrected, one that is only half entered."""
    keeper = card(page, book, table_name="The long table", round_name="3", **fields)
    enter_hand(keeper, bidder="E", bid=25, meld={"NS": 4, "EW": 20}, take={"NS": 10, "EW": 15})
    enter_hand(keeper, bidder="N", bid=40, meld={"NS": 15, "EW": 6}, take={"NS": 13, "EW": 12})
    enter(keeper, "correct", {"bid": 41}, hand=2, reason="We had heard forty")
    bid = {"dealer": "S", "bidder": "W", "bid": 30, "trump": "D", "no_marriage": False}
    enter(keeper, "bid", bid, hand=3)
    enter(keeper, "meld", {"meld": {"NS": 8, "EW": 19}}, hand=3)
    return keeper


def finished_card(page: Page) -> DeviceCard:
    keeper = card(page)
    enter_hand(keeper, bidder="E", bid=25, meld={"NS": 4, "EW": 40}, take={"NS": 10, "EW": 15})
    enter_hand(keeper, bidder="N", bid=40, meld={"NS": 150, "EW": 6}, take={"NS": 13, "EW": 12})
    return keeper


def sign_all(keeper: DeviceCard) -> None:
    version = read_sheet(keeper.card).content_version
    for side in ("NS", "EW"):
        enter(keeper, "sign", {"side": side, "version": version, "by": "Dom"})


def three_players(page: Page) -> DeviceCard:
    keeper = card(page, "gwinnett-3")
    takes = {"A": 15, "B": 10, "C": 0}
    enter_hand(keeper, bidder="A", bid=21, meld={"A": 12, "B": 4, "C": 0}, take=takes)
    enter_hand(keeper, bidder="B", bid=41, meld={"A": 12, "B": 4, "C": 0}, take=takes)
    return keeper


def played_round(page: Page) -> DeviceCard:
    keeper = card(page, "npa", table_name="4", round_name="2")
    for _ in range(4):
        enter_hand(keeper, meld={"NS": 30, "EW": 0}, take={"NS": 40, "EW": 10})
    enter(keeper, "penalty", {"seat": "S", "code": "wrong_table", "count": 2, "note": "Twice!", "hand": 1})
    enter(keeper, "late", {"seat": "W", "minutes": 15, "substitute": "in_event", "name": "Eve"})
    return keeper


def link(keeper: DeviceCard, kind: CardLink.Kind) -> str:
    return access.make_link(keeper.card, kind)


# -- start and who plays -----------------------------------------------------------------


@page_of("start, the first time", like="describe your game")
def start_page(page: Page) -> None:
    """By the two questions to the page beside whose key stands what one looks at first."""
    make_card(book="cutthroat", player_names=LONG, is_example=True)
    page.goto("/")
    page.get_by_role("link", name="3 each alone").tap()
    page.get_by_role("link", name="Cutthroat").tap()
    expect(page.get_by_role("link", name="Example card")).to_be_visible()


@page_of("start, with cards", like="describe your game")
def start_with_cards(page: Page) -> None:
    """From three questions to the first hand, and to the key that plays it again."""
    keeper = card_with_hands(page)
    page.goto("/")
    page.get_by_role("link", name="New card, other rules").tap()
    page.get_by_role("link", name="4 partners").tap()
    page.get_by_role("link", name="Our house plays otherwise").tap()
    page.get_by_text("80 cards", exact=True).tap()
    page.get_by_text("to 350", exact=True).tap()
    page.get_by_role("button", name="Start a card").tap()
    expect(page.get_by_role("heading", name="Who plays?")).to_be_visible()
    page.get_by_role("button", name="Start hand 1").tap()
    expect(page.get_by_text("Who won the bid?").first).to_be_visible()
    access.keep_card(keeper.device, make_card(book="gwinnett-3").card)
    page.goto("/cards/new/")
    expect(page.get_by_text("Points that win the game: 350 instead of 500.")).to_be_visible()
    page.goto("/")
    page.locator("summary", has_text="Cards on this device").tap()
    expect(page.get_by_role("region", name="Cards on this device")).to_be_visible()


@page_of("describe your game")
def our_game(page: Page) -> None:
    page.goto("/our-game/?players=6&sides=across&cards=120&to=points&figure=600")
    rule = page.locator("details", has_text="What does a set cost?")
    rule.locator("summary").tap()
    rule.locator("label", has_text="Twice the bid comes off").tap()
    expect(rule.locator("summary")).to_have_text("What does a set cost? Twice the bid comes off", use_inner_text=True)


@page_of("describe your game, the questions", like="describe your game")
def our_game_questions(page: Page) -> None:
    page.goto("/our-game/?players=6&cards=120&to=points")
    expect(page.get_by_text("Enter how many points.")).to_be_visible()


@page_of("describe your game, all rules", like="describe your game")
def our_game_all_rules(page: Page) -> None:
    page.goto("/our-game/?book=family-double")
    page.get_by_role("button", name="All rules").first.tap()
    page.get_by_label("Find a rule").fill("last trick")
    page.locator("[name='deck.last_trick']").fill("many")
    page.get_by_role("button", name="Start a card").tap()
    expect(page.locator(".field-error").first).to_be_visible()


@page_of("who plays", like="describe your game")
def who_plays(page: Page) -> None:
    client = Client()
    open_card(page, make_card(client, book="gwinnett", player_names={}), client)
    expect(page.get_by_role("heading", name="Who plays?")).to_be_visible()


@page_of("who plays, drawn", like="describe your game")
def who_plays_drawn(page: Page) -> None:
    who_plays(page)
    name_field(page, "N").fill(LONG["N"][:40])
    page.get_by_role("button", name="Draw for the deal").tap()
    expect(page.get_by_text("deals first.")).to_be_visible()


@page_of("who plays, with faults", like="describe your game")
def who_plays_with_faults(page: Page) -> None:
    who_plays(page)
    page.get_by_label("How many hands?").fill("0")
    save(page)
    expect(page.locator(".field-error")).to_be_visible()


@page_of("names and details later", like="describe your game")
def names_later(page: Page) -> None:
    keeper = card_with_hands(page)
    opened(page, keeper, "details/")
    open_drawer(page, "Date, table, round")


# -- the three steps ---------------------------------------------------------------------


@page_of("bid, everything open")
def bid(page: Page) -> None:
    opened(page, card(page, "npa"))
    open_menu(page)
    open_drawer(page, "Something unusual?")
    choose(page, "Trump", "Hearts")


@page_of("bid, with faults", like="bid of a board, with faults")
def bid_with_faults(page: Page) -> None:
    opened(page, card(page))
    save(page)
    expect(page.locator(".field-error")).to_have_count(3)


@page_of("bid of a board, with faults")
def bid_of_a_board(page: Page) -> None:
    keeper = card(page, boards=[5, 6, 7, 8], length="hands", hands_agreed=4)
    enter_hand(keeper, board=5, bidder="N", bid=40, meld={"NS": 15, "EW": 6}, take={"NS": 13, "EW": 12})
    opened(page, keeper)
    save(page)
    expect(page.get_by_text("Tap the number that’s on the board.")).to_be_visible()
    expect(page.get_by_role("radio", name="6", exact=True)).to_be_visible()


@page_of("take of a board, trick by trick", like="bid, everything open")
def take_of_a_board(page: Page) -> None:
    keeper = card(page, boards=[5, 6, 7, 8], length="hands", hands_agreed=4)
    enter(keeper, "bid", {"board": 5, "bidder": "E", "bid": 30, "trump": "C", "no_marriage": False}, hand=1)
    enter(keeper, "meld", {"meld": {"NS": 4, "EW": 19}}, hand=1)
    opened(page, keeper)
    page.get_by_role("button", name="Count trick by trick").tap()
    page.locator(".trick-side").first.get_by_role("button", name="3").tap()
    expect(page.get_by_role("button", name="Undo trick 1")).to_be_visible()


@page_of("meld", like="bid, everything open")
def meld(page: Page) -> None:
    keeper = card(page, "hidden-valley")
    enter(keeper, "bid", {"dealer": "N", "bidder": "E", "bid": 30, "trump": "C", "no_marriage": False}, hand=1)
    opened(page, keeper)
    type_figures(page, {SHORT_NS: 4, SHORT_EW: 19})
    open_drawer(page, "Something unusual?")
    expect(preview(page)).to_contain_text("need 11 of 25")


@page_of("meld, with faults", like="bid of a board, with faults")
def meld_with_faults(page: Page) -> None:
    meld(page)
    type_figures(page, {SHORT_NS: 9999})
    save(page)
    expect(page.locator(".field-error")).to_be_visible()


@page_of("take, with a question not answered", like="bid of a board, with faults")
def take(page: Page) -> None:
    opened(page, card_with_hands(page))
    type_figures(page, {SHORT_NS: 1})
    save(page)
    expect(page.get_by_text("One more thing: answer this too.")).to_be_visible()
    open_drawer(page, "Something unusual?")


@page_of("take, with faults", like="bid of a board, with faults")
def take_with_faults(page: Page) -> None:
    opened(page, card_with_hands(page))
    type_figures(page, {SHORT_NS: 1, SHORT_EW: 99})
    save(page)
    expect(page.locator(".field-error")).not_to_have_count(0)


@page_of("take of three", like="bid of a board, with faults")
def take_of_three(page: Page) -> None:
    keeper = three_players(page)
    bid = {"dealer": "C", "bidder": "B", "bid": 21, "trump": "S", "no_marriage": False}
    enter(keeper, "bid", bid, hand=3)
    enter(keeper, "meld", {"meld": {"A": 2, "B": 19, "C": 4}}, hand=3)
    opened(page, keeper)
    type_figures(page, {"Maximi\xadliane": 12, "Bartho\xadlomew": 3})
    expect(page.get_by_text("Discarded cards don’t count as one.")).to_be_visible()


@page_of("hand that is not played", like="bid, everything open")
def unplayed(page: Page) -> None:
    keeper = card(page, "npa")
    enter(keeper, "bid", {"dealer": "N", "bidder": "E", "bid": 100, "trump": "C", "no_marriage": False}, hand=1)
    opened(page, keeper)
    enter_melds(page, {SHORT_NS: 40, SHORT_EW: 22})
    expect(preview(page).locator(".preview-line")).to_have_count(2)


@page_of("entry refused, another tablet was first", like="bid of a board, with faults")
def refused(page: Page) -> None:
    keeper = opened(page, card_with_hands(page))
    page.locator("a.step", has_text="Bid").tap()
    expect_step(page, "Bid")
    expect_cockpits(page)
    hear_nothing(page)
    enter_other = join(keeper.card)
    take = {"take": {"NS": 10, "EW": 15}, "renege": None, "last_trick": None, "tricks": {}}
    enter(enter_other, "take", take, hand=3)
    key(page, "Trump", "Spades").tap()
    see_the_question(page, "The bid of hand 4")
    expect(page.get_by_text("You typed:")).to_be_visible()


@page_of("a step that two tablets entered", like="bid of a board, with faults")
def two_versions(page: Page) -> None:
    keeper = opened(page, card_with_hands(page))
    expect_step(page, "Take")
    expect_cockpits(page)
    hear_nothing(page)
    enter(join(keeper.card), "take", {"take": {"NS": 10, "EW": 15}}, hand=3)
    type_figures(page, {SHORT_EW: 14})
    save(page)
    see_the_question(page, "The take of hand 3")
    expect(page.get_by_text("entered twice")).to_be_visible()


# -- meld helper -------------------------------------------------------------------------


@page_of("meld helper, by melds, refused", like="bid, everything open")
def melds(page: Page) -> None:
    meld(page)
    page.get_by_role("link", name="Count it for me…").tap()
    runs = page.locator(".meld-player:visible details")
    expect(runs).to_have_count(1)  # the others are put away by the page's script
    runs.locator("summary").tap()
    runs.get_by_role("button", name="One more").first.tap()
    expect(page.locator(".field-error:visible").first).to_be_visible()


@page_of("meld helper, by cards", like="bid, everything open")
def melds_by_cards(page: Page) -> None:
    keeper = card(page, "family-double")
    enter(keeper, "bid", {"dealer": "N", "bidder": "E", "bid": 50, "trump": "C", "no_marriage": False}, hand=1)
    opened(page, keeper, "hands/1/melds/")
    page.get_by_text("Tap cards").locator("visible=true").tap()
    page.locator(".tap-face:visible").nth(2).tap()
    expect(page.locator(".tap-face:visible .tap-count", has_text="1")).to_be_visible()


# -- the card, its hands and its history -------------------------------------------------


@page_of("card, unfolded", like="card with hands after its end, and remarks")
def unfolded(page: Page) -> None:
    opened(page, card_with_hands(page))
    expect(page.locator("#hand-1")).to_be_visible()


page_of("card of three", like="card with hands after its end, and remarks")(
    lambda page: opened(page, three_players(page))
)
page_of("finished card", like="card with hands after its end, and remarks")(
    lambda page: opened(page, finished_card(page))
)


@page_of("hands written while the server is away", like="card with hands after its end, and remarks")
def hands_written_on(page: Page) -> None:
    keeper = card_with_hands(page)
    page.route("**/whole/", lambda route: route.fulfill(status=503, body="busy"))
    opened(page, keeper, "#hands=1;3.one.S.W.30.D.8.10.19.15.;4.two.W.stuck..C.40.5.12.20.")
    page.get_by_role("button", name="Enter these hands").tap()
    expect(page.locator("#waiting-hand-4")).to_be_visible()


@page_of("hand written while the server is away, to be changed", like="card with hands after its end, and remarks")
def hand_written_on(page: Page) -> None:
    hands_written_on(page)
    page.get_by_text("In words").tap()
    page.get_by_role("button", name="Change hand 3").tap()
    page.locator(".waiting-form summary").tap()


@page_of("hands that came by a code", like="card with hands after its end, and remarks")
def hands_that_wait(page: Page) -> None:
    keeper = card_with_hands(page)
    opened(page, keeper, "#hands=1;3.one.S.W.30.D.8.10.19.15.;4.two.W.stuck..C.40.5.12.20.")
    expect(page.get_by_text("Check them, then enter them.")).to_be_visible()


@page_of("hand that another tablet wrote too, and differs", like="card with hands after its end, and remarks")
def hand_that_differs(page: Page) -> None:
    opened(page, card_with_hands(page), "#hands=1;1.one.N.W.30.D.8.10.19.15.")
    page.get_by_role("button", name="Enter these hands").tap()
    expect(page.get_by_text("Another tablet entered hand 1")).to_be_visible()


@page_of("closed card", like="card with hands after its end, and remarks")
def closed_card(page: Page) -> DeviceCard:
    keeper = finished_card(page)
    sign_all(keeper)
    return opened(page, keeper)


@page_of("card with hands after its end, and remarks")
def hands_after_the_end(page: Page) -> None:
    keeper = card_with_hands(page)
    enter(keeper, "take", {"take": {"NS": 10, "EW": 15}}, hand=3)
    enter(keeper, "remark", {"text": "Bid out of turn, and settled by whoever runs the card party"}, hand=1)
    enter(keeper, "correct", {"meld": {"NS": 4, "EW": 160}}, hand=1, reason="A double run")
    opened(page, keeper)


@page_of("next game", like="describe your game")
def next_game(page: Page) -> None:
    opened(page, finished_card(page), "next/")


@page_of("card whose signatures are struck", like="card with hands after its end, and remarks")
def struck_card(page: Page) -> None:
    keeper = finished_card(page)
    sign_all(keeper)
    for side in ("NS", "EW"):
        enter(keeper, "reopen", {"side": side})
    opened(page, keeper)


@page_of("hand, explained", like="history")
def hand(page: Page) -> None:
    opened(page, card_with_hands(page), "hands/2/")


@page_of("hand, half entered", like="history")
def half_entered(page: Page) -> None:
    opened(page, card_with_hands(page), "hands/3/")


@page_of("hand of three", like="history")
def hand_of_three(page: Page) -> None:
    opened(page, three_players(page), "hands/2/")


@page_of("correction that changes the winner", like="bid of a board, with faults")
def correction(page: Page) -> None:
    opened(page, finished_card(page), "hands/2/correct/")
    open_drawer(page, "Dealer, renege")
    page.get_by_label(f"{NS} melded").fill("0")
    expect(preview(page)).to_contain_text("The game goes on.")


@page_of("correction, with faults", like="bid of a board, with faults")
def correction_with_faults(page: Page) -> None:
    opened(page, finished_card(page), "hands/2/correct/")
    page.get_by_label("For how much?").fill("3")
    expect(preview(page)).to_contain_text("Before it can be saved")
    save(page)
    expect(page.locator(".field-error")).not_to_have_count(0)


@page_of("history")
def history(page: Page) -> None:
    keeper = card_with_hands(page)
    enter(keeper, "undo", {"undoes": read_sheet(keeper.card).undoable.number}, hand=3)
    opened(page, keeper, "history/")


@page_of("deal again", like="describe your game")
def redeal(page: Page) -> None:
    opened(page, card_with_hands(page), "redeal/")
    save(page)
    expect(page.locator(".field-error")).to_be_visible()


# -- sharing and watching ----------------------------------------------------------------


@page_of("share", like="share, the codes")
def share(page: Page) -> None:
    opened(page, card_with_hands(page), "share/")


@page_of("share, the codes")
def codes(page: Page) -> None:
    share(page)
    save(page)
    expect(page.locator(".qr svg")).to_have_count(2)


@page_of("new write address", like="share, the codes")
def new_address(page: Page) -> None:
    opened(page, card_with_hands(page), "new-address/")


@page_of("join", like="share, the codes")
def joining(page: Page) -> None:
    page.goto(f"/w/{link(card_with_hands(page), CardLink.Kind.WRITE)}/")


@page_of("watch", like="card with hands after its end, and remarks")
def watch(page: Page) -> None:
    page.goto(f"/r/{link(card_with_hands(page), CardLink.Kind.READ)}/")


@page_of("watch, a hand", like="history")
def watch_hand(page: Page) -> None:
    page.goto(f"/r/{link(card_with_hands(page), CardLink.Kind.READ)}/hands/2/")


@page_of("example", like="card with hands after its end, and remarks")
def example(page: Page) -> None:
    keeper = card_with_hands(page, is_example=True)
    page.goto(f"/examples/{keeper.card_id}/")


# -- signing and rounds ------------------------------------------------------------------


@page_of("sign", like="round, drawers open")
def sign(page: Page) -> None:
    opened(page, finished_card(page), "sign/")


@page_of("sign, one side's view", like="round, drawers open")
def review(page: Page) -> None:
    opened(page, finished_card(page), "sign/EW/")
    expect(page.get_by_role("button", name="It’s right")).to_be_visible()


@page_of("sign, one side has", like="round, drawers open")
def half_signed(page: Page) -> None:
    keeper = finished_card(page)
    enter(keeper, "sign", {"side": "NS", "version": read_sheet(keeper.card).content_version, "by": ""})
    opened(page, keeper, "sign/")


@page_of("sign, not yet", like="round, drawers open")
def sign_too_early(page: Page) -> None:
    opened(page, card_with_hands(page), "sign/")


@page_of("reopen, one side agrees", like="round, drawers open")
def reopen(page: Page) -> None:
    keeper = closed_card(page)
    enter(keeper, "reopen", {"side": "NS"})
    opened(page, keeper, "reopen/")


page_of("finished round", like="card with hands after its end, and remarks")(
    lambda page: opened(page, played_round(page))
)


@page_of("round, drawers open")
def event_round(page: Page) -> None:
    opened(page, played_round(page), "round/")
    open_drawer(page, "Enter a penalty")
    open_drawer(page, "Somebody was late")
    drawer = page.locator("#late-drawer")
    drawer.locator("label.choice-key").first.tap()
    drawer.get_by_label("Minutes late").tap()
    press(drawer.locator(".keypad"), "15")
    expect(drawer.get_by_text("Who plays in that seat?")).to_be_visible()


@page_of("round, with faults", like="round, drawers open")
def round_with_faults(page: Page) -> None:
    opened(page, played_round(page), "round/")
    open_drawer(page, "Enter a penalty")
    page.get_by_role("button", name="Enter the penalty").tap()
    expect(page.locator(".field-error")).not_to_have_count(0)


@page_of("round, one side's view", like="round, drawers open")
def review_of_round(page: Page) -> None:
    opened(page, played_round(page), "sign/NS/")


# -- books and paper ---------------------------------------------------------------------


@page_of("print the card", like="/blank/npa/")
def paper(page: Page) -> None:
    opened(page, card_with_hands(page), "paper/")


for address in ("/books/npa/", "/help/", "/blank/npa/"):
    page_of(address)(partial(Page.goto, url=address))
for address, other in (
    ("/books/", "/books/npa/"),
    ("/books/gwinnett-3/", "/books/npa/"),
    ("/books/cutthroat/document/", "/books/npa/"),
    ("/help/computer/", "/help/"),
    ("/kept/", "no such page"),
    ("/blank/npa.pdf?paper=a5", "/blank/npa/"),
):
    page_of(address, like=other)(partial(Page.goto, url=address))


# -- where something is not as it should be ----------------------------------------------


@page_of("no such page")
def no_page(page: Page) -> None:
    assert_status(page, "/nowhere/", 404)


@page_of("code that is dead", like="no such page")
def dead_code(page: Page) -> None:
    assert_status(page, f"/w/{'x' * 32}/", 404)


@page_of("card of somebody else", like="no such page")
def other_card(page: Page) -> None:
    assert_status(page, card_url(make_card()), 404)


def assert_status(page: Page, address: str, status: int) -> None:
    answer = page.goto(address)
    assert answer is not None
    assert answer.status == status


@page_of("form that is not ours", like="no such page")
def forged(page: Page) -> None:
    page.goto("/cards/new/npa/")
    page.evaluate("document.querySelectorAll('[name=csrfmiddlewaretoken]').forEach(field => field.value = 'x')")
    page.context.clear_cookies()
    page.get_by_role("button", name="Start a card").tap()
    expect(page.get_by_role("heading", name="The page was open too long")).to_be_visible()


# -- a hand against bots -----------------------------------------------------------------

LONGEST = (LONG["N"][:40], LONG["E"], LONG["S"])
LONGEST_MANY = (*LONGEST, "Wilhelmina Abercrombie-Ng", "Li")


LONGEST_OWN = "Bartholomew-Alexander Featherstonehaugh"


@page_of("play: start, with games to go on with", like="play: the count of a hand")
def play_start(page: Page) -> None:
    client = Client()
    played = play_hand(client, sit_down(client, "npa", name=LONGEST_OWN, name_1=LONGEST_OWN))
    sit_down(client, "gwinnett-3")
    play_hand(client, tap(client, played, "next-hand"))
    open_as(page, client, "/play/")
    expect(page.get_by_role("region", name="Your game")).to_be_visible()


@page_of("play: seat and players, with faults")
def play_new(page: Page) -> None:
    page.goto("/play/new/gwinnett/")
    for drawer in page.locator("details").all():
        drawer.locator("summary").click()
    page.get_by_label("How many hands?").fill("many")
    page.get_by_role("button", name="Deal the cards").click()
    expect(page.locator(".field-error")).to_be_visible()


@page_of("play: the same deal again", like="play: the count of a hand")
def play_deal(page: Page) -> None:
    client = Client()
    played = play_hand(client, sit_down(client, "family-double", name=LONGEST_OWN))
    open_as(page, client, played.url())
    page.get_by_role("button", name="Same cards again").click()
    expect(page.get_by_text("How everybody did")).to_be_visible()


@page_of("play: deal of the day", like="play: the count of a hand")
def play_day(page: Page) -> None:
    page.goto("/play/")
    page.get_by_role("button", name="Deal of the day").first.click()
    expect(page.get_by_text("One hand, the same for everybody")).to_be_visible()


@page_of("play: which twelve boards", like="play: the count of a hand")
def play_which_boards(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/play/")
    assert page.evaluate("document.documentElement.scrollHeight") == 844, "one screen on a phone"
    page.get_by_role("link", name="Twelve boards").first.click()
    expect(page.get_by_role("heading", name="Which twelve?")).to_be_visible()


@page_of("play: boards against the field", like="play: the count of a hand")
def play_against_the_field(page: Page) -> None:
    client = Client()
    address = client.post("/play/boards/npa/").headers["Location"]
    for _ in range(2):
        begun = client.post(f"{address}begin/", {"client_id": access.new_secret()})
        play_hand(client, sitting(client, begun.headers["Location"].split("/")[2]))
    while (piece := sets.next_field()) is not None:
        piece.keep(piece.work(*piece.asked))
    open_as(page, client, address)
    expect(page.get_by_text("against the field after 2 boards")).to_be_visible()


@page_of("play: a position of the lesson, answered", like="play: the count of a hand")
def play_lesson(page: Page) -> None:
    client = Client()
    played = play_hand(client, sit_down(client, "npa", name=LONGEST_OWN, name_1=LONGEST_OWN))
    assert own_hands.work_out_cost(PlayedHand.objects.get(deal=played.table.deal), costs_four)
    open_as(page, client, "/play/lesson/")
    page.locator("[name=choice]").first.tap()
    expect(page.get_by_text("You then")).to_be_visible()


@page_of("play: on another device", like="share, the codes")
def play_share(page: Page) -> None:
    client = Client()
    open_as(page, client, f"{sit_down(client, 'npa', name=LONGEST_OWN).url()}share/")
    page.get_by_role("button", name="Show the code").click()
    expect(page.get_by_text("Continue on another device").last).to_be_visible()


@page_of("play: join", like="share, the codes")
def play_join(page: Page) -> None:
    play_share(page)
    page.goto(page.locator(".link-address").inner_text())
    expect(page.get_by_role("button", name="Keep playing here")).to_be_visible()


@page_of("play: the card of a game", like="card with hands after its end, and remarks")
def play_card(page: Page) -> None:
    client = Client()
    played = play_hand(client, sit_down(client, "npa", name=LONGEST_OWN))
    open_as(page, client, card_url(played.table.keeper))
    expect(page.get_by_role("link", name="Back to the table")).to_be_visible()


def open_as(page: Page, client: Client, address: str) -> None:
    """Opens an address as the device that `client` is."""
    become(page, client)
    page.goto(address)


@page_of("play: bid, all the bids", like="play: trick, a card refused, a hint")
def play_bid(page: Page) -> None:
    seat_at(page, asked("npa", "bid", bidder=None), LONGEST)
    page.locator("summary", has_text="Higher").tap()


@page_of("play: trump and the kitty", like="play: trick, a card refused, a hint")
def play_kitty(page: Page) -> None:
    seat_at(page, asked("gwinnett-3", "trump"), LONGEST, four_colours=True)


@page_of("play: a card called among five", like="play: trick, a card refused, a hint")
def play_call(page: Page) -> None:
    seat_at(page, asked("five-handed", "partner"), LONGEST_MANY)
    page.locator("summary", has_text="Other card").tap()


@page_of("play: a trick of six", like="play: trick, a card refused, a hint")
def play_ring(page: Page) -> None:
    seat_at(page, asked("six-handed", "play", tricks=2), LONGEST_MANY)


@page_of("play: cards to pass, too few", like="play: trick, a card refused, a hint")
def play_pass(page: Page) -> None:
    seat_at(page, asked("st-hilary", "pass_cards"), LONGEST)
    page.locator("label.card-choose").first.tap(position={"x": 12, "y": 40})
    page.locator("[data-send]").tap()
    expect(page.locator("#refused")).to_be_visible()


@page_of("play: cards to put away", like="play: trick, a card refused, a hint")
def play_bury(page: Page) -> None:
    seat_at(page, asked("gwinnett-3", "bury"), LONGEST)


@page_of("play: own meld", like="play: trick, a card refused, a hint")
def play_meld(page: Page) -> None:
    seat_at(page, asked("npa", "meld"), LONGEST)


@page_of("play: own meld, counted by hand", like="play: trick, a card refused, a hint")
def play_own_meld(page: Page) -> None:
    seat_at(page, asked("npa", "meld"), LONGEST, count_own_meld=True)
    page.locator("label.card-choose").first.tap(position={"x": 12, "y": 40})
    page.locator("[data-send]").tap()
    expect(page.locator(".finding")).to_be_visible()


@page_of("play: melds on the table, throw in", like="play: trick, a card refused, a hint")
def play_declare(page: Page) -> None:
    seat_at(page, asked("family-double", "declare"), LONGEST)
    page.locator("summary", has_text="Throw in").tap()


@page_of("play: trick, a card refused, a hint")
def play_trick(page: Page) -> None:
    warm_up(built_in_book("npa"))  # a hint here thinks in the server, and a page waits eight seconds
    seat_at(page, asked("npa", "play", tricks=2), LONGEST, one_tap=True)
    page.get_by_role("link", name="Hint").tap()
    expect(page.locator(".hint-note")).to_be_visible()


@page_of("play: trick of three, the last trick", like="play: trick, a card refused, a hint")
def play_last_trick(page: Page) -> None:
    seat_at(page, asked("gwinnett-3", "play", tricks=2), LONGEST)
    expect(page.locator(".last-trick .face")).to_have_count(3)


@page_of("play: how the table shall be", like="play: trick, a card refused, a hint")
def play_settings(page: Page) -> None:
    seat_at(page, asked("st-hilary", "play", tricks=2), LONGEST)
    page.locator(".tools summary", has_text="Table").tap()


@page_of("play: the count of a hand")
def play_count(page: Page) -> None:
    seat_at(page, asked("npa", "play", tricks=18, trick=Trick("S")), LONGEST)
    page.locator("summary", has_text="Claim").tap()
    page.get_by_role("button", name="Yes, lay it down").tap()
    expect(page.locator("#result")).to_be_visible()


@pytest.fixture
def broken_start(monkeypatch) -> None:
    def fail() -> None:
        raise RuntimeError("a fault of ours")

    monkeypatch.setattr(start, "table_sizes", fail)


@pytest.mark.usefixtures("broken_start")
def test_page_about_a_fault_of_ours(open_device: OpenDevice):
    page = open_device("any width")

    assert_status(page, "/", 500)

    expect(page.get_by_role("heading", name="Something went wrong on our side")).to_be_visible()
    assert_looks_right(page)


# -- rules tried on many hands -------------------------------------------------------------


@page_of("simulations: start", like="play: seat and players, with faults")
def simulations_start(page: Page) -> None:
    simulated.played(own_client(page), auction__opening="65")
    page.goto("/play/simulations/")


@page_of("simulations: what to change, with faults", like="play: seat and players, with faults")
def simulation_with_faults(page: Page) -> None:
    page.goto("/play/simulations/new/npa/")
    page.locator("#id_auction__opening").fill("62")
    page.locator("summary").click()
    page.locator("#id_other").fill("opening=60\nmeld.minimum=-1")
    page.get_by_role("button", name="Play the hands").click()
    expect(page.locator(".field-error").first).to_be_visible()


@page_of("simulations: in line", like="play: seat and players, with faults")
def simulation_in_line(page: Page) -> None:
    job = simulated.small(own_client(page), auction__opening="65", contract__unsaved_take="kept")
    page.goto(f"/play/simulations/{job.pk}/")


@page_of("simulations: two rules compared", like="play: seat and players, with faults")
def simulation_compared(page: Page) -> None:
    job = simulated.played(own_client(page), auction__opening="65", contract__unsaved_take="kept", meld__minimum="15")
    page.goto(f"/play/simulations/{job.pk}/")
    expect(page.get_by_text("All hands have been played.")).to_be_visible()
    for folded in ("In figures", "All figures"):
        page.locator("summary", has_text=folded).click()
    expect(page.get_by_text("no difference shown yet").first).to_be_visible()
    expect(page.get_by_text("more hands would tell, if it is this large").first).to_be_visible()


@page_of("simulations: three-handed, one rule", like="play: seat and players, with faults")
def simulation_of_one_book(page: Page) -> None:
    job = simulated.played(own_client(page), "gwinnett-3")
    page.goto(f"/play/simulations/{job.pk}/")


def own_client(page: Page) -> Client:
    """Asks as the device of this page would."""
    client = Client()
    client.cookies[access.DEVICE_COOKIE] = access.new_secret()
    become(page, client)
    return client


@page_of("meld: very rare", like="bid of a board, with faults")
def very_rare_meld(page: Page) -> None:
    keeper = card(page)
    enter_hand(keeper, bid=60, meld={"NS": 14, "EW": 4}, take={"NS": 15, "EW": 10})
    enter(keeper, "bid", {"dealer": "E", "bidder": "N", "bid": 27, "trump": "H", "no_marriage": False}, hand=2)
    opened(page, keeper)
    expect(page.get_by_role("button", name="It’s right")).to_be_visible()
    type_figures(page, {SHORT_NS: 104, SHORT_EW: 4})
    save(page)
    expect(page.get_by_role("button", name="need 17 of 25")).to_be_visible()


# -- rulings, players, finals and money: one world for each walk ---------------------------

SCREENS: dict[str, tuple[int, Scheme]] = {"phone": (390, "dark"), "desktop": (1366, "light")}


@pytest.mark.soak
def test_pages_of_a_referee_and_of_a_player_on_a_phone(open_device: OpenDevice):
    event_round = make_running_round(book=WITH_APPEALS, name="Thanksgiving tournament of St. Hilary and friends")
    event, table = event_round.event, event_round.tables.get(number=1)
    event.entrants.filter(number=1).update(name=LONG["N"])
    Club.objects.filter(pk=event.club_id).update(has_grades=True)
    play(night(event.club, event.club.members.all()))
    play_at(table)
    rule_at(table, decision=f"{LONG['N']} takes back the ten of hearts; the partner was told not to lead it.")
    put_on_hold(table, "Who led to the last trick, and was it trump?")
    ruling = sheet_at(table).rulings[0].number
    seat = f"/clubs/{event.club.slug}/events/{event.pk}/rounds/1/tables/1"
    page = open_device("any width")

    sign_in_as(page, make_user(event.club, "referee"))
    rule = ("rule/?hand=1", "rule/?hand=1&kind=renege", f"rulings/{ruling}/", f"rulings/{ruling}/appeal/")
    look_at(page, "phone", seat, *rule, "hold/", "../../../../rulings/", "../../../../log/")
    cell = f"cell-{event.entrants.get(number=1).pk}-1"
    look_at(page, "phone", seat, "../../../../totals/", f"../../../../totals/?why={cell}")
    look_at(page, "phone", f"/clubs/{event.club.slug}", "grades/", "health/")

    become(page, signed_in(table, "N"))
    look_at(page, "phone", seat, "claim/", "hands/1/claim/")
    own = (f"me/tables/{table.pk}/", f"me/tables/{table.pk}/hands/1/", f"me/tables/{table.pk}/paper/")
    look_at(page, "phone", f"/clubs/{event.club.slug}", *own)

    appeal_ruling(table=table, number=ruling, by="N", why=LONG["E"], acting=acting_as(), client_id="appealed")
    director = make_user(event.club, "director")
    sign_in_as(page, director)
    look_at(page, "phone", seat, f"rulings/{ruling}/invite/", f"rulings/{ruling}/agree/", "chairs/")
    asked: By = {"acting": acting_as(user=director), "client_id": "asked"}
    ask_to_agree(table=table, number=ruling, outcome="upheld", note=LONG["E"], **asked)
    look_at(page, "phone", seat, f"rulings/{ruling}/agree/")
    look_at(page, "phone", f"/clubs/{event.club.slug}/events/{event.pk}", "second-director/")
    invited: By = {"acting": acting_as(user=director), "client_id": "invited"}
    _, secret = invite_decider(table=table, number=ruling, name=LONG["N"], **invited)
    page.context.clear_cookies()  # whoever made it does not decide by it
    page.goto(f"/appeals/{secret}/")
    page.get_by_role("button", name="Show me the case").click()
    expect(page.get_by_role("button", name="Decide it")).to_be_visible()
    assert_looks_right_on(page, *SCREENS["phone"])


@pytest.mark.soak
def test_pages_of_a_final_and_of_money_on_a_desktop(open_device: OpenDevice):
    event = make_final(((400, 300), (250, 10)), final_places=4, fee=500)
    event.entrants.filter(number=1).update(name=LONG["N"])
    first = with_prizes(event)["first"]
    named = Prize.objects.create(event=event, kind="named", name="Best hat of the evening", amount=300)
    page = open_device("any width")

    sign_in_as(page, make_user(event.club, "director"))
    evening = f"/clubs/{event.club.slug}/events/{event.pk}"
    look_at(page, "desktop", evening, "cut/", "prizes/", "prizes/new/place/", "prizes/new/named/", "pots/new/")
    look_at(page, "desktop", evening, "cash/", "cash/box/", "cash/other/", f"cash/prizes/{named.pk}/")
    look_at(page, "desktop", f"/clubs/{event.club.slug}", f"prizes/{first.pk}/")

    cut(event=event, acting=acting_as(), client_id="cut", by="")
    look_at(page, "desktop", evening, "board/", "cut/", "cut/take-back/", "log/", "totals/")


@pytest.mark.soak
def test_pages_of_an_evening_in_the_hall_on_a_phone_and_on_a_desktop(open_device: OpenDevice):
    page, both = open_device("any width"), "phone desktop"
    look_at(page, both, "/hall", "fetch/", "fetch/file/")

    event = make_running_round(name="Thanksgiving tournament of St. Hilary and friends").event
    evening = f"/clubs/{event.club.slug}/events/{event.pk}"
    sign_in_as(page, make_user(event.club, "admin"))
    now = timezone.now()
    fetched = Fetched.objects.create(event=event, uid=uuid4(), number=1, home="https://x.org", fetched_at=now)
    look_at(page, both, evening, "board/", "hall/save/")
    fetched.delete()
    lend(event=event, acting=acting_as("admin"), client_id="lend")
    look_at(page, both, evening, "", "hall/", "hall/back/", "hall/take/")


@pytest.mark.soak
def test_pages_of_a_club_that_moves_on_a_phone_and_on_a_desktop(open_device: OpenDevice):
    club, page = make_club(name="The Thursday Pinochle Friends of St. Hilary"), open_device("any width")
    sign_in_as(page, make_user(club, "admin"))
    address = f"/clubs/{club.slug}"
    (maximiliane,) = make_members(club, 1)
    Member.objects.filter(pk=maximiliane.pk).update(name="Maximiliane Oberhuber-Hof")
    dues = Dues.objects.create(club=club, starts_on=timezone.localdate(), amount=2500)
    theirs = (f"dues/members/{maximiliane.pk}/", f"dues/{dues.pk}/members/{maximiliane.pk}/", f"dues/{dues.pk}/")
    look_at(
        page, "phone desktop", address, "move/", "front-door/", "front-door/picture/", "dues/", "dues/email/", *theirs
    )
    move_away(club=club, address="https://pinochle.sthilaryofthelake.example.org", acting=acting_as("admin"))
    look_at(page, "phone desktop", address, "move/", "move/stay/", "")


def test_pages_of_boards_on_a_phone_and_on_a_desktop(open_device: OpenDevice):
    event = duplicate_evening(tables=2, rounds=2)
    event.entrants.filter(number=1).update(name=LONG["N"])
    close(event)
    page = open_device("any width")

    evening = f"/clubs/{event.club.slug}/events/{event.pk}"
    look_at(page, "phone desktop", evening, "travelers/", "travelers/1/", "travelers/of/1/")

    show_on(page, SCREENS["phone"][0])
    for listing in long_lists():
        drawn = render_to_string("ground/listing.html", {"table": listing}, request=TO_LIST)
        assert row_heights(page, drawn) == [], type(listing)
        assert_fits(page, SCREENS["phone"][0])


TO_LIST = RequestFactory().get("/")
ROW = 68  # pixels: a name of 25 letters with its figure, and a line of all else


def long_lists() -> Iterator[PlainList]:
    """Lists of more than a page, on the first of which all names are long."""
    name, there = "Maximiliane Oberhuber-Hof", "/there/"
    grade = {"name": name, "address": there, "grade": Grade(7, 1.5, 0.5, 40, "B"), "note": "With one partner"}
    yield GradeListing.paged(TO_LIST, [grade] * 22)
    rung = LadderRow(12, name, there, Fraction(7, 2), Fraction(-1), 50, 30, False, {})
    yield LadderListing.paged(TO_LIST, [rung] * 22)
    yield PartnerListing.paged(TO_LIST, [PartnerLine(name, name, name, name, there, 12, 1234, Fraction(1234, 12))] * 22)
    met = "NPA: 28 rounds, 0 won, 163.4 on average; St. Hilary: 6 rounds, 3 won, 70.0 on average"
    person = {"name": name, "address": there, "rounds": (34, 34)}
    person |= {"together": met, "together_address": there, "against": met, "against_address": there}
    yield CompanyListing.paged(TO_LIST, [person] * 22)
    words = "The hall is closed for a wedding, and the school is free"
    line = {
        "day": "Jan 6", "time": "7:00 pm", "who": name, "device": "Tablet 1", "what": words, "place": "Table 4",
        "before": words, "after": words, "change": f"{words} → {words}", "why": words, "struck": "Undone",
        "lead": Key("Look", there),
    }  # fmt: skip
    yield LogListing([line] * 20)
    club = Club(slug="a", currency="USD")
    yield FeeListing(
        [Paid(name, name, 9, 1000, 3500, [(1, date(2026, 11, day)) for day in range(1, 8)])] * 20, club
    ).read({})
    owed = Account(Member(pk=7, number=7, name=name), (), [Year(Dues(), "", 125_050, ())], date(2026, 11, 17))
    yield AccountListing([owed] * 60, club).read({})
    entry = {
        "number": 12,
        "title": f"{name} & {name}",
        "what": words,
        "amount": "−$112.50",
        "cents": 1,
        "made": "9:40 pm",
    }
    yield EntryListing([{**entry, "is_taken_back": False, "reason": words, "take_back": there}] * 20)
    yield CutList([{"place": "12", "name": name, "points": "812", "figures": "Rounds won 0 · Times set 0"}] * 20)


def row_heights(page: Page, drawn: str) -> list[float]:
    """The heights of rows that are too high where a list is shown in place of the page; all, where there aren't 20."""
    return page.evaluate(
        """([drawn, most, rows]) => {
            document.querySelector("main").innerHTML = `<section class="sheet">${drawn}</section>`;
            const heights = [...document.querySelectorAll("tbody tr")].map(row => row.getBoundingClientRect().height);
            return heights.length === rows ? heights.filter(height => height > most) : heights;
        }""",
        [drawn, ROW, PER_PAGE],
    )


@pytest.mark.soak
def test_what_is_decided_about_boards_on_a_phone_and_on_a_desktop(open_device: OpenDevice):
    event_round = relay()
    event = event_round.event
    event.entrants.filter(number=1).update(name=LONG["N"])
    for number, takes in enumerate(((20, 12), (15, 18), (10, 5)), start=1):
        play_boards(table_of(event_round, number), *takes)
    void_board(event=event, board=4, reason="Passed on", acting=acting_as(), client_id="void")
    page = open_device("any width")
    sign_in_as(page, make_user(event.club, "director"))

    at_table = "rounds/1/tables/1/boards/2/"
    decided = f"boards/decisions/{event.board_decisions.get().pk}/take-back/"
    evening, both = f"/clubs/{event.club.slug}/events/{event.pk}", "phone desktop"
    look_at(page, both, evening, "board/?open=1", f"{at_table}?what=NS", f"{at_table}?what=own", decided)
    look_at(page, both, evening, "boards/3/void/", "seating/", "seating/?by=name", "seating/1/", "projector/")


@pytest.mark.soak
def test_pages_of_what_a_club_remembers_on_a_phone_and_of_a_past_season_on_a_desktop(open_device: OpenDevice):
    club = make_club()
    members = make_members(club, 4)
    members[0].name = LONG["N"]
    members[0].save()
    play(night(club, members))
    brought(club, asked_past(f"Place,Name,Points\n1,{LONG['N']},900\n2,{LONG['E']},700\n"))
    series = make_series(club, book="st-hilary")
    season = opened_season(club)
    for week in range(3):
        laid_night(series, week, [80, 60, 50, 40], [60, 70 + week, 40, 50])
    director = make_user(club, "director")
    show_standings(season=season, hidden=False, acting=acting_as(user=director), client_id="shown")
    member = account(club, members[0])
    for margin, book in enumerate(("npa", "st-hilary")):
        played(member, margin, book=book)
    online = f"online/{make_table(club).pk}/"
    page = open_device("any width")

    sign_in_as(page, member)
    look_at(page, "phone", f"/clubs/{club.slug}", "records/", "champions/", "deal-of-the-day/")
    look_at(page, "phone", f"/clubs/{club.slug}/seasons/{season.pk}", "race/")
    follow(member=members[1], other=members[0], is_followed=True, acting=acting_as(), client_id="follow")
    sign_in_as(page, account(club, members[1]))
    met = f"players/{members[0].pk}/"
    look_at(page, "phone", f"/clubs/{club.slug}", met, f"{met}nights/", f"{met}company/", f"{met}hands/rounds/", "me/")
    look_at(page, "phone", f"/clubs/{club.slug}", online)
    look_at(page, "phone", "/play", "record/")
    page.goto("/play/together/")
    page.get_by_label("Your name").fill(LONG["E"])
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator(".table-code")).to_be_visible()
    assert_looks_right_on(page, *SCREENS["phone"])

    sign_in_as(page, director)
    look_at(page, "desktop", f"/clubs/{club.slug}", online, "online/new/")
    page.goto(f"/clubs/{club.slug}/seasons/past/")
    page.get_by_label("Name", exact=True).fill("Season 2018")
    page.get_by_label("First day").fill("2018-01-01")
    page.get_by_label("Last day").fill("2018-12-31")
    page.get_by_label("Or paste the list").fill(
        f"Place\tName\tPoints\n1\t{LONG['N'][:20]} H.\t900\n2\t{LONG['E']}\t12a\n"
    )
    page.get_by_role("button", name="Show what would come in").click()
    expect(page.get_by_text("The points “12a” aren’t a number.", exact=True)).to_be_visible()
    assert_looks_right_on(page, *SCREENS["desktop"])


def look_at(page: Page, screens: str, base: str, *paths: str) -> None:
    """Each page on one load of it, on one screen or several. Here every fourth page, in a soak each of them."""
    for path in paths[:: sample(4, 1)]:
        answer = page.goto(f"{base}/{path}")
        assert answer is not None
        assert answer.ok, answer.url
        for screen in screens.split():
            assert_looks_right_on(page, *SCREENS[screen])


@pytest.mark.soak
def test_pages_of_an_evening_that_comes_back_from_the_hall(open_device: OpenDevice):
    event = make_evening()
    Member.objects.filter(club=event.club, number=1).update(name=LONG["N"])
    file = lent(event)

    def guest(there: Event) -> None:
        add_walk_in(event=there, name=LONG["E"], acting=acting_as("admin"), client_id="guest")
        play_in_hall(there)

    back = in_the_hall(file, guest)
    Member.objects.create(club=event.club, number=40, name=LONG["E"])
    page = open_device("any width")
    sign_in_as(page, make_user(event.club, "admin"))
    where = f"/clubs/{event.club.slug}/events/{event.pk}"
    look_at(page, "phone", where, "hall/back/", "hall/take/")
    page.goto(f"{where}/hall/back/")
    page.locator("input[type=file]").set_input_files({"name": "x.zip", "mimeType": "application/zip", "buffer": back})
    page.get_by_role("button", name="Look at it").click()
    expect(page.get_by_text("What comes with it")).to_be_visible()
    assert_looks_right(page, within_reach=True)
    take_back(event=event, acting=acting_as("admin"), client_id="take", name=event.name)
    brought_back(back)
    look_at(page, "phone", where, "", "hall/kept/")
    look_at(page, "desktop", where, "hall/kept/")
    take_theirs(event=event, version=1, acting=acting_as("admin"), client_id="theirs", name=event.name)
    event.lendings.update(state="back")
    look_at(page, "phone desktop", where, "", "hall/guests/")
