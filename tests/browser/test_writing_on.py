"""With the server away a table writes on: whole hands as on paper, kept on the tablet, sent when it is back."""

import errno
import re

import pytest
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Dialog, Page, expect

from league.evening.tables.deeds.tables import pair_tablet
from league.models import Event
from pinochle_club.ground import write_queue
from scoring.models import DeviceCard
from scoring.score_card.recording import read_sheet
from tests.browser.conftest import OpenDevice
from tests.browser.devices import sign_in_as
from tests.browser.table import (
    ANN_CARL,
    BEA_DOM,
    choose,
    expect_cell,
    expect_cockpits,
    expect_line,
    keep_card,
    keep_card_ahead,
    key,
    lay_card,
    number_field,
    open_card,
    opened,
    save,
    type_bid,
    type_figures,
)
from tests.browser.writing_on import (
    KEEP_WHAT_IS_DRAWN,
    WHAT_IS_WRITTEN,
    answers_again,
    cut_off,
    expect_hand,
    finish_hand,
    sheet,
    strip,
    waiting,
    write_bid,
    write_hand,
)
from tests.league.makers import card_at, make_running_round, make_user, sheet_at
from tests.scoring.score_card.makers import enter_hand, join

pytestmark = pytest.mark.django_db(transaction=True)


# As another tablet gave them over: dealer, bidder, bid, trump, and each side's meld and take.
FOUR_HANDS = (
    "#hands=1;1.hand-1.N.E.17.H.4.10.10.15.;2.hand-2.E.S.18.H.12.14.2.11.;3.hand-3.S.N.16.C.8.24.0.1.;"
    "4.hand-4.W.W.16.C.8.11.4.14."
)


def hands_of(keeper: DeviceCard) -> list[tuple[str, int]]:
    return [(each.figures.bidder, each.figures.bid) for each in read_sheet(keeper.card).done_lines]


