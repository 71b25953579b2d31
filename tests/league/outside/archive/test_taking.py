"""An archive taken into a club that is here: its rows are found again, and only what differs is written."""

from __future__ import annotations

import io
from dataclasses import replace
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import models

from league.acting.log import Refused, write_log
from league.acting.seals import first_fault, lines_of
from league.models import Club, Entrant, Event, Member, RoundTable
from league.outside.archive.format import AT_THE_SERVER, Faulty
from league.outside.archive.here import update_club
from league.outside.archive.reading import Archive
from league.outside.archive.tables import TABLES
from league.outside.archive.taking import PARKED, Counts, club_scopes, event_scopes, take
from tests.league.makers import acting_as, make_club, make_running_round
from tests.league.outside.archive.full_club import make_full_club
from tests.league.outside.archive.test_round_trip import archived, restored, told, without_what_is_new

pytestmark = pytest.mark.django_db


def read(file: io.BytesIO) -> Archive:
    archive = Archive(file, AT_THE_SERVER)
    archive.check()
    return archive


def what_changed(counts: Any) -> dict[str, Counts]:
    return {name: one for name, one in counts.items() if one}


def rows_of(club: Club) -> dict[str, list[dict[str, Any]]]:
    found = without_what_is_new(told(club))
    found["log"] = [row for row in found["log"] if row["action"] != "restored the club"]
    return {name: sorted(rows, key=str) for name, rows in found.items() if name not in ("accounts", "roles")}


def test_what_may_be_unique_is_what_a_row_is_known_by_or_is_parked():
    for table in TABLES:
        fields = {field.name for field in table.fields}
        unique = [set(one.fields) for one in table.model._meta.constraints if isinstance(one, models.UniqueConstraint)]
        unique += [{field.name} for field in table.fields if field.unique and not field.primary_key]
        left = [one for one in unique if one <= fields and one != {*table.by}]
        parked = {*PARKED.get(table.name, ())}
        if table.name not in ("accounts", "books", "roles"):
            ways = [one for one in left if not one & parked and table.name != "tablets"]
            assert ways == [], table.name


def test_whole_club_is_brought_to_what_the_archive_has_and_twice_changes_nothing():
    make_running_round()  # another club, so that ids differ
    club = make_full_club()
    other = restored(archived(club)).club
    keys = {table.name: set(table.rows(other).values_list("pk", flat=True)) for table in TABLES}
    change(club)
    file = archived(club)
    scopes = club_scopes(other)
    told_before = take(read(file), other, scopes, writes=False)

    done = take(read(file), other, scopes)

    assert what_changed(done) == what_changed(told_before)
    assert done["entrants"] == Counts(added=0, changed=2, gone=0)
    assert done["members"] == Counts(added=1, changed=3, gone=0)
    assert done["log"] == Counts(gone=1)  # that it was restored
    assert what_changed(take(read(file), other, scopes)) == {}
    assert rows_of(other) == rows_of(club)
    left = {table.name: keys[table.name] - set(table.rows(other).values_list("pk", flat=True)) for table in TABLES}
    assert {name for name, pks in left.items() if pks} == {"log", "follows"}


def test_logs_stay_sealed_where_a_club_is_updated_after_it_was_restored():
    club = make_full_club()
    other = restored(archived(club)).club
    write_log(club=club, acting=acting_as(), action="changed the settings")
    file = archived(club)

    update_club(club=other, file=file, limits=AT_THE_SERVER, acting=acting_as("admin"))

    assert first_fault(other) == ""
    lines = [line.action for line in lines_of(other)][-3:]
    assert lines == ["changed the settings", "restored the club", "updated the club from an archive"]
    lines_before = other.log.count()
    update_club(club=other, file=file, limits=AT_THE_SERVER, acting=acting_as("admin"))
    assert other.log.count() == lines_before
    with pytest.raises(Refused, match="This file is another club’s"):
        update_club(club=make_club(), file=file, limits=AT_THE_SERVER, acting=acting_as("admin"))


def test_account_and_role_of_this_server_stay_whatever_an_archive_says():
    club = make_full_club()
    role = club.roles.select_related("user").order_by("pk")[0]
    file = archived(club)
    type(role).objects.filter(pk=role.pk).update(kind="member")
    User.objects.filter(pk=role.user_id).update(email="new@example.org", is_active=False)

    update_club(club=club, file=file, limits=AT_THE_SERVER, acting=acting_as("admin"))

    role.refresh_from_db()
    user = User.objects.get(pk=role.user_id)
    assert (role.kind, user.email, user.is_active) == ("member", "new@example.org", False)


def change(club: Club) -> None:
    first, second = Member.objects.filter(club=club).order_by("pk")[:2]
    swap(first, second)
    one, two = Entrant.objects.filter(event=club.events.filter(entrants__number=4)[0]).order_by("number")[:2]
    swap(one, two)
    third = Member.objects.filter(club=club).order_by("pk")[2]
    third.phone = "555-0199"
    third.save()
    Member.objects.create(club=club, number=99, name="Ida Moss")
    club.members.filter(follows__isnull=False)[0].follows.all().delete()


def swap(one: Any, two: Any) -> None:
    one.number, two.number, high = two.number, one.number, 30_000
    type(one).objects.filter(pk=one.pk).update(number=high)
    two.save()
    one.save()


def test_one_event_is_brought_back_and_nothing_else_moves():
    club = make_full_club()
    other = restored(archived(club)).club
    event = club.events.filter(rounds__tables__card__entries__isnull=False).order_by("pk").first()
    assert event is not None
    Member.objects.filter(club=club).update(phone="555-0100")
    Entrant.objects.filter(event=event, number=1).update(name="Somebody else")
    tables = RoundTable.objects.filter(event_round__event=event).order_by("event_round", "number")[:2]
    swap(*tables)
    twin = Event.objects.get(club=other, uid=event.uid)
    file = archived(club)

    done = take(only(read(file), event), other, event_scopes(twin))

    assert what_changed(done) == {"entrants": Counts(changed=1), "tables": Counts(changed=2)}
    assert not Member.objects.filter(club=other, phone="555-0100").exists()


def test_row_of_another_event_is_refused():
    club = make_full_club()
    event = club.events.order_by("pk")[0]

    with pytest.raises(Faulty, match="belongs to something else in this club"):
        take(read(archived(club)), club, event_scopes(event))


def test_event_that_is_not_here_leaves_what_must_name_it_out():
    club = make_full_club()
    event = club.events.order_by("pk")[0]
    scopes = event_scopes(event)
    scopes = {"entrants": replace(scopes["entrants"], goes=None)}

    with pytest.raises(Faulty, match="belongs to something else"):
        take(read(archived(club)), club, scopes)


class only(Archive):  # noqa: N801 - read like a word
    """An archive with the rows of one event alone, and what is the club's."""

    def __init__(self, archive: Archive, event: Event) -> None:
        self.__dict__ = archive.__dict__
        self.left = {name: set(scope.rows.values_list("pk", flat=True)) for name, scope in event_scopes(event).items()}

    def rows(self, table: Any) -> Any:
        for row in super().rows(table):
            if table.name not in self.left or row["id"] in {*self.left[table.name], *map(str, self.left[table.name])}:
                yield row
