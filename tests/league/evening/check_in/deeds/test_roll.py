"""Roll call: who is here, walk-ins, leavers, fees; safe to repeat, and nothing is lost."""

from datetime import UTC, date, datetime
from itertools import count
from typing import Any

import pytest
from django.http import Http404

from league.acting.log import Refused
from league.evening.check_in.deeds.roll import (
    add_walk_in,
    check_in,
    close_check_in,
    expect_players,
    expect_usual,
    mark_back,
    mark_left,
    open_check_in,
    remove_entrant,
    undo_check_in,
)
from league.evening.check_in.deeds.tonight import change_entrant, choose_partner, give_fee_back, take_fee
from league.evening.check_in.people import count_people, get_entrant, get_member, missing_seat, seating_is_stale
from league.evening.rounds.deeds import start_round
from league.models import Entrant, LogLine, Member, RoundSeat
from tests.league.makers import acting_as, make_club, make_entrants, make_event, make_members, make_round

pytestmark = pytest.mark.django_db
CAROL = acting_as()
SEVEN = datetime(2026, 11, 17, 19, 2, tzinfo=UTC)


@pytest.fixture
def event():
    return make_event(fee=500, guest_fee=700)


@pytest.fixture
def ruth(event):
    return make_members(event.club, 1)[0]


_taps = count(1)


def do(**more: Any) -> dict[str, Any]:
    """The two arguments that every verb takes."""
    return {"acting": CAROL, "client_id": f"tap-{next(_taps)}", **more}


# -- arriving ----------------------------------------------------------------------------


def test_member_is_here_with_number_fee_and_time(event, ruth):
    there = check_in(event=event, member=ruth, at=SEVEN, **do())

    assert (there.state, there.number, there.fee, there.arrived_at) == ("here", ruth.number, 500, SEVEN)
    assert LogLine.objects.get(event=event).subject == "Ruth Abernathy (1)"


def test_same_tap_twice_is_one_check_in(event, ruth):
    tap = do()

    first, second = (check_in(event=event, member=ruth, **tap) for _ in range(2))

    assert first == second
    assert LogLine.objects.filter(event=event).count() == 1


def test_second_check_in_keeps_the_time_of_arrival(event, ruth):
    check_in(event=event, member=ruth, at=SEVEN, **do())

    assert check_in(event=event, member=ruth, **do()).arrived_at == SEVEN


def test_guest_owes_the_guests_fee(event):
    guest = Member.objects.create(club=event.club, number=40, name="A guest", is_guest=True)

    assert check_in(event=event, member=guest, **do()).fee == 700


def test_number_that_is_taken_gives_way_to_the_next(event, ruth):
    Entrant.objects.create(event=event, number=ruth.number, name="House")

    assert check_in(event=event, member=ruth, **do()).number == 2


def test_nobody_checks_in_to_a_closed_event(ruth):
    event = make_event(ruth.club, state="closed")

    with pytest.raises(Refused, match="closed"):
        check_in(event=event, member=ruth, **do())


def test_walk_in_is_a_guest_of_the_club_with_the_next_number(event, ruth):
    tap = do()

    first, second = (add_walk_in(event=event, name="Nina Ruiz", **tap) for _ in range(2))

    assert first == second
    assert (first.number, first.is_guest, first.fee, first.state) == (2, True, 700, "here")
    assert Member.objects.get(name="Nina Ruiz").is_guest


def test_house_player_is_no_guest_of_the_club_and_owes_nothing(event):
    house = add_walk_in(event=event, name="Father Tom", is_house_player=True, **do())

    assert (house.member, house.fee, house.is_house_player) == (None, 0, True)
    assert count_people(event)["here"] == 0


# -- undoing -----------------------------------------------------------------------------


def test_undo_takes_off_the_list_whom_nobody_expected(event, ruth):
    there = check_in(event=event, member=ruth, **do())

    assert undo_check_in(entrant=there, **do()) is None
    assert not event.entrants.exists()


def test_undo_leaves_expected_whom_somebody_expected(event, ruth):
    expect_players(event=event, members=[ruth], **do())
    there = check_in(event=event, member=ruth, **do())

    back = undo_check_in(entrant=there, **do())

    assert (back.state, back.arrived_at) == ("expected", None)


def test_undo_keeps_whoever_has_paid(event, ruth):
    there = check_in(event=event, member=ruth, **do())
    take_fee(entrant=there, **do())

    assert undo_check_in(entrant=there, **do()).paid == 500


def test_undo_is_refused_for_who_has_played():
    event = make_event()
    people = make_entrants(event, 4)
    start_round(event_round=make_round(event, people), **do())

    with pytest.raises(Refused, match="already played"):
        undo_check_in(entrant=people[0], **do())


def test_who_has_paid_or_is_seated_is_not_taken_off_the_list(event, ruth):
    expect_players(event=event, members=[ruth], **do())
    there = event.entrants.get()
    take_fee(entrant=there, **do())

    with pytest.raises(Refused, match="has paid"):
        remove_entrant(entrant=there, **do())
    give_fee_back(entrant=there, **do())
    remove_entrant(entrant=there, **do())

    assert not event.entrants.exists()


