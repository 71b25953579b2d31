"""A hall's computer that lies: what it sends is refused in words or taken, and nothing outside of its evening moves."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final
from uuid import uuid4

import pytest
from django.apps import apps
from django.db import models, transaction
from django.utils import timezone

from league.acting.log import Refused, write_log
from league.models import Club, Event, Lending, Member, Series
from league.outside.archive.format import LendingEntry, Manifest
from league.outside.archive.tables import TABLES
from league.outside.archive.taking import event_scopes
from league.outside.hall.deeds import NTH, TOOK, key_of
from league.outside.hall.slices import EVENING, back_tables, proof_of, write_slice
from tests.lasting import lasting
from tests.league.makers import make_members, make_running_round
from tests.league.outside.archive.full_club import make_full_club
from tests.league.outside.hall.evenings import ADMIN, brought
from tests.sampling import crossed, every, sample

pytestmark = pytest.mark.django_db
Row = dict[str, Any]
Slice = dict[str, bytes]
PARTS: Final = 23
GONE: Final = object()  # the field is left out
OTHER: Final = object()  # what another row of the club has there, of another evening where there is one
VALUES: Final[tuple[Any, ...]] = (
    OTHER, 2**40, -1, None, True, "a\0b", "x" * 6_000, [], {"Z": 1}, "", GONE, 0.5, "1969-12-31", 2**31 - 1,
    str(uuid4()), "\ud800", 0,
)  # fmt: skip
# What may come into the club besides the evening, and what it says of itself.
MAY_COME: Final = ("league.Member", "scoring.RuleBookVersion")
ITS_OWN: Final = ("league.Lending", "league.SecurityLine", "league.KeptSlice")


@dataclass(frozen=True)
class Lent:
    """Evenings of one club that are in a hall, by their ids: the slice that the hall would send of each."""

    club: Club
    slices: dict[int, Slice]


@pytest.fixture(scope="module")
def lent(django_db_setup: None, django_db_blocker: Any) -> Iterator[Lent]:
    with lasting(django_db_blocker):
        make_running_round()
        club = make_full_club()
        make_members(club, 1)
        events = list(Event.objects.filter(club=club, entrants__isnull=False).distinct())
        for event in events:
            event.lent = 1
            event.save()
            Lending.objects.create(event=event, number=1, lent_at=timezone.now())
        yield Lent(club, {event.pk: slice_of(event) for event in events})


def slice_of(event: Event) -> Slice:
    lending, out = event.lendings.get(), io.BytesIO()
    entry = LendingEntry(uid=str(lending.uid), event=str(event.uid), number=1, version=1, is_last=True)
    write_slice(event, out, back_tables(event), entry, key_of(lending))
    with zipfile.ZipFile(out) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def rows_in(files: Slice, table: str) -> list[Row]:
    return [json.loads(line) for line in files.get(f"tables/{table}.jsonl", b"").splitlines()]


def forged(files: Slice, lending: Lending, changes: dict[str, list[Row]]) -> bytes:
    """The slice with other rows, by a computer that has the key."""
    files, told = dict(files), json.loads(files["manifest.json"])
    for table, rows in changes.items():
        content = b"".join(json.dumps(row).encode() + b"\n" for row in rows)
        files[f"tables/{table}.jsonl"] = content
        told["tables"][table] = {"rows": len(rows), "sha256": hashlib.sha256(content).hexdigest()}
    manifest = Manifest.model_validate(told)
    assert manifest.lending is not None
    manifest.lending.proof = proof_of(manifest, key_of(lending))
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in {**files, "manifest.json": manifest.model_dump_json().encode()}.items():
            archive.writestr(name, content)
    return out.getvalue()


def places(lent: Lent) -> list[tuple[int, str, str]]:
    """Every field of every table, each in the first evening that has a row of it."""
    found = {
        (table, name): event
        for event, files in reversed(lent.slices.items())
        for table in (one.name for one in TABLES)
        for row in rows_in(files, table)[-1:]
        for name in row
    }
    return [(event, table, name) for (table, name), event in sorted(found.items())]


def its_rows(event: Event) -> dict[type[models.Model], set[Any]]:
    its: dict[type[models.Model], set[Any]] = {}
    for table in TABLES:
        if table.name in EVENING:
            rows = event_scopes(event)[table.name].rows
            its[table.model] = set(rows.order_by().values_list("pk", flat=True))
    its[apps.get_model("league.LedgerRow")] = set(event.ledger.values_list("pk", flat=True))
    return its


def outside(event: Event) -> dict[str, dict[Any, tuple[Any, ...]]]:
    """All rows of the database that aren't the evening's."""
    its, found = its_rows(event), {}
    for model in apps.get_models():
        if model._meta.app_label in ("league", "scoring", "auth") and model._meta.label not in ITS_OWN:
            rows = model._base_manager.exclude(pk__in=its.get(model, ())).values_list()
            found[model._meta.label] = {row[0]: tuple(map(str, row)) for row in rows}
    return found


def other_value(lent: Lent, event: int, table: str, name: str, mine: Any) -> Any:
    others = [files for other, files in lent.slices.items() if other != event]
    values = [row[name] for files in (*others, lent.slices[event]) for row in rows_in(files, table) if name in row]
    if (table, name) == ("members", "uid"):
        values = [str(one) for one in lent.club.members.values_list("uid", flat=True)]
    return next((value for value in values if value != mine), mine)


def tried(lent: Lent, event_id: int, changes: dict[str, list[Row]]) -> str:
    """Bring a forged slice back, compare all else, and undo it; what home said, empty where it took it."""
    event = Event.objects.select_related("club").get(pk=event_id)
    before, its, said = outside(event), {model._meta.label: pks for model, pks in its_rows(event).items()}, ""
    with transaction.atomic():
        try:
            brought(forged(lent.slices[event_id], event.lendings.get(), changes))
        except Refused as refused:
            said = str(refused)
        after = outside(event)
        transaction.set_rollback(True)
    for label, rows in before.items():
        # A card that its table no longer names was the evening's.
        new = after[label].keys() - rows.keys() - its.get(label, set())
        assert {pk: after[label].get(pk) for pk in rows} == rows, label
        assert not new or label in MAY_COME, (label, new)
    return said


# -- one value -------------------------------------------------------------------------------


@pytest.mark.parametrize("part", range(sample(1, PARTS)))
def test_no_changed_value_moves_anything_outside_of_the_evening(lent: Lent, part: int) -> None:
    taken, refused, faults = 0, 0, []
    for (event, table, name), value in every(2, crossed(places(lent), VALUES)[part::PARTS]):
        rows = rows_in(lent.slices[event], table)
        is_other = value is OTHER
        value = other_value(lent, event, table, name, rows[-1][name]) if is_other else value
        rows[-1] = {key: one for key, one in rows[-1].items() if key != name or value is not GONE}
        if value is not GONE:
            rows[-1][name] = value
        if (table, name) == ("members", "uid"):
            rows[-1]["name"] = "Nobody Else"  # or the two are told apart, as at home: by the number behind both names
        try:
            said = tried(lent, event, {table: rows})
        except Exception as fault:
            faults.append((table, name, value, repr(fault)[:300]))
            continue
        taken, refused = taken + (not said), refused + bool(said)
    assert faults == []
    assert taken
    assert refused


# -- what a liar would try -------------------------------------------------------------------


def whose(lent: Lent, table: str) -> int:
    """An evening of which a table has rows."""
    return next(event for event, files in lent.slices.items() if rows_in(files, table))


def test_rows_of_another_evening_are_not_taken(lent: Lent) -> None:
    one, other = [event for event, files in lent.slices.items() if rows_in(files, "entrants")][:2]
    event = Event.objects.get(pk=other)
    theirs = [{**row, "member": None, "partner": None, "number": 500 + at} for at, row in
              enumerate(rows_in(lent.slices[one], "entrants"))]  # fmt: skip
    for row in theirs:
        row["event"] = rows_in(lent.slices[other], "events")[0]["id"]
        row["id"] += 10**6
    said = tried(lent, other, {"entrants": [*rows_in(lent.slices[other], "entrants"), *theirs]})
    assert "belongs to something else in this club" in said
    assert event.entrants.count() == len(rows_in(lent.slices[other], "entrants"))


def test_pots_of_a_whole_series_are_not_taken(lent: Lent) -> None:
    event = whose(lent, "pots")
    series = rows_in(lent.slices[event], "series")[0]["id"]
    rows = [{**row, "event": None, "series": series} for row in rows_in(lent.slices[event], "pots")]
    assert "belongs to something else" in tried(lent, event, {"pots": rows})
    assert Series.objects.get(pk=series).club == lent.club


def test_a_new_guest_is_a_guest_whatever_else_is_said_of_them(lent: Lent) -> None:
    event = whose(lent, "entrants")
    people, entrants = rows_in(lent.slices[event], "members"), rows_in(lent.slices[event], "entrants")
    boss: Row = {
        "is_guest": False,
        "is_anonymous": True,
        "phone": "555",
        "director_notes": "trust them",
        "number": 2**31 - 1,
    }
    uid = str(uuid4())
    boss |= {"uid": uid, "name": "", "merged_into": people[0]["id"], "is_active": False}
    at = next(at for at, row in enumerate(people) if row["id"] == entrants[0]["member"])
    people[at] |= boss
    with transaction.atomic():
        lending = Lending.objects.get(event=event)
        brought(forged(lent.slices[event], lending, {"members": people}))
        guest = Member.objects.get(uid=uid)
        numbers = list(lent.club.members.values_list("number", flat=True))
        transaction.set_rollback(True)
    assert (guest.is_guest, guest.is_anonymous, guest.is_active, guest.merged_into) == (True, False, True, None)
    assert (guest.name, guest.phone, guest.director_notes) == ("A guest", "", "")
    assert guest.number == max(numbers) < 2**20


def test_only_people_on_the_list_come_into_the_club(lent: Lent) -> None:
    event = whose(lent, "entrants")
    people = rows_in(lent.slices[event], "members")
    strangers = [{**people[0], "id": 10**6 + at, "uid": str(uuid4())} for at in range(3)]
    with transaction.atomic():
        before = lent.club.members.count()
        brought(forged(lent.slices[event], Lending.objects.get(event=event), {"members": [*people, *strangers]}))
        after = lent.club.members.count()
        transaction.set_rollback(True)
    assert after == before


def test_lines_of_the_log_from_before_the_lending_stay(lent: Lent) -> None:
    event = Event.objects.get(pk=whose(lent, "log"))
    with transaction.atomic():
        rows = rows_in(lent.slices[event.pk], "log")
        event.lent = 0  # as lending it writes this line
        write_log(club=lent.club, event=event, acting=ADMIN, action=TOOK, after=NTH.format(1))
        before = list(event.log.order_by("pk").values_list("pk", "who", "action"))
        changed = [{**row, "who": "Nobody", "action": "did nothing"} for row in rows[1:]]
        brought(forged(lent.slices[event.pk], event.lendings.get(), {"log": changed}))
        after = list(event.log.order_by("pk").values_list("pk", "who", "action"))
        transaction.set_rollback(True)
    assert after[: len(before)] == before


@pytest.mark.parametrize("part", range(6))
def test_a_file_that_was_cut_or_damaged_is_refused(lent: Lent, part: int) -> None:
    event = Event.objects.get(pk=whose(lent, "entries"))
    whole = forged(lent.slices[event.pk], event.lendings.get(), {})
    at = len(whole) * part // 6
    before = outside(event)
    for content in (whole[:at], whole[:at] + b"\0\0\0\0\0\0" + whole[at + 6 :]):
        with pytest.raises(Refused):
            brought(content)
    assert outside(event) == before


@pytest.mark.parametrize("value", ["", GONE], ids=["empty", "gone"])
def test_a_chair_without_a_seat_is_refused(lent: Lent, value: Any) -> None:
    event = whose(lent, "seats")
    rows = rows_in(lent.slices[event], "seats")
    rows[-1] = {name: one for name, one in rows[-1].items() if name != "seat" or value is not GONE}
    assert tried(lent, event, {"seats": [*rows[:-1], rows[-1] if value is GONE else {**rows[-1], "seat": value}]})
