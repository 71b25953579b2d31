"""A duplicate of five tables and twelve boards for everybody, from planning it to its hand records."""

import io
from collections.abc import Mapping
from fractions import Fraction

import pypdf
import pytest
from playwright.sync_api import Page, expect

from league.evening.cards.reading import read_event
from league.evening.check_in.deeds.roll import check_in
from league.management.evenings import play_table
from league.models import BoardDecision, Club, Event, RoundTable
from scoring.rules.notation import SUIT_NAMES
from tests.browser.conftest import OpenDevice
from tests.browser.evening import (
    choose_told,
    close_round,
    close_the_event,
    names_at,
    open_table,
    pair,
    pick,
    place,
    publish,
    sides_at,
    sign_in,
    start_round,
)
from tests.browser.table import PDF_TAKES, enter_hand, expect_cockpits
from tests.browser.writing_on import answers_again, cut_off, finish_hand, waiting, write_bid
from tests.league.evening.cards.naive_boards import Play, naive_evening
from tests.league.makers import acting_as, make_club, make_members, make_user, sheet_at
from tests.league.whole_evening import TABLET_HANDS, Hand, table_of, the_others_play

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.soak
def test_an_evening_of_boards(open_device: OpenDevice):
    club = make_club()
    people = make_members(club, 20)
    desk, tablet, far = open_device("desktop"), open_device("tablet"), open_device("tablet", own=True)

    sign_in(desk, make_user(club, "director"))
    event = plan_duplicate(desk, club)
    for member in people:
        check_in(event=event, member=member, acting=acting_as(), client_id=f"here-{member.pk}")
    make_the_boards(desk, event)
    seat_everybody(desk, event)

    pair(tablet, event, 1)
    pair(far, event, 2)
    start_round(desk, event, 1)
    boards = sheet_at(table_of(event, 1, 1)).setup.boards
    wrong_board_is_refused(tablet, boards)
    for board, hand in zip(boards, TABLET_HANDS, strict=True):
        play_board(tablet, table_of(event, 1, 1), board, hand)
    round_without_the_server(far, table_of(event, 1, 2))
    for page in (tablet, far):
        page.goto("/health")  # they would ask for news all evening
    for number in (1, 2, 3):
        if number > 1:
            start_round(desk, event, number)
        else:
            sign_for(event, 1, tables=(1, 2))
        the_others_play(event, number, but=(1, 2) if number == 1 else ())
        if number == 2:
            foul_a_board(desk, event)
        close_round(desk, event, number)
    close_the_event(desk, event)
    everybody_has_the_percentage_of_a_pencil(desk, event)
    hand_records_are_printed(desk, event)


def plan_duplicate(page: Page, club: Club) -> Event:
    """Twelve boards for everybody: three rounds of four, compared by matchpoints."""
    page.goto(f"/clubs/{club.slug}/")
    page.locator("summary", has_text="More").click()
    page.get_by_role("link", name="Plan an event").click()
    page.get_by_role("button", name="National Pinochle Association").click()
    page.get_by_label("Name", exact=True).fill("Duplicate night")
    choose_told(page, "Individual rotation")
    choose_told(page, "Duplicate, matchpoints")
    page.get_by_label("Rounds", exact=True).fill("3")
    page.get_by_role("button", name="Plan this event").click()
    expect(page.get_by_role("heading", name="Duplicate night", level=1)).to_be_visible()
    return Event.objects.get(club=club)


def make_the_boards(page: Page, event: Event) -> None:
    """The digest is told at once, no card is; the slips come as a file."""
    place(page, event, "boards/")
    page.get_by_role("button", name="Make the boards").click()
    expect(page.get_by_role("heading", name="Nobody chose the cards")).to_be_visible()
    expect(page.locator("main")).to_contain_text(event.dealt_boards.digest)
    expect(page.locator("main")).not_to_contain_text(event.dealt_boards.seed)


def seat_everybody(page: Page, event: Event) -> None:
    """The certificate says what it is all for."""
    place(page, event, "rotation/")
    page.locator(".save-key", has_text="Make the seating").click()
    expect(page.get_by_text("Nobody has the same partner twice.")).to_be_visible()
    publish(page)


def wrong_board_is_refused(page: Page, boards: tuple[int, ...]) -> None:
    expect(page.locator(".boards")).to_contain_text(f"Board {boards[0]} is next")
    page.locator(".boards label.choice-key", has_text=str(boards[2])).tap()
    words = f"Board {boards[2]} comes later. Next is board {boards[0]}."
    expect(page.locator(".boards:visible")).to_contain_text(words)


