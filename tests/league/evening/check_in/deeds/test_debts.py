"""Fees owed from earlier evenings: on which sheet they are taken, and that every box adds up."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from league.acting.log import Refused
from league.evening.check_in.debts import debt_words, debts_before
from league.evening.check_in.deeds.debts import take_debts
from league.evening.check_in.deeds.tonight import take_fee
from league.evening.check_in.people import count_people
from league.evening.events.deeds import close_event, reopen_event
from league.evening.money.deeds.cash import take_back, take_rest_of_fee
from league.evening.money.pages.cash import box_lines
from league.evening.money.sheet import read_cash
from league.models import Entrant, Event, LogLine, Pot
from tests.league.makers import acting_as, make_event, make_members

pytestmark = pytest.mark.django_db


@pytest.fixture
def ruth(club):
    return make_members(club, 2)[0]


@pytest.fixture
def tonight(club):
    return make_event(club, fee=500)


def evening_before(tonight, days, *, paid=0, fee=500, state="here", **fields):
    """An evening of the club at which the first member came, and the second paid."""
    ahead = timedelta(days=days)
    event = make_event(tonight.club, fee=fee, **fields)
    Event.objects.filter(pk=event.pk).update(played_on=tonight.played_on - ahead, starts_at=tonight.starts_at - ahead)
    for member, came, has_paid in zip(tonight.club.members.order_by("pk"), (state, "here"), (paid, fee), strict=True):
        Entrant.objects.create(
            event=event, member=member, number=member.number, name=member.name, state=came, fee=fee, paid=has_paid
        )
    event.refresh_from_db()
    return event


def closed(event, *, is_final):
    close_event(event=event, acting=acting_as(), client_id="", reason="done")
    if is_final:
        Event.objects.filter(pk=event.pk).update(closed_at=timezone.now() - timedelta(days=30))


def words(tonight, member):
    found = debts_before(tonight).get(member.pk)
    return debt_words(found, tonight.club) if found else ""


def take(tonight, member, client_id="take"):
    take_debts(event=tonight, member=member, acting=acting_as(), client_id=client_id)


def sums(event):
    """What came in of fees, what of it late, what should be in the box, and what is still due."""
    cash = read_cash(Event.objects.select_related("club").get(pk=event.pk))
    return cash.fees_paid, cash.late_fees_paid, cash.expected, cash.fees_due


def test_who_owes_is_told_of_what_was_neither_paid_nor_waived(tonight, ruth):
    days: dict[int, dict[str, Any]] = {7: {}, 14: {"paid": 500}, 21: {"state": "expected"}, 28: {"paid": 300}}
    first = {ahead: evening_before(tonight, ahead, **fields) for ahead, fields in days.items()}[7]
    evening_before(tonight, 400)
    evening_before(tonight, -7)
    evening_before(tonight, 0)

    owing = debts_before(tonight)

    assert list(owing) == [ruth.pk]
    assert [(one.event.played_on, one.fee_due) for one in owing[ruth.pk]] == [
        (tonight.played_on - timedelta(days=28), 200),
        (tonight.played_on - timedelta(days=7), 500),
    ]
    assert words(tonight, ruth) == "$7 from 2 evenings"
    Entrant.objects.filter(event=first, member=ruth).update(fee=0)
    assert words(tonight, ruth) == "$2 from Oct 20"


def test_an_evening_that_noted_no_fee_at_all_left_no_debts_until_one_is_noted_late(tonight, ruth):
    event = evening_before(tonight, 7)
    Entrant.objects.filter(event=event).update(paid=0)
    closed(event, is_final=False)

    assert not debts_before(tonight)
    walt = event.entrants.exclude(member=ruth).get()
    take_rest_of_fee(entrant=walt, amount=500, acting=acting_as(), client_id="late")
    assert list(debts_before(tonight)) == [ruth.pk]


def test_a_debt_is_a_late_fee_of_its_evening_until_that_is_final(tonight, ruth):
    event = evening_before(tonight, 7)
    Pot.objects.create(event=event, name="Prize pot", per_player=200)
    closed(event, is_final=False)

    take(tonight, ruth)

    assert (sums(event), sums(tonight)) == ((500, 500, 1000, 0), (0, 0, 0, 0))
    assert read_cash(event).left == {"Prize pot": 200}
    assert words(tonight, ruth) == ""
    told = LogLine.objects.filter(action="took a late fee of").order_by("pk").values_list("event", "subject", "after")
    assert list(told) == [
        (event.pk, "Ruth Abernathy (1)", "$5"),
        (tonight.pk, "Ruth Abernathy (1)", "$5 from Nov 10"),
    ]


def test_a_debt_of_a_final_evening_is_on_tonights_sheet_and_can_be_taken_back(tonight, ruth):
    event = evening_before(tonight, 7)
    Pot.objects.create(event=tonight, name="Prize pot", per_player=200)
    closed(event, is_final=True)

    take(tonight, ruth)
    take(tonight, ruth, "again")

    assert (sums(event), sums(tonight)) == ((500, 0, 500, 0), (0, 500, 500, 0))
    assert read_cash(tonight).pot_lines[0].total == 0
    assert "paid at a later evening: Ruth Abernathy $5" in box_lines(read_cash(event))[0].why
    entry = tonight.cash_entries.get()
    assert (entry.who, entry.what, entry.amount) == (ruth.name, "Owed from Nov 10", 500)
    assert words(tonight, ruth) == ""
    take_back(entry=entry, acting=acting_as(), client_id="back")
    assert (sums(event), sums(tonight)) == ((500, 0, 500, 500), (0, 0, 0, 0))
    assert words(tonight, ruth) == "$5 from Nov 10"


def test_a_debt_of_an_evening_that_is_open_is_its_fee(tonight, ruth):
    event = evening_before(tonight, 7, paid=200)
    Pot.objects.create(event=event, name="Prize pot", per_player=400)

    take(tonight, ruth)

    assert (sums(event), sums(tonight)) == ((1000, 0, 1000, 0), (0, 0, 0, 0))
    assert read_cash(event).pot_lines[0].total == 800


def test_what_was_taken_late_is_not_taken_again_when_its_evening_is_reopened(tonight, ruth):
    event = evening_before(tonight, 7)
    closed(event, is_final=False)
    take(tonight, ruth)
    reopen_event(event=event, acting=acting_as(), client_id="", reason="counted wrong")

    take_fee(entrant=Entrant.objects.get(event=event, member=ruth), acting=acting_as(), client_id="fee")

    assert count_people(event)["due"] == 0
    assert sums(event) == (500, 500, 1000, 0)


def test_nothing_is_taken_at_an_evening_that_is_closed(tonight, ruth):
    evening_before(tonight, 7)
    closed(tonight, is_final=False)

    with pytest.raises(Refused, match="closed"):
        take(tonight, ruth)

    assert words(tonight, ruth) == "$5 from Nov 10"
