"""A whole evening under the national rules, from planning it to its results, on the pages that people use."""

from collections import Counter
from collections.abc import Sequence

import pytest
from playwright.sync_api import Page, expect

from league.cards.reading import event_points, read_event, round_points
from league.cards.seats import entrant_at
from league.check_in.deeds.roll import check_in
from league.management.evenings import play_table
from league.models import Event, LogLine, Member, RoundSeat, RoundTable
from league.seating.schedules.verify import verify
from league.seating.seatings import read_rounds
from league.tables.deeds.paper_cards import type_card
from scoring.models import Entry
from scoring.score_card.recording import read_sheet
from scoring.score_card.whole_hands import TypedHand
from tests.browser.conftest import OpenDevice
from tests.browser.evening import (
    PAPER_HANDS,
    TABLET_HANDS,
    Hand,
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
    play_round,
    printed_results,
    publish,
    replan_the_rest,
    seat_of,
    sign,
    sign_in,
    start_round,
    table_of,
    take_penalty_back,
    type_paper,
)
from tests.league.makers import acting_as, make_club, make_members, make_user
from tests.league.naive_points import evening_points

pytestmark = pytest.mark.django_db(transaction=True)


ROUNDS = (1, 2, 3, 4)


def test_whole_evening(open_device: OpenDevice):
    club = make_club()
    people = make_members(club, 20)
    at_seven, late, later, after_two = people[:16], people[16], people[17], people[18:]
    desk, tablet, phone = open_device("desktop"), open_device("tablet"), open_device("phone")

    sign_in(desk, make_user(club, "director"))
    event = plan_evening(desk, club, rounds=len(ROUNDS))
    checked_in_by_a_helper(event, at_seven[:12])
    call_the_roll(desk, event, at_seven[12:], expected=(late, later))
    expect(desk.locator(".roll-counts")).to_contain_text("16 here, 2 expected")
    make_the_seating(desk, event, expected=(late, later), seated_first=(late, later))
    publish(desk)

    round_with_two_late(desk, tablet, event, late, later)
    round_with_a_penalty(desk, tablet, phone, event)
    two_more_join(desk, event, after_two)
    round_with_a_pardon_and_a_correction(desk, tablet, event)
    last_round(desk, tablet, event)
    close_the_event(desk, event)

    nobody_partners_twice(event)
    every_total_is_right(desk, event, people)
    who_was_late_pays(event, late, later)
    penalty_is_the_players_own(event)
    nothing_is_lost(event)
    log_tells_it_all(desk, event, late, later)


# -- the rounds ----------------------------------------------------------------------------


def checked_in_by_a_helper(event: Event, members: Sequence[Member]) -> None:
    """Beside the director's screen; `test_check_in` taps eighteen."""
    for member in members:
        check_in(event=event, member=member, acting=acting_as(), client_id=f"here-{member.pk}")


def round_with_two_late(desk: Page, tablet: Page, event: Event, late: Member, later: Member) -> None:
    """One comes after 12 minutes, one is replaced at 20 and comes when the round is over."""
    waits, lost = seat_of(event, 1, late).table.number, seat_of(event, 1, later).table.number
    pair(tablet, event, lost)
    start_round(desk, event, 1)
    let_minutes_pass(desk, event, 1, 12)
    arrives(desk, late, "12 minutes late: 70 off")
    let_minutes_pass(desk, event, 1, 20)
    is_replaced(desk, later, event.rounds.get(number=1).sit_outs.order_by("pk")[0].entrant.name)
    expect(tablet.get_by_text(f"plays for {later.name}.")).to_be_visible()

    play_round(tablet, table_of(event, 1, lost), TABLET_HANDS)
    sign(tablet, table_of(event, 1, lost))
    paper = next(number for number in (4, 3, 2) if number not in (waits, lost))
    type_paper(desk, event, table_of(event, 1, paper), PAPER_HANDS)
    the_others_play(event, 1, but=(lost, paper))
    call_the_roll(desk, event, (later,))
    close_round(desk, event, 1)