# -- leaving and late --------------------------------------------------------------------


def test_leaver_is_gone_and_can_come_back(event, ruth):
    there = check_in(event=event, member=ruth, **do())

    gone = mark_left(entrant=there, **do())
    assert (gone.state, gone.left_at is not None) == ("left", True)

    back = mark_back(entrant=there, **do())
    assert (back.state, back.left_at) == ("here", None)


def test_late_arrival_is_seated_from_the_next_round_on():
    event = make_event()
    people = make_entrants(event, 8)
    start_round(event_round=make_round(event, people), **do())
    make_round(event, people, number=2)
    late = make_members(event.club, 1)[0]
    assert not seating_is_stale(event)

    there = check_in(event=event, member=late, **do())

    assert there.first_round == 2
    assert seating_is_stale(event)


def test_who_is_missing_in_a_running_seat_keeps_it():
    event = make_event()
    people = make_entrants(event, 8)
    Entrant.objects.filter(pk=people[3].pk).update(state="expected")
    start_round(event_round=make_round(event, people), **do())

    there = check_in(event=event, member=people[3].member, **do())

    assert there.first_round == 1
    assert missing_seat(there).table.number == 1
    assert RoundSeat.objects.get(entrant=there).is_missing  # lateness is entered on the board


def test_seating_is_stale_when_somebody_seated_leaves():
    event = make_event()
    people = make_entrants(event, 8)
    make_round(event, people)
    assert not seating_is_stale(event)

    mark_left(entrant=people[0], **do())

    assert seating_is_stale(event)


# -- fees and settings -------------------------------------------------------------------


def test_fee_is_taken_once(event, ruth):
    there = check_in(event=event, member=ruth, **do())
    tap = do()

    for _ in range(2):
        take_fee(entrant=there, **tap)

    people = count_people(event)
    assert (people["paid"], people["due"]) == (500, 0)


def test_fee_in_two_parts(event, ruth):
    there = check_in(event=event, member=ruth, **do())

    take_fee(entrant=there, amount=200, **do())
    people = count_people(event)

    assert (people["paid"], people["due"]) == (200, 300)


def test_only_those_who_came_owe(event, ruth):
    expect_players(event=event, members=[ruth], **do())

    assert count_people(event)["due"] == 0


def test_partners_are_partners_of_each_other(event):
    one, two, three = make_entrants(event, 3)
    choose_partner(entrant=one, partner=two, **do())

    choose_partner(entrant=three, partner=two, **do())

    partners = dict(event.entrants.values_list("pk", "partner_id"))
    assert partners == {one.pk: None, two.pk: three.pk, three.pk: two.pk}


def test_number_of_somebody_else_is_refused(event):
    one, _ = make_entrants(event, 2)

    with pytest.raises(Refused, match="Somebody else has number 2"):
        change_entrant(entrant=one, number=2, **do())


def test_partner_from_another_event_is_refused(event):
    one = make_entrants(event, 1)[0]
    stranger = make_entrants(make_event(), 1)[0]

    with pytest.raises(Refused, match="tonight’s players"):
        choose_partner(entrant=one, partner=stranger, **do())


def test_house_player_owes_nothing(event, ruth):
    there = check_in(event=event, member=ruth, **do())

    assert change_entrant(entrant=there, is_house_player=True, **do()).fee == 0


# -- opening, closing, expecting ---------------------------------------------------------


def test_every_opening_has_a_key_of_its_own(event):
    first = open_check_in(event=event, **do()).door_key
    closed = close_check_in(event=event, **do())
    second = open_check_in(event=event, **do()).door_key

    assert closed.door_key == ""
    assert first
    assert second not in ("", first)


def test_late_arrivals_are_entered_though_check_in_is_closed(event, ruth):
    open_check_in(event=event, **do())
    close_check_in(event=event, **do())

    assert check_in(event=event, member=ruth, **do()).state == "here"


def test_usual_players_are_expected_once(event):
    earlier = make_event(event.club, played_on=date(2026, 11, 10))
    make_entrants(earlier, 3)

    added = expect_usual(event=event, **do())

    assert len(added) == 3
    assert expect_usual(event=event, **do()) == []
    assert set(event.entrants.values_list("state", flat=True)) == {"expected"}


def test_people_of_another_club_or_event_are_not_found(event):
    other = make_event()
    there = make_entrants(other, 1)[0]

    with pytest.raises(Http404):
        get_entrant(event, there.pk)
    with pytest.raises(Http404):
        get_member(event, there.member.pk)
    with pytest.raises(Http404):
        get_member(event, 10**40)


def test_member_of_another_club_is_not_checked_in(event):
    stranger = make_members(make_club(), 1)[0]

    with pytest.raises(Refused):
        check_in(event=event, member=stranger, **do())
