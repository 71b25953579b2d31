"""An evening goes to the hall's computer, is played there, and comes back."""

from __future__ import annotations

import io
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from league.acting.log import Refused
from league.evening.events.deeds import close_event
from league.evening.rounds.deeds import close_round
from league.models import Entrant, Event, Fetched, LedgerRow, Lending, LogLine, Member
from league.outside.archive.format import AT_THE_SERVER
from league.outside.hall.deeds import bring_back, fetch, give_back, lend, take_back, write_lent
from scoring.models import Entry
from tests.league.makers import (
    acting_as,
    fresh,
    make_club,
    make_entrants,
    make_event,
    make_members,
    make_round,
    make_series,
    make_user,
    play_round,
    start_now,
)
from tests.league.outside.hall.elsewhere import elsewhere

pytestmark = pytest.mark.django_db
ADMIN = acting_as("admin")


def make_evening() -> Event:
    """Tonight, with a night before it, and people who are expected."""
    club = make_club(name="Oak Park")
    make_user(club, "director", name="Carol Reyes")
    Member.objects.filter(pk__in=[one.pk for one in make_members(club, 9)]).update(
        phone="555 1234", email="ruth@example.org", director_notes="left-handed"
    )
    series = make_series(club, name="Tuesdays")
    for day in (10, 17):
        event = make_event(club, series=series, name="Tuesdays", played_on=date(2026, 11, day), rounds_planned=1)
        event.starts_at = event.starts_at.replace(day=day)
        event.save()
        people = make_entrants(event, 8)
        for entrant, member in zip(people, club.members.all(), strict=False):
            entrant.member = member
            entrant.save()
        if day == 10:
            play(event)
    return fresh(event)


def play(event: Event) -> None:
    """One round of it, to the close."""
    started = start_now(make_round(event, list(event.entrants.order_by("number"))[:8]))
    play_round(started, seed=3)
    close_round(event_round=started, acting=ADMIN, client_id=f"close-round-{event.pk}")
    close_event(event=fresh(event), acting=ADMIN, client_id=f"close-{event.pk}")


def lent(event: Event) -> io.BytesIO:
    out = io.BytesIO()
    write_lent(lend(event=event, acting=ADMIN, client_id="lend"), out)
    return out


def fetched(file: io.BytesIO) -> Fetched:
    return fetch(file=file, limits=AT_THE_SERVER, acting=ADMIN)


def brought(file: io.BytesIO, **more: Any) -> Any:
    return bring_back(file=file, limits=AT_THE_SERVER, acting=ADMIN, **more)


def in_the_hall(file: io.BytesIO, do: Callable[[Event], object] = play) -> io.BytesIO:
    """What the hall gives back of an evening after `do`."""
    out = io.BytesIO()
    with elsewhere():
        there = fetched(file)
        do(there.event)
        give_back(fetched=there, out=out, acting=ADMIN)
    return out


def test_an_evening_played_in_the_hall_is_the_same_at_home() -> None:
    event = make_evening()
    back = in_the_hall(lent(event))
    assert brought(back).is_back
    home = fresh(event)
    assert (home.state, home.lent) == (Event.State.CLOSED, 0)
    assert LedgerRow.objects.filter(event=home).count() == 8
    assert Entry.objects.filter(card__round_table__event_round__event=home).exists()


def test_the_same_file_again_changes_nothing() -> None:
    event = make_evening()
    back = in_the_hall(lent(event))
    brought(back)
    before = list(LogLine.objects.values_list("pk", flat=True))
    again = brought(back)
    assert not again.is_new
    assert "Nothing was changed" in again.says
    assert list(LogLine.objects.values_list("pk", flat=True)) == before


def test_the_hall_knows_no_mail_no_phone_no_notes_and_no_account() -> None:
    file = lent(make_evening())
    with elsewhere():
        club = fetched(file).event.club
        assert club.members.count() == 9
        assert {(one.phone, one.email, one.director_notes) for one in club.members.all()} == {("", "", "")}
        assert [role.user.first_name for role in club.roles.select_related("user")] == ["Carol"]


def test_the_hall_knows_who_met_before() -> None:
    file = lent(make_evening())
    with elsewhere():
        event = fetched(file).event
        earlier = Event.objects.get(series=event.series, state=Event.State.CLOSED)
        assert earlier.rounds.get().tables.count() == 2


def test_nothing_of_a_lent_evening_is_changed_at_home() -> None:
    event = make_evening()
    lent(event)
    with pytest.raises(Refused, match="Another computer has this evening"):
        close_event(event=event, acting=ADMIN, client_id="close")


def test_an_evening_is_lent_to_one_computer() -> None:
    event = make_evening()
    lent(event)
    with pytest.raises(Refused):
        lend(event=event, acting=ADMIN, client_id="again")
    assert Lending.objects.count() == 1


def test_what_comes_after_it_was_taken_back_is_kept_beside() -> None:
    event = make_evening()
    back = in_the_hall(lent(event))
    take_back(event=event, acting=ADMIN, client_id="take")
    came = brought(back)
    assert "kept beside" in came.says
    assert fresh(event).state == Event.State.PLANNED
    assert event.lendings.get().kept.count() == 1


def test_a_forged_file_is_refused() -> None:
    event = make_evening()
    file = lent(event)

    def otherwise(there: Event) -> None:
        Fetched.objects.update(key="0" * 64)

    with pytest.raises(Refused, match="doesn’t come from the computer"):
        brought(in_the_hall(file, otherwise))


def test_a_guest_of_the_hall_gets_a_free_number_at_home() -> None:
    event = make_evening()
    file = lent(event)

    def guest(there: Event) -> None:
        member = Member.objects.create(club=there.club, number=10, name="Otis Greer", is_guest=True)
        Entrant.objects.create(event=there, member=member, number=20, name=member.name, state="here", is_guest=True)
        play(there)

    back = in_the_hall(file, guest)
    Member.objects.create(club=event.club, number=10, name="Somebody New")
    brought(back)
    assert Member.objects.get(name="Otis Greer").number == 11
    assert fresh(event).entrants.get(number=20).member == Member.objects.get(name="Otis Greer")