def round_with_a_penalty(desk: Page, tablet: Page, phone: Page, event: Event) -> None:
    """The tablet goes on by itself, a phone takes its table over, and a card is found on the floor."""
    start_round(desk, event, 2)
    number = tablet_table(event)
    table, paper, other = table_of(event, 2, number), *others(number)
    expect(tablet.get_by_role("heading", name=f"Table {number} · Round 2")).to_be_visible()
    play_round(tablet, table, TABLET_HANDS[:1])
    pair(phone, event, number)
    play_round(phone, table, TABLET_HANDS[1:2])
    phone.close()  # it would ask for news all evening
    play_table(table, seed=2)
    type_a_paper(event, 2, paper)
    the_others_play(event, 2, but=(number, paper))
    player = names_at(table_of(event, 2, other))["E"]
    give_penalty(desk, event, other, player, "Card on the floor", note="found under the chair")
    close_round(desk, event, 2)


def two_more_join(desk: Page, event: Event, members: Sequence[Member]) -> None:
    """They are checked in, and the director sees what changes for whom before it does."""
    call_the_roll(desk, event, members)
    told = replan_the_rest(desk, event)
    assert all(member.name in told for member in members)
    assert [event.rounds.get(number=number).tables.count() for number in ROUNDS] == [4, 4, 5, 5]


def round_with_a_pardon_and_a_correction(desk: Page, tablet: Page, event: Event) -> None:
    """A penalty is taken back, and a signed card is corrected."""
    start_round(desk, event, 3)
    number = tablet_table(event)
    paper, other = others(number)
    expect(tablet.get_by_role("heading", name=f"Table {number} · Round 3")).to_be_visible()
    the_others_play(event, 3, but=(paper,))
    type_a_paper(event, 3, paper)
    player = names_at(table_of(event, 3, other))["S"]
    give_penalty(desk, event, other, player, "Playing at the wrong table")
    take_penalty_back(desk, player, "The table cards were swapped")
    correct_hand(desk, event, table_of(event, 3, number), 2, (40, 40), "Both sides had a run more")
    close_round(desk, event, 3)


def last_round(desk: Page, tablet: Page, event: Event) -> None:
    start_round(desk, event, 4)
    number = tablet_table(event)
    paper, _ = others(number)
    expect(tablet.get_by_role("heading", name=f"Table {number} · Round 4")).to_be_visible()
    type_a_paper(event, 4, paper)
    the_others_play(event, 4, but=(paper,))
    close_round(desk, event, 4)


def tablet_table(event: Event) -> int:
    """The table whose tablet was paired in round 1: it keeps it all evening."""
    return event.tablets.order_by("paired_at")[0].table_number


def others(number: int) -> tuple[int, int]:
    """Two other tables: one on paper, one where something happens."""
    paper, other = (each for each in (1, 2, 3) if each != number) if number < 4 else (1, 2)
    return paper, other


def the_others_play(event: Event, number: int, *, but: Sequence[int]) -> None:
    """Bots play out the hands of all other tables; they are entered and signed by the one writer of score cards."""
    for table in event.rounds.get(number=number).tables.exclude(number__in=but):
        sheet = play_table(table_of(event, number, table.number), seed=number)
        assert sheet.is_finished


def type_a_paper(event: Event, number: int, table: int) -> None:
    """What the keyboard grid does with a card, without the browser."""
    there = table_of(event, number, table)
    lines = [typed_hand(at, hand) for at, hand in enumerate(PAPER_HANDS, start=1)]
    seen = read_sheet(there.card).version
    type_card(table=there, lines=lines, acting=acting_as(), client_id=f"paper-{number}", seen=seen)


def typed_hand(number: int, hand: Hand) -> TypedHand:
    bid = {"dealer": "NESW"[number - 1], "bidder": hand.bidder, "bid": hand.bid, "trump": hand.trump}
    take = {"take": by_side(hand.takes), "last_trick": None, "tricks": {}, "renege": None}
    return TypedHand(
        number, {"bid": {**bid, "no_marriage": False}, "meld": {"meld": by_side(hand.melds)}, "take": take}
    )


def by_side(figures: tuple[int, int]) -> dict[str, int]:
    return dict(zip(("NS", "EW"), figures, strict=True))


# -- what came of it -------------------------------------------------------------------------


def nobody_partners_twice(event: Event) -> None:
    """The certificate of the night as it was played; who joined is only missed from round 3 on."""
    schedule = tuple(one.seating for one in read_rounds(event))
    assert len(schedule) == len(ROUNDS)
    came_first = {entrant.pk for entrant in event.entrants.filter(first_round__lte=2)}
    everybody = {entrant.pk for entrant in event.entrants.all()}
    assert (len(came_first), len(everybody)) == (18, 20)
    certificate = verify(schedule, [came_first, came_first, everybody, everybody])
    assert certificate.faults == ()
    assert certificate.repeat_partners == 0
    assert {player: figures.partners for player, figures in certificate.by_player.items()} == {
        player: sum(player in seating.playing for seating in schedule) for player in everybody
    }


