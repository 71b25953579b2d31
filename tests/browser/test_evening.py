"""An evening under the national rules, from planning it to its results, on the pages that people use.

All four rounds with their papers, takeovers and a new plan for those who join are played by deeds, on both databases:
`tests/league/test_evening.py`. Here two rounds go through the director's screens, each of them once.
"""

from collections.abc import Sequence

import pytest
from playwright.sync_api import Page, expect

from league.evening.check_in.deeds.roll import check_in
from league.management.evenings import play_table
from league.models import Event, Member
from tests.browser.conftest import OpenDevice
from tests.browser.evening import (
    arrives,
    call_the_roll,
    close_round,
    close_the_event,
    correct_hand,
    give_penalty,
    is_replaced,
    let_minutes_pass,
    make_the_seating,
    names_at,
    pair,
    place,
    plan_evening,
    play_hand,
    printed_results,
    publish,
    sign_in,
    start_round,
    take_penalty_back,
)
from tests.league.makers import acting_as, make_club, make_members, make_user
from tests.league.naive_points import evening_points
from tests.league.whole_evening import TABLET_HANDS, seat_of, table_of, the_others_play

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.soak
def test_whole_evening(open_device: OpenDevice):
    club = make_club()
    people = make_members(club, 18)
    at_seven, late, later = people[:16], people[16], people[17]
    desk, tablet = open_device("desktop"), open_device("tablet")

    sign_in(desk, make_user(club, "director"))
    event = plan_evening(desk, club, rounds=2)
    checked_in_by_a_helper(event, at_seven[:14])
    call_the_roll(desk, event, at_seven[14:], expected=(late, later))
    expect(desk.locator(".roll-counts")).to_contain_text("16 here, 2 expected")
    make_the_seating(desk, event, expected=(late, later), seated_first=(late, later))
    publish(desk)

    number = round_with_two_late(desk, tablet, event, late, later)
    round_with_a_pardon_and_a_correction(desk, event, number)
    close_the_event(desk, event)

    every_total_is_printed(desk, event, people)
    log_tells_it(desk, event, late, later)


def checked_in_by_a_helper(event: Event, members: Sequence[Member]) -> None:
    """Beside the director's screen; `test_check_in` taps eighteen."""
    for member in members:
        check_in(event=event, member=member, acting=acting_as(), client_id=f"here-{member.pk}")


def round_with_two_late(desk: Page, tablet: Page, event: Event, late: Member, later: Member) -> int:
    """One comes after 12 minutes, one is replaced at 20, as the tablet of that table is told; the table's number."""
    number = seat_of(event, 1, later).table.number
    pair(tablet, event, number)
    start_round(desk, event, 1)
    let_minutes_pass(desk, event, 1, 12)
    arrives(desk, late, "12 minutes late: 70 off")
    let_minutes_pass(desk, event, 1, 20)
    is_replaced(desk, later, event.rounds.get(number=1).sit_outs.order_by("pk")[0].entrant.name)
    expect(tablet.get_by_text(f"plays for {later.name}.")).to_be_visible()

    table = table_of(event, 1, number)
    play_hand(tablet, table, TABLET_HANDS[0])
    tablet.goto("/health")  # it would ask for news all evening
    play_table(table, seed=1)
    the_others_play(event, 1, but=(number,))
    call_the_roll(desk, event, (later,))
    close_round(desk, event, 1)
    return number


def round_with_a_pardon_and_a_correction(desk: Page, event: Event, number: int) -> None:
    """Two players have a penalty, one is taken back, and a signed card is corrected."""
    start_round(desk, event, 2)
    the_others_play(event, 2, but=())
    other = next(each for each in (1, 2) if each != number)
    names = names_at(table_of(event, 2, other))
    give_penalty(desk, event, other, names["E"], "Card on the floor", note="found under the chair")
    give_penalty(desk, event, other, names["S"], "Playing at the wrong table")
    take_penalty_back(desk, names["S"], "The table cards were swapped")
    correct_hand(desk, event, table_of(event, 2, number), 2, (40, 40), "Both sides had a run more")
    close_round(desk, event, 2)


def every_total_is_printed(desk: Page, event: Event, people: Sequence[Member]) -> None:
    """What the page prints is what a pencil makes of the raw entries."""
    by_pencil = evening_points(event)
    assert len(by_pencil) == len(people)
    numbers = dict(event.entrants.values_list("pk", "number"))
    assert printed_results(desk, event) == {numbers[player]: total for player, total in by_pencil.items()}


def log_tells_it(desk: Page, event: Event, late: Member, later: Member) -> None:
    """Who did what is found in the log by a name or a word."""
    place(desk, event, "log/?q=replaced")
    line = desk.locator("tbody tr").filter(has_text=later.name)
    expect(line).to_contain_text("plays on")
    place(desk, event, "log/?q=arrival")
    expect(desk.locator("tbody tr").filter(has_text=late.name)).to_contain_text("12 minutes late")
    place(desk, event, "log/?q=run more")
    expect(desk.locator("tbody tr")).to_contain_text(["Both sides had a run more"])