def play_board(page: Page, table: RoundTable, board: int, hand: Hand) -> None:
    """The number is read off the bag; all else is as ever."""
    page.locator(".boards label.choice-key", has=page.get_by_text(str(board), exact=True)).tap()
    expect(page.locator(".boards:visible")).to_have_count(0)
    names, sides = names_at(table), sides_at(table)
    suit = SUIT_NAMES[hand.trump].capitalize()
    enter_hand(
        page,
        names[hand.bidder],
        hand.bid,
        suit,
        melds=dict(zip(sides, hand.melds, strict=True)),
        takes={sides[0]: hand.takes[0]},
    )


def round_without_the_server(page: Page, table: RoundTable) -> None:
    """A table writes four boards while the server is away; all are there once it answers."""
    expect_cockpits(page)
    cut_off(page)
    names, sides = names_at(table), sides_at(table)
    for number, (board, hand) in enumerate(zip(sheet_at(table).setup.boards, TABLET_HANDS, strict=True), start=1):
        page.locator(".boards label.choice-key", has=page.get_by_text(str(board), exact=True)).tap()
        write_bid(page, names[hand.bidder], hand.bid, SUIT_NAMES[hand.trump].capitalize())
        takes = dict(zip(sides, hand.takes, strict=True))
        finish_hand(page, number, dict(zip(sides, hand.melds, strict=True)), takes, board=board)
    expect(waiting(page)).to_have_count(4)
    answers_again(page)
    expect(waiting(page)).to_have_count(0)
    assert sheet_at(table).is_finished


def sign_for(event: Event, number: int, *, tables: tuple[int, ...]) -> None:
    """Both sides sign, as `test_event_table` taps it."""
    for table in tables:
        there = table_of(event, number, table)
        assert play_table(there, seed=number, hands=0).is_finished


def foul_a_board(page: Page, event: Event) -> None:
    """A card was in the wrong bag from table 3's second round on. The page tells first what that does."""
    board = sheet_at(table_of(event, 2, 3)).setup.boards[0]
    opened = open_table(page, event, 3)
    opened.get_by_role("link", name=f"Board {board}… at table 3").click()
    pick(page, "Fouled from here on")
    expect(page.locator("#effect")).to_contain_text("compared")
    page.get_by_label("Reason").fill("The jack of clubs was in the wrong pocket")
    page.get_by_role("button", name="Decide it").click()
    expect(page.locator(".desk-head")).to_be_visible()
    assert BoardDecision.objects.get(event=event).kind == BoardDecision.Kind.FOULED


def everybody_has_the_percentage_of_a_pencil(page: Page, event: Event) -> None:
    place(page, event)
    lines = page.locator("section", has=page.locator("#results")).locator("tbody tr")
    shown = dict(
        zip(
            map(int, lines.locator(".result-name .soft").all_inner_texts()),
            lines.locator("td:last-child").all_inner_texts(),
            strict=True,
        )
    )
    numbers = dict(event.entrants.values_list("pk", "number"))
    totals = by_pencil(event)
    assert len(totals) == 20
    assert shown == {numbers[player]: percent(total) for player, total in totals.items()}


def percent(total: Fraction) -> str:
    """In hundredths of a percent, halves up."""
    hundredths = int(total * 10_000 + Fraction(1, 2))
    return f"{hundredths // 100}.{hundredths % 100:02}%"


def by_pencil(event: Event) -> Mapping[int, Fraction]:
    """Everybody's mean share, from the entries by a computation of its own."""
    plays = []
    for reading in read_event(event):
        for table in reading.tables:
            assert table.sheet is not None
            lines = {line.board: line for line in table.sheet.done_lines}
            players = {seat: (one.entrant_id, "NS" if seat in "NS" else "EW") for seat, one in table.seats.items()}
            for at, board in enumerate(table.sheet.setup.boards):
                score = lines[board].score
                assert score is not None
                plays.append(
                    Play(reading.event_round.number, at, table.number, table.table.pk, board, score.scores, players)
                )
    decisions = [(one.kind, one.number, one.table_id, one.shares) for one in event.board_decisions.all()]
    return naive_evening("matchpoints", plays, decisions, {})[1]


def hand_records_are_printed(page: Page, event: Event) -> None:
    """All boards with their cards."""
    place(page, event, "papers/")
    expect(page.get_by_role("heading", name="Hand records")).to_be_visible()
    paper = page.request.get(f"{page.url}hand-records.pdf", timeout=PDF_TAKES)
    text = " ".join(sheet.extract_text() for sheet in pypdf.PdfReader(io.BytesIO(paper.body())).pages)
    assert [number for number in range(1, 21) if f"Board {number}" not in text] == []
