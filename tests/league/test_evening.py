"""A whole evening under the national rules, from planning it to its results, by the deeds that every page calls.

On both databases: what the pages of such an evening show and how they are tapped is `tests/browser/test_evening.py`.
"""

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from itertools import count

import pytest
from django.utils import timezone

from league.evening.cards.reading import event_points, read_event, round_points
from league.evening.cards.seats import entrant_at
from league.evening.check_in.deeds.roll import check_in, expect_players
from league.evening.events.deeds import close_event, create_event
from league.evening.judging.deeds.entries import enter as enter_as_director
from league.evening.judging.deeds.lateness import record_arrival
from league.evening.judging.deeds.penalties import give_penalty, pardon_penalty
from league.evening.judging.deeds.replacing import replace_player, substitutes_for
from league.evening.rounds.deeds import close_round, start_round
from league.evening.seating.deeds.drafts import plan_rounds
from league.evening.seating.deeds.proposals import preview_replan, replan
from league.evening.seating.deeds.publishing import publish_rounds
from league.evening.seating.schedules.verify import verify
from league.evening.seating.seatings import read_rounds
from league.evening.tables.deeds.tables import pair_tablet
from league.management.evenings import play_table
from league.models import Event, EventRound, LogLine, Member, RoundSeat, RoundTable
from scoring.models import Device, DeviceCard, Entry
from scoring.score_card import access
from scoring.score_card.recording import read_sheet
from tests.league.evening.seating.deeds.evenings import propose
from tests.league.makers import By, acting_as, make_club, make_members, make_rules, sheet_at
from tests.league.naive_points import evening_points
from tests.league.whole_evening import (
    TABLET_HANDS,
    TABLET_SUMS,
    Hand,
    seat_of,
    sits_out,
    table_of,
    the_others_play,
    type_paper,
)
from tests.scoring.score_card.makers import enter

pytestmark = pytest.mark.django_db
ROUNDS = (1, 2, 3, 4)
_taps = count(1)


def by() -> By:
    """The director, and an id that nobody sent before."""
    return {"acting": acting_as(), "client_id": f"evening-{next(_taps)}"}


def test_whole_evening() -> None:
    club = make_club()
    people = make_members(club, 20)
    at_seven, late, later, after_two = people[:16], people[16], people[17], people[18:]
    event = create_event(
        club=club, name="Tuesday cards", rules=make_rules(club), played_on=date(2026, 11, 17),
        starts_at=datetime(2026, 11, 17, 19, tzinfo=UTC), rounds_planned=len(ROUNDS), **by(),
    )  # fmt: skip
    expect_players(event=event, members=[late, later], **by())
    come(event, at_seven)
    make_the_seating(event, late, later)

    table = round_with_two_late(event, late, later)
    round_on_two_tablets_with_a_penalty(event, table)
    two_more_join(event, after_two)
    round_with_a_pardon_and_a_correction(event, table)
    play_through(event, 4)
    close_event(event=event, **by())

    nobody_partners_twice(event)
    every_total_is_right(event, people)
    who_was_late_pays(event, late, later)
    penalty_is_the_players_own(event)
    nothing_is_lost(event)
    log_tells_it_all(event, late, later)


# -- the rounds ----------------------------------------------------------------------------


def come(event: Event, members: Sequence[Member]) -> None:
    for member in members:
        check_in(event=event, member=member, **by())


def make_the_seating(event: Event, *seated_first: Member) -> None:
    """With those who come late counted in; another one is tried until they have a seat in round 1."""
    late = [entrant.pk for entrant in event.entrants.filter(member__in=seated_first)]
    plan_rounds(event=event, expected=late, **by())
    for _ in range(20):
        if not sits_out(event, 1, seated_first):
            break
        plan_rounds(event=event, expected=late, another=True, **by())
    publish_rounds(event=event, **by())


def round_with_two_late(event: Event, late: Member, later: Member) -> int:
    """One comes after 12 minutes, one is replaced at 20 and comes when the round is over, at a table with a tablet; the
    number of that table."""
    one = begin(event, 1)
    waits, lost = seat_of(event, 1, late), seat_of(event, 1, later)
    began = one.started_at
    assert began is not None
    kept = tablet_at(event, lost.table.number)
    record_arrival(seat=waits, at=began + timedelta(minutes=12), **by())
    instead = substitutes_for(lost).order_by("pk")[0]
    replace_player(seat=lost, substitute=instead, at=began + timedelta(minutes=20), **by())
    for hand in TABLET_HANDS:
        write_down(kept, hand)
    sign(kept)
    paper = next(number for number in (4, 3, 2) if number not in (waits.table.number, lost.table.number))
    type_paper(event, 1, paper)
    the_others_play(event, 1, but=(lost.table.number, paper))
    come(event, [later])
    close_round(event_round=one, **by())
    return lost.table.number