def every_total_is_right(desk: Page, event: Event, people: Sequence[Member]) -> None:
    """What the app reads from the cards, what the page prints, and what a pencil makes of the raw entries."""
    by_pencil = evening_points(event)
    assert len(by_pencil) == len(people)
    points = event_points(event, read_event(event))
    assert {player: sum(one.points for one in rounds) for player, rounds in points.items()} == by_pencil
    numbers = dict(event.entrants.values_list("pk", "number"))
    assert printed_results(desk, event) == {numbers[player]: total for player, total in by_pencil.items()}


def who_was_late_pays(event: Event, late: Member, later: Member) -> None:
    """12 minutes are 7 over the grace, 10 points each; who was replaced has 0, who plays on what the side made."""
    points = points_of_round(event, 1)
    came, lost = seat_of(event, 1, late), seat_of(event, 1, later)
    assert points[came.entrant_id] == points[partner_of(came).entrant_id] - 70
    assert points[lost.entrant_id] == 0
    made = {"N": 215, "S": 215, "E": 142, "W": 142}  # TABLET_HANDS, added up by hand
    plays_on = entrant_at(lost)
    assert plays_on is not None
    assert points[plays_on.pk] == points[partner_of(lost).entrant_id] == made[lost.seat]


def penalty_is_the_players_own(event: Event) -> None:
    """One player of round 2 has 50 less than the partner, and after the pardon nobody of round 3 has."""
    for number, lost in ((2, [50]), (3, [])):
        points = points_of_round(event, number)
        seats = RoundSeat.objects.filter(table__event_round__event=event, table__event_round__number=number)
        less = [points[partner_of(seat).entrant_id] - points[seat.entrant_id] for seat in seats]
        assert [points for points in less if points > 0] == lost


def points_of_round(event: Event, number: int) -> dict[int, int]:
    reading = next(reading for reading in read_event(event) if reading.event_round.number == number)
    return {player.entrant.pk: player.points for player in round_points(reading)}


def partner_of(seat: RoundSeat) -> RoundSeat:
    across = {"N": "S", "S": "N", "E": "W", "W": "E"}
    return RoundSeat.objects.get(table=seat.table_id, seat=across[seat.seat])


def nothing_is_lost(event: Event) -> None:
    """Every step of every hand, every signature and everything the director entered is there once."""
    tables = RoundTable.objects.filter(event_round__event=event)
    hands = 4 * tables.count()
    assert hands == 4 * (4 + 4 + 5 + 5)
    entries = Counter(Entry.objects.filter(card__round_table__in=tables).values_list("kind", flat=True))
    signatures = 2 * (18 - len(ROUNDS))  # what is typed from paper was signed on paper
    by_director = {"late": 2, "penalty": 2, "pardon": 1, "correct": 1}
    assert entries == {"bid": hands, "meld": hands, "take": hands, "sign": signatures, **by_director}


def log_tells_it_all(desk: Page, event: Event, late: Member, later: Member) -> None:
    """Who did what stands in the log, and is found there by a name."""
    done = Counter(LogLine.objects.filter(event=event).values_list("action", flat=True))
    assert done["checked in"] == 16 + 1 + 2
    assert done["started"] == len(ROUNDS)
    assert done["closed"] == len(ROUNDS) + 1  # and the event
    for action in (
        "made the seating",
        "published the seating",
        "re-planned the seating",
        "noted the arrival",
        "replaced",
        "gave a penalty",
        "took back a penalty",
        "typed the paper card",
        "connected a tablet",
    ):
        assert done[action], action
    place(desk, event, "log/?q=replaced")
    line = desk.locator("tbody tr").filter(has_text=later.name)
    expect(line).to_contain_text("plays on")
    place(desk, event, "log/?q=arrival")
    expect(desk.locator("tbody tr").filter(has_text=late.name)).to_contain_text("12 minutes late")
    place(desk, event, "log/?q=run more")
    expect(desk.locator("tbody tr")).to_contain_text(["Both sides had a run more"])
