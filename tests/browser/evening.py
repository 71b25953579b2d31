"""A club night as the people in the hall do it: a director at a desk, tables at their tablets, a paper card.

Pages are called by what stands on them. Whatever a person does goes through a page; what is only looked up (who sits
at which table) is read from the database, as a test may.
"""

import re
from collections.abc import Iterable, Sequence
from datetime import timedelta

from django.contrib.auth.models import User
from django.utils import timezone
from playwright.sync_api import Locator, Page, expect

from league.evening.cards.seats import entrant_at
from league.evening.tables.passes import pass_of
from league.models import Club, Event, EventRound, Member, RoundTable
from scoring.rules.notation import SUIT_NAMES
from tests.browser.table import (
    SECOND_TAP,
    enter_bid,
    enter_melds,
    expect_step,
    save_hand,
    type_figures,
)
from tests.league.whole_evening import Hand, sits_out

PASSWORD = "evening-of-cards"  # that of makers.make_user


# -- the director's desk -----------------------------------------------------------------


def sign_in(page: Page, user: User) -> None:
    """By name and password, from the start page."""
    page.goto("/", timeout=60_000)  # the first page of a server that has just begun
    page.locator("a.line[href^='/clubs/']").click()
    page.get_by_role("link", name="Sign in").click()
    page.get_by_label("Sign-in name or email").fill(user.username)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()


def plan_evening(page: Page, club: Club, *, rounds: int) -> Event:
    """A new partner every round, by the national rules; who is over sits out in turn."""
    page.goto(f"/clubs/{club.slug}/")
    page.locator("summary", has_text="More").click()
    page.get_by_role("link", name="Plan an event").click()
    page.get_by_role("button", name="National Pinochle Association").click()
    page.get_by_label("Name", exact=True).fill("Tuesday cards")
    choose_told(page, "Individual rotation")
    page.get_by_label("Rounds", exact=True).fill(str(rounds))
    choose_told(page, "Sit out in turn")
    choose_told(page, "Their own average")
    page.get_by_role("button", name="Plan this event").click()
    expect(page.get_by_role("heading", name="Tuesday cards", level=1)).to_be_visible()
    return Event.objects.get(club=club)


def choose_told(page: Page, words: str) -> None:
    """One of the large keys that say in a sentence what they mean."""
    page.locator("label.choice-key", has_text=words).first.click()
    expect(page.locator("label.choice-key", has_text=words).first.locator("input")).to_be_checked()
    expect(page.locator(".htmx-request")).to_have_count(0)  # some draw the form anew, with what was typed until then


def place(page: Page, event: Event, name: str = "") -> None:
    """Opens a page of the event."""
    page.goto(f"/clubs/{event.club.slug}/events/{event.pk}/{name}")


# -- check-in ----------------------------------------------------------------------------


def call_the_roll(page: Page, event: Event, members: Iterable[Member], *, expected: Iterable[Member] = ()) -> None:
    """One tap for each who is here; who said they come later is expected."""
    place(page, event, "check-in/")
    for member in members:
        row = page.locator(f"#member-{member.pk}")
        row.get_by_role("button", name="Here").click()
        expect(row).to_have_class(re.compile("is-here"))
    for member in expected:
        row = page.locator(f"#member-{member.pk}")
        row.locator("summary").click()
        row.get_by_role("button", name="Is expected").click()
        expect(row).to_have_class(re.compile("is-expected"))


# -- the seating -------------------------------------------------------------------------


def make_the_seating(page: Page, event: Event, *, expected: Iterable[Member], seated_first: Sequence[Member]) -> None:
    """For those who are here and those who are late; another one is tried until who is late has a seat in round 1."""
    place(page, event, "rotation/")
    for member in expected:
        expect(page.get_by_role("checkbox", name=member.name)).to_be_checked()
    page.locator(".save-key", has_text="Make the seating").click()
    expect(page.get_by_text("Nobody has the same partner twice.")).to_be_visible()
    for _ in range(20):
        if not sits_out(event, 1, seated_first):
            return
        page.wait_for_timeout(SECOND_TAP)
        with page.expect_response(lambda answer: answer.url.endswith("/rotation/make/")):
            page.get_by_role("button", name="Try another").click()
    raise AssertionError("whoever is late sits out in every seating")