def round_on_two_tablets_with_a_penalty(event: Event, number: int) -> None:
    """The tablet of round 1 keeps its table, a second one takes over, and a card is found on the floor."""
    two = begin(event, 2)
    table = table_of(event, 2, number)
    write_down(DeviceCard.objects.get(card=table.card), TABLET_HANDS[0])
    write_down(tablet_at(event, number), TABLET_HANDS[1])
    play_table(table, seed=2)
    paper, other = others(number)
    type_paper(event, 2, paper)
    the_others_play(event, 2, but=(number, paper))
    found = table_of(event, 2, other)
    told = {"seat": "E", "code": "card_on_floor", "note": "found under the chair"}
    give_penalty(table=found, payload=told, player="East", **by())
    close_round(event_round=two, **by())


def two_more_join(event: Event, members: Sequence[Member]) -> None:
    """They are checked in, and the director sees what changes for whom before it does."""
    come(event, members)
    proposal = propose(event)
    shown = preview_replan(event)
    assert shown is not None
    joined = {entrant.pk for entrant in event.entrants.filter(member__in=members)}
    assert joined <= {change.player for change in shown.changes}
    assert [event.rounds.get(number=number).tables.count() for number in ROUNDS] == [4, 4, 4, 4]
    replan(event=event, seen=proposal.seed, **by())
    assert [event.rounds.get(number=number).tables.count() for number in ROUNDS] == [4, 4, 5, 5]


def round_with_a_pardon_and_a_correction(event: Event, number: int) -> None:
    """A penalty is taken back, and a signed card is corrected."""
    three = begin(event, 3)
    paper, other = others(number)
    type_paper(event, 3, paper)
    the_others_play(event, 3, but=(paper,))
    table = table_of(event, 3, other)
    give_penalty(table=table, payload={"seat": "S", "code": "wrong_table"}, player="South", **by())
    given = sheet_at(table).penalties[0].number
    swapped = "The table cards were swapped"
    pardon_penalty(table=table_of(event, 3, other), number=given, player="South", reason=swapped, **by())
    corrected = {"meld": {"NS": 40, "EW": 40}}
    signed = table_of(event, 3, number)
    enter_as_director(signed, acting_as(), "correct", "correct", corrected, hand=2, reason="Both had a run more")
    close_round(event_round=three, **by())


def play_through(event: Event, number: int) -> None:
    last = begin(event, number)
    the_others_play(event, number, but=())
    close_round(event_round=last, **by())


def begin(event: Event, number: int) -> EventRound:
    return start_round(event_round=event.rounds.get(number=number), **by())


def tablet_at(event: Event, number: int) -> DeviceCard:
    """A new tablet is connected at the table; what it keeps of the round being played."""
    device = Device.objects.create(label="A tablet", token_hash=access.hash_of(access.new_secret()))
    pair_tablet(event=event, table_number=number, device=device, at=timezone.now())
    return DeviceCard.objects.select_related("card__book_version", "device").get(device=device)


def write_down(kept: DeviceCard, hand: Hand) -> None:
    line = read_sheet(kept.card).open_line
    assert line is not None
    for step, part in hand.parts.items():
        enter(kept, step, {**part, "dealer": line.dealer} if step == "bid" else part, hand=line.number)


def sign(kept: DeviceCard) -> None:
    version = read_sheet(kept.card).content_version
    for side in ("NS", "EW"):
        enter(kept, "sign", {"side": side, "version": version, "by": ""})


def others(number: int) -> tuple[int, int]:
    """Two other tables: one on paper, one where something happens."""
    paper, other = (each for each in (1, 2, 3) if each != number) if number < 4 else (1, 2)
    return paper, other


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
    assert {player: figures["partners"] for player, figures in certificate.by_player.items()} == {
        player: sum(player in seating.playing for seating in schedule) for player in everybody
    }


def every_total_is_right(event: Event, people: Sequence[Member]) -> None:
    """What the app reads from the cards, and what a pencil makes of the raw entries."""
    by_pencil = evening_points(event)
    assert len(by_pencil) == len(people)
    points = event_points(event, read_event(event))
    assert {player: sum(one.points for one in rounds) for player, rounds in points.items()} == by_pencil


def who_was_late_pays(event: Event, late: Member, later: Member) -> None:
    """12 minutes are 7 over the grace, 10 points each; who was replaced has 0, who plays on what the side made."""
    points = points_of_round(event, 1)
    came, lost = seat_of(event, 1, late), seat_of(event, 1, later)
    assert points[came.entrant_id] == points[partner_of(came).entrant_id] - 70
    assert points[lost.entrant_id] == 0
    plays_on = entrant_at(lost)
    assert plays_on is not None
    made = TABLET_SUMS["NS" if lost.seat in "NS" else "EW"]
    assert points[plays_on.pk] == points[partner_of(lost).entrant_id] == made


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
    signatures = 2 * (18 - 3)  # what is typed from paper was signed on paper
    by_director = {"late": 2, "penalty": 2, "pardon": 1, "correct": 1}
    assert entries == {"bid": hands, "meld": hands, "take": hands, "sign": signatures, **by_director}


def log_tells_it_all(event: Event, late: Member, later: Member) -> None:
    """Who did what stands in the log."""
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
        "took over with another tablet",
    ):
        assert done[action], action
    assert "plays on" in event.log.get(action="replaced", subject__contains=later.name).after
    assert "12 minutes late" in event.log.get(action="noted the arrival", subject__contains=late.name).after