def test_three_hands_with_a_reload_in_between(open_device: OpenDevice):
    tablet = open_device("tablet", own=True)
    keeper = keep_card_ahead(tablet)
    cut_off(tablet)
    write_bid(tablet, "Bea", 17, "Spades")
    expect(strip(tablet)).to_contain_text("your last step is kept on this tablet")

    finish_hand(tablet, 1, {ANN_CARL: 4, BEA_DOM: 10}, {BEA_DOM: 15})
    expect(waiting(tablet)).to_have_text(re.compile("^Hand 1 .Ann deals.: bid Bea, 17, spades.*10.*15"))
    sums = f"Made. {ANN_CARL} +14 → 14, {BEA_DOM} +25 → 25. The club hasn’t counted it yet."
    expect(waiting(tablet)).to_contain_text(sums)
    expect_line(tablet, 1, ["", "4", "10", "14", "17", "10", "15", "25"], line="waiting-hand")
    write_hand(tablet, 2, "Carl", 18, "Hearts", {ANN_CARL: 12, BEA_DOM: 2}, {BEA_DOM: 1})
    expect(tablet.locator("#waiting-hand-2 .running")).to_have_text(["?", "?"])
    expect(waiting(tablet).nth(1)).to_contain_text("Figured when the club’s computer is back.")
    tablet.get_by_text("In words").tap()
    tablet.get_by_role("button", name="Change hand 2").tap()
    sheet(tablet).get_by_label(BEA_DOM).nth(1).fill("40")
    tablet.get_by_role("button", name="Keep this hand").tap()
    expect(sheet(tablet).get_by_role("alert")).to_have_text(f"{BEA_DOM}: There are only 25 points in a hand.")
    sheet(tablet).get_by_label(BEA_DOM).nth(1).fill("11")
    tablet.get_by_role("button", name="Keep this hand").tap()
    expect(waiting(tablet).nth(1)).to_contain_text(f"Made. {ANN_CARL} +26 → 40, {BEA_DOM} +13 → 38.")
    expect(tablet.locator(".side-total")).to_have_text(["40", "38"])  # with what waits
    expect(strip(tablet)).to_contain_text("2 hands wait here")
    expect_hand(tablet, 3, "bid")
    choose(tablet, "Who won the bid?", "Ann")
    type_bid(tablet, 16)

    cut_off(tablet, WHAT_IS_WRITTEN)
    answers_again(tablet)
    asked: list[str] = []

    def accept(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.accept()

    tablet.on("dialog", accept)
    tablet.reload()
    assert asked == ["beforeunload"]
    expect(waiting(tablet)).to_have_count(2)
    assert hands_of(keeper) == []
    expect_hand(tablet, 3, "bid")
    expect(number_field(tablet, "For how much?")).to_have_value("16")
    key(tablet, "Trump", "Clubs").tap()
    finish_hand(tablet, 3, {ANN_CARL: 8, BEA_DOM: 0}, {ANN_CARL: 20})
    answers_again(tablet, WHAT_IS_WRITTEN)

    expect(strip(tablet)).to_have_text("All 3 hands are on the card.")
    expect(tablet.locator("tr#hand-3")).to_be_attached()
    assert hands_of(keeper) == [("E", 17), ("S", 18), ("N", 16)]
    assert keeper.card.entries.filter(kind="bid").count() == 3
    for place, figure in enumerate(("16", "8", "20")):
        expect_cell(tablet, 3, place, figure)
    tablet.reload()
    assert asked == ["beforeunload"]  # nothing waits any more


def test_hands_wait_while_the_clubs_computer_has_no_space(tablet: Page, monkeypatch: pytest.MonkeyPatch):
    def full(name: str) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    keeper = keep_card_ahead(tablet)
    with monkeypatch.context() as here:
        here.setattr(write_queue, "alone_on_this_machine", full)
        write_bid(tablet, "Bea", 17, "Spades")
        expect(strip(tablet)).to_have_text("The club’s computer has no space left. Write on; the hands wait here.")
        finish_hand(tablet, 1, {ANN_CARL: 4, BEA_DOM: 10}, {BEA_DOM: 15})
        waits = "1 hand waits here until it can save, and is counted then."
        expect(strip(tablet)).to_have_text(f"The club’s computer has no space left. Keep going: {waits}")
        assert hands_of(keeper) == []

    expect(strip(tablet)).to_have_text("The hand is on the card.", timeout=15_000)
    assert hands_of(keeper) == [("E", 17)]


def test_figures_that_cannot_be_are_said_before_they_are_kept(tablet: Page):
    keep_card_ahead(tablet, "family-double")
    told = tablet.locator(".cockpit .told")
    cut_off(tablet)
    choose(tablet, "Who won the bid?", "Bea")
    type_bid(tablet, 550)
    key(tablet, "Trump", "Spades").tap()  # nobody knows yet that no answer comes
    expect(told).to_have_text("550 is a very rare bid. If it’s right, tap again.")
    expect(strip(tablet)).to_contain_text("isn’t answering")
    expect(tablet.locator(".save-line")).to_have_count(0)
    type_bid(tablet, 55)
    save(tablet)
    expect_hand(tablet, 1, "meld")

    type_figures(tablet, {ANN_CARL: 21, BEA_DOM: 30})
    save(tablet)
    expect(told).to_have_text(f"{ANN_CARL}: 21 isn’t a possible meld here. Did you mean 20 or 22?")
    expect(number_field(tablet, ANN_CARL)).to_be_focused()
    type_figures(tablet, {ANN_CARL: 22})
    expect(told).to_have_count(0)
    save(tablet)
    expect_hand(tablet, 1, "take")
    type_figures(tablet, {BEA_DOM: 70})
    save(tablet)
    expect(told).to_contain_text(f"{BEA_DOM}: There are only 50 points in a hand.")
    tablet.locator("a.step", has_text="Bid").tap()
    expect_hand(tablet, 1, "bid")
    type_bid(tablet, 999)
    save(tablet)
    expect(told).to_have_text("Nobody can bid 999 here. Did you mean 995 or 1000?")
    type_bid(tablet, 550)
    save(tablet)
    expect(told).to_have_text("550 is a very rare bid. If it’s right, tap again.")
    save(tablet)
    expect_hand(tablet, 1, "meld")


def test_board_that_comes_later_is_refused_and_the_next_one_written(tablet: Page):
    keeper = lay_card(tablet, boards=[5, 6, 7, 8], length="hands", hands_agreed=4)
    opened(tablet, keeper)
    expect_cockpits(tablet)
    boards = tablet.locator(".boards:visible")
    key(tablet, "Which board", "7").tap()
    expect(boards).to_contain_text("Board 7 comes later. Next is board 5.")
    cut_off(tablet)

    key(tablet, "Which board", "5").tap()
    expect(boards).to_have_count(0)
    write_bid(tablet, "Bea", 17, "Spades")
    finish_hand(tablet, 1, {ANN_CARL: 4, BEA_DOM: 10}, {BEA_DOM: 15}, board=5)
    answers_again(tablet)

    expect(strip(tablet)).to_have_text("The hand is on the card.")
    assert [line.board for line in read_sheet(keeper.card).done_lines] == [5]


def test_another_tablet_wrote_meanwhile(tablet: Page):
    keeper = lay_card(tablet)
    other = join(keeper.card)
    enter_hand(other, bidder="E", bid=17, meld={"NS": 4, "EW": 10}, take={"NS": 10, "EW": 15})
    enter_hand(other, bidder="S", bid=19, meld={"NS": 12, "EW": 2}, take={"NS": 14, "EW": 11})

    opened(tablet, keeper, FOUR_HANDS)
    expect(waiting(tablet)).to_have_count(4)
    tablet.get_by_role("button", name="Enter these hands").tap()

    expect(strip(tablet)).to_have_text(
        "Hand 1 was already on the card, with the same numbers. "
        "Hand 2 isn’t on the card yet. There is a question to answer."
    )
    notice = sheet(tablet).get_by_role("alert")
    expect(notice).to_contain_text("Another tablet entered hand 2 with different numbers.")
    expect(notice).to_contain_text("19 by Carl, hearts")
    expect(sheet(tablet).get_by_label("For how much?")).to_have_value("18")
    tablet.get_by_role("button", name="Keep the card as it is").tap()

    expect(strip(tablet)).to_contain_text("Hand 3 isn’t on the card yet")
    choose(tablet, "Was it only the last trick?", "No, it was a counter")
    tablet.get_by_role("button", name="Save hand 3").tap()

    expect(strip(tablet)).to_contain_text("hands are on the card")
    assert hands_of(keeper) == [("E", 17), ("S", 19), ("N", 16), ("W", 16)]


def test_tablet_that_was_cut_off_meanwhile_keeps_its_hands_for_the_code(tablet: Page):
    keeper = lay_card(tablet)
    opened(tablet, keeper, FOUR_HANDS.partition(";2")[0])
    expect(waiting(tablet)).to_have_count(1)
    keeper.card.kept_by.update(is_cut_off=True)

    tablet.get_by_role("button", name="Enter these hands").tap()
    with tablet.expect_response(re.compile("/changes/")) as poll:  # it would lead to a page without them
        pass
    assert poll.value.headers["hx-refresh"] == "true"

    expect(strip(tablet)).to_contain_text("won’t take it from this tablet (404). Nothing is lost")
    expect(waiting(tablet)).to_have_count(1)
    tablet.get_by_role("button", name="Hand over to another tablet").tap()
    expect(tablet.get_by_role("img", name="Code with the hands waiting here")).to_be_visible()

    keeper.card.kept_by.update(is_cut_off=False)
    tablet.get_by_role("button", name="Try again").tap()
    expect(strip(tablet)).to_have_text("The hand is on the card.")
    assert hands_of(keeper) == [("E", 17)]


def test_tablet_that_may_keep_nothing_says_so(open_device: OpenDevice):
    tablet = open_device("tablet", own=True)
    tablet.add_init_script("Storage.prototype.setItem = () => { throw new Error('full'); }")
    keep_card(tablet)

    tablet.evaluate("document.dispatchEvent(new CustomEvent('safesave:away'))")

    expect(strip(tablet)).to_contain_text("this tablet can’t keep anything by itself")
    expect(strip(tablet)).to_contain_text("write on paper for now")
    expect(tablet.get_by_role("button", name=re.compile("Write hand"))).to_have_count(0)


@pytest.mark.soak
def test_round_without_the_server_is_taken_over_by_the_director(open_device: OpenDevice):
    table = make_running_round(players=4, played_on=timezone.localdate()).tables.get()
    event = Event.objects.get()
    tablet, client = open_device("tablet"), Client()
    keeper = join(card_at(table), client)
    pair_tablet(event=event, table_number=1, device=keeper.device)
    open_card(tablet, keeper, client)
    ruth, walt = "Ruth Abernathy", "Walt Kowalski"
    north_south, east_west = f"{ruth} & Marge Delgado", f"{walt} & Ed Lindqvist"
    expect_cockpits(tablet)
    cut_off(tablet)
    for hand in (1, 2, 3, 4):
        write_hand(
            tablet,
            hand,
            ruth if hand % 2 else walt,
            50 + hand,
            "Hearts",
            {north_south: 24, east_west: 12 + 10},
            {north_south: 30},
        )
    expect(strip(tablet)).to_contain_text("That was the last hand")
    tablet.evaluate(KEEP_WHAT_IS_DRAWN)
    tablet.get_by_role("button", name="Hand over to the director").tap()
    expect(tablet.locator(".waiting .qr svg")).to_be_visible()
    address = tablet.evaluate("window.drawn")
    assert len(address) < 400

    desk = open_device("desktop")
    sign_in_as(desk, make_user(event.club, "director"))
    sent: list[str] = []
    desk.on("request", lambda request: sent.append(request.url))
    desk.goto(address)
    desk.get_by_role("button", name="Open the card").click()
    expect(waiting(desk)).to_have_count(4)
    assert sheet_at(table).done_lines == ()
    desk.get_by_role("button", name="Enter these hands").click()
    expect(strip(desk)).to_have_text("All 4 hands are on the card.")
    expect(desk).not_to_have_url(re.compile("#"))

    answers_again(tablet)
    expect(strip(tablet)).to_contain_text("All 4 hands are on the card.")
    expect(waiting(tablet)).to_have_count(0)
    assert [entry.kind for entry in table.card.entries.order_by("number")] == ["bid", "meld", "take"] * 4