def publish(page: Page) -> None:
    page.get_by_role("button", name="Publish", exact=True).click()
    expect(page.get_by_text("Published. Everybody can see who sits where.")).to_be_visible()


def replan_the_rest(page: Page, event: Event) -> str:
    """From the board, which says that people came; what the proposal says it changes."""
    place(page, event, "board/")
    expect(todo(page, "People arrived or left since the seating was made")).to_be_visible()
    page.get_by_role("link", name="Re-plan the seating").click()
    page.get_by_role("button", name="Re-plan the rest").click()
    expect(page.get_by_text("Nothing has changed yet.")).to_be_visible()
    page.wait_for_load_state()
    told = page.locator(".proposal").inner_text()
    page.locator(".proposal").get_by_role("button", name="Publish it").click()
    expect(page.locator(".proposal")).to_have_count(0)
    return told


def names_at(table: RoundTable) -> dict[str, str]:
    """Who sits in which seat, as the card's keys call them: whoever plays on in it, else the player."""
    return {seat.seat: (entrant_at(seat) or seat.entrant).called for seat in table.seats.with_players()}


def sides_at(table: RoundTable) -> tuple[str, str]:
    """Both sides as the card calls them, NS first."""
    names = names_at(table)
    return f"{names['N']} & {names['S']}", f"{names['E']} & {names['W']}"


# -- the board ---------------------------------------------------------------------------


def start_round(page: Page, event: Event, number: int) -> None:
    """From the seating, where it was published, or from the board itself."""
    to_the_desk = page.get_by_role("link", name="Director’s board")
    expect(to_the_desk.or_(page.locator(".desk-head")).first).to_be_visible()
    if to_the_desk.is_visible():
        to_the_desk.click()
    page.locator(".desk-head").get_by_role("button", name=f"Start round {number}").click()
    expect(page.locator(".desk-head")).to_contain_text(f"Round {number} of")
    expect(page.get_by_role("link", name="Close the round…").first).to_be_visible()


def let_minutes_pass(page: Page, event: Event, number: int, minutes: int) -> None:
    """Nobody waits in a test: the round's start is set back, as if the hall's clock had gone on. The board is looked
    at anew, as it looks by itself at every full minute."""
    started_at = timezone.now() - timedelta(minutes=minutes, seconds=1)
    EventRound.objects.filter(event=event, number=number).update(started_at=started_at)
    place(page, event, "board/")


def todo(page: Page, words: str) -> Locator:
    return page.locator(".todo", has_text=words)


def arrives(page: Page, member: Member, cost: str) -> None:
    """One tap on the board when somebody late is at the table; it says before what it costs."""
    late = todo(page, f"{member.name} is missing")
    expect(late).to_contain_text(cost)
    late.get_by_role("button", name="Arrived").click()
    expect(late).to_have_count(0)


def is_replaced(page: Page, member: Member, substitute: str) -> None:
    """At the book's limit somebody who sits out plays on."""
    late = todo(page, f"{member.name} is missing")
    expect(late).to_contain_text("to be replaced, scores 0 this round")
    expect(late.get_by_role("button", name="Arrived")).to_have_count(0)
    late.get_by_role("link", name="Replace…").click()
    pick(page, substitute)
    page.get_by_role("button", name=f"Replace {member.name}").click()
    expect(page.locator(".todos")).to_be_visible()
    expect(page.locator(".seat-words", has_text="plays on")).to_be_visible()


def pick(page: Page, words: str) -> None:
    """One of the large keys, with a mouse."""
    chosen = page.locator("label.choice-key", has=page.get_by_text(words, exact=True))
    chosen.click()
    expect(chosen.locator("input")).to_be_checked()


def open_table(page: Page, event: Event, number: int) -> Locator:
    """Opens a table in place on the board."""
    place(page, event, "board/")
    page.get_by_role("link", name=f"Table {number}", exact=True).click()
    opened = page.locator(f"#table-{number}")
    expect(opened.locator(".table-details")).to_be_visible()
    return opened


