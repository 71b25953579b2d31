"""The hall's computer fetches the next evening, and still has what it had of those before."""

from __future__ import annotations

import io
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from league.acting.log import Refused
from league.evening.check_in.debts import debts_before
from league.evening.check_in.deeds.debts import take_debts
from league.evening.check_in.deeds.roll import add_walk_in
from league.models import CashEntry, Entrant, Event, Lending, Member
from league.office.clubs.reading import may_fetch
from league.office.members.deeds.members import enter_member
from league.outside.hall.deeds import give_back, officials_of, take_back
from scoring.models import Entry
from tests.league.makers import fresh, make_event
from tests.league.outside.hall.elsewhere import elsewhere
from tests.league.outside.hall.evenings import (
    ADMIN,
    World,
    brought,
    fetched,
    in_the_hall,
    lent,
    make_evening,
    play,
    play_on,
)

pytestmark = pytest.mark.django_db


def next_week(event: Event) -> Event:
    later = event.starts_at + timedelta(days=7)
    return make_event(event.club, series=event.series, name="Tuesdays", played_on=later.date(), starts_at=later)


def test_an_evening_that_home_took_back_and_played_itself_stays_in_the_hall_as_it_was_there(world: World) -> None:
    take_back(event=world.event, acting=ADMIN, client_id="take", name="Tuesdays")
    play(fresh(world.event))
    enter_member(club=world.event.club, fields={"name": "Newcomer", "number": 11}, acting=ADMIN, client_id="new")
    next_file = lent(next_week(world.event))
    with elsewhere():
        there = fetched(world.file).event
        add_walk_in(event=there, name="Guest", acting=ADMIN, client_id="guest")
        play_on(there)
        had = set(Entry.objects.values_list("client_id", flat=True)), there.entrants.count()
        assert fetched(next_file).event.name == "Tuesdays"
        assert had == (set(Entry.objects.values_list("client_id", flat=True)), there.entrants.count())
        assert fresh(there).state == "running"
        assert set(Member.objects.filter(name__in=("Guest", "Newcomer")).values_list("name", "is_guest")) == {
            ("Guest", True),
            ("Newcomer", False),
        }


def test_an_earlier_night_that_home_put_right_since_is_so_in_the_hall() -> None:
    event = make_evening()
    first, member = event.club.events.order_by("played_on")[0], event.club.members.order_by("number")[9]
    watching = Entrant.objects.create(event=first, member=member, number=9, name=member.name)
    file = lent(event)
    watching.delete()
    Entrant.objects.create(event=first, member=member, number=9, name=member.name, fee=300)
    next_file = lent(next_week(event))
    with elsewhere():
        fetched(file)
        fetched(next_file)
        assert Entrant.objects.get(event__uid=first.uid, number=9).fee == 300
        assert Entrant.objects.filter(event__uid=first.uid).count() == 9


def test_a_late_fee_in_the_box_of_a_lent_evening_stays_paid() -> None:
    event = make_evening()
    first, second = event.club.events.order_by("played_on")[0].entrants.order_by("number")[:2]

    def take(box: Event, number: int, there: Entrant) -> None:
        CashEntry.objects.create(event=box, number=number, kind="fee", amount=300, entrant=there, who=there.name)

    take(event, 1, first)
    brought(in_the_hall(lent(event), lambda box: take(box, 2, Entrant.objects.get(uid=second.uid))))
    assert list(event.cash_entries.values_list("number", "entrant")) == [(1, first.pk), (2, second.pk)]


def test_a_hall_takes_an_old_fee_while_the_other_sheet_is_at_home_and_not_final() -> None:
    event = make_evening()
    first = event.club.events.order_by("played_on")[0]
    Event.objects.filter(pk=first.pk).update(closed_at=timezone.now())
    paid, owing = first.entrants.order_by("number")[:2]
    known = event.club.members.get(entries=owing)
    first.entrants.filter(pk=paid.pk).update(fee=300, paid=300)
    first.entrants.filter(pk=owing.pk).update(fee=300)

    def take(there: Event) -> None:
        member = there.club.members.get(uid=known.uid)
        take_debts(event=there, member=member, acting=ADMIN, client_id="owed")
        assert debts_before(there) == {}

    brought(in_the_hall(lent(event), take))
    entry = event.cash_entries.get()
    assert (entry.entrant, entry.amount, entry.what) == (owing, 300, "Owed from Nov 10")
    assert debts_before(event) == {}


def test_an_evening_that_is_lent_again_takes_nothing_from_the_hall_that_home_does_not_have(world: World) -> None:
    take_back(event=world.event, acting=ADMIN, client_id="take", name="Tuesdays")
    again = lent(fresh(world.event), "again")
    with elsewhere():
        there = fetched(world.file)
        play_on(there.event)
        had = set(Entry.objects.values_list("client_id", flat=True))
        with pytest.raises(Refused, match="has more of Tuesdays"):
            fetched(again)
        assert set(Entry.objects.values_list("client_id", flat=True)) == had
        give_back(fetched=there, out=io.BytesIO(), acting=ADMIN)
        assert fetched(again).number == 2


def test_the_code_of_before_opens_the_hall_until_an_evening_is_fetched_from_where_home_moved(
    world: World, settings: Any
) -> None:
    before = officials_of(world.event.lendings.get())[0][1]
    settings.SECRET_KEY = "of the server that home moved to"
    next_file = lent(next_week(world.event))
    after = officials_of(Lending.objects.latest("pk"))[0][1]
    with elsewhere():
        official = fetched(world.file).event.club.roles.select_related("user").get().user
        assert (official.check_password(before), may_fetch(official)) == (True, True)
        fetched(next_file)
        official.refresh_from_db()
        assert (official.check_password(before), official.check_password(after)) == (False, True)