def give_penalty(page: Page, event: Event, table: int, player: str, penalty: str, *, note: str = "") -> None:
    """From the player at the table, and back to it."""
    open_table(page, event, table).get_by_role("link", name=f"Penalty… for {player}").click()
    page.locator("label.choice-key", has_text=penalty).click()
    page.get_by_label("What for").fill(note)
    page.get_by_role("button", name="Give the penalty").click()
    expect(page.locator(".plain-lines li", has_text=penalty).filter(has_text=player)).to_be_visible()


def take_penalty_back(page: Page, player: str, reason: str) -> None:
    """From the page of the table's penalties."""
    page.get_by_role("link", name="Penalties", exact=True).click()
    page.locator(".reasons li", has_text=player).get_by_role("link", name="Take back…").click()
    page.get_by_label("Reason").fill(reason)
    page.get_by_role("button", name="Take it back").click()
    expect(page.get_by_role("heading", name="Give a penalty")).to_be_visible()
    expect(page.locator(".reasons li", has_text=player)).to_have_count(0)


def correct_hand(page: Page, event: Event, table: RoundTable, hand: int, melds: Sequence[int], reason: str) -> None:
    """A director opens a table's signed card from the board and changes the melds of a hand, saying why."""
    open_table(page, event, table.number).get_by_role("button", name="Open the card").click()
    expect(page.locator("#score-card")).to_be_visible()
    open_hand_with_mouse(page, hand)
    page.get_by_role("link", name="Correct this hand").click()
    for side, meld in zip(sides_at(table), melds, strict=True):
        page.get_by_label(f"{side} melded").fill(str(meld))
    page.get_by_label("Reason").fill(reason)
    page.get_by_role("button", name="Save the correction").click()
    expect(page.locator(f"#hand-{hand}")).to_contain_text("corrected")


def open_hand_with_mouse(page: Page, hand: int) -> None:
    page.locator(f"#hand-{hand} .hand-link").click()
    expect(page).to_have_url(re.compile(rf"/hands/{hand}/$"))


def close_round(page: Page, event: Event, number: int) -> None:
    """With nothing missing."""
    place(page, event, "board/")
    expect(todo(page, f"Round {number} can be closed")).to_be_visible()
    page.locator(".desk-head").get_by_role("link", name="Close the round…").click()
    expect(page.get_by_text("Every table has finished.")).to_be_visible()
    page.get_by_role("button", name=f"Close round {number}").click()
    expect(page.locator(".desk-head")).to_be_visible()
    expect(page.get_by_role("link", name="Close the round…")).to_have_count(0)


def choose_tool(page: Page, name: str) -> None:
    """By the page's one menu."""
    page.locator("details.more > summary").click()
    page.get_by_role("link", name=name).click()


def close_the_event(page: Page, event: Event) -> None:
    """When all rounds are played the board leads there."""
    place(page, event, "board/")
    todo(page, "All planned rounds are played").get_by_role("link", name="Close the event…").click()
    page.get_by_role("button", name="Close the event").click()
    expect(page.get_by_text(f"{event.name} is closed.")).to_be_visible()


# -- tables ------------------------------------------------------------------------------


def pair(page: Page, event: Event, table: int) -> None:
    """What scanning the code on the table's card does, and the key it shows."""
    given = pass_of(event, table)
    page.goto(given.address)
    page.get_by_role("button", name=f"Yes, keep table {table} here").tap()
    expect(page).not_to_have_url(re.compile(given.token))


def play_hand(page: Page, table: RoundTable, hand: Hand) -> None:
    """A table enters a hand on its tablet."""
    names, sides = names_at(table), sides_at(table)
    expect_step(page, "Bid")
    enter_bid(page, names[hand.bidder], hand.bid, SUIT_NAMES[hand.trump].capitalize())
    enter_melds(page, dict(zip(sides, hand.melds, strict=True)))
    type_figures(page, {sides[0]: hand.takes[0]})  # the other side's fills itself
    save_hand(page)


# -- what stands on the pages ------------------------------------------------------------


def printed_results(page: Page, event: Event) -> dict[int, int]:
    """The totals on the page of the event, by the player's number."""
    place(page, event)
    lines = page.locator("section", has=page.locator("#results")).locator("tbody tr")
    numbers = lines.locator(".result-name .soft").all_inner_texts()
    totals = lines.locator("td:last-child").all_inner_texts()
    return dict(zip(map(int, numbers), map(int, totals), strict=True))
