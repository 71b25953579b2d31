"""A club goes into an archive and comes out on another server: every table, row by row, with nothing lost."""

from __future__ import annotations

import io
import json
import zipfile
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from typing import Any, cast

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.db import connection, models

from league.evening.cards.boards import read_boards
from league.evening.cards.reading import read_event
from league.models import Club, Event, Member, Merge, PairRule
from league.outside.archive import writing
from league.outside.archive.deeds import Restored, restore_club
from league.outside.archive.format import AT_THE_SERVER
from league.outside.archive.references import RENAMINGS, WITHOUT_IDS
from league.outside.archive.tables import LEFT_OUT, TABLES, Model, Table
from league.outside.archive.writing import write_archive
from league.season.merging.deeds import split_member
from pinochle_club.ground.write_queue import queued_write
from scoring.models import Entry
from tests.league.evening.paper import duplicate
from tests.league.makers import acting_as, make_club, make_event, make_running_round
from tests.league.outside.archive.full_club import make_full_club

pytestmark = pytest.mark.django_db


def archived(club: Club) -> io.BytesIO:
    out = io.BytesIO()
    write_archive(club, out)
    return out


def restored(file: io.BytesIO, **more: Any) -> Restored:
    return restore_club(file=file, limits=AT_THE_SERVER, **{"acting": acting_as("admin"), **more})


def told(club: Club) -> dict[str, list[dict[str, Any]]]:
    """Every row of a club, with all ids told by what they name: the table and the place of its row there."""
    places: dict[type[models.Model], dict[Any, str]] = {}
    rows = {table.name: list(table.rows(club)) for table in TABLES}
    for table in TABLES:
        places[table.model] = {row.pk: f"{table.name} {at}" for at, row in enumerate(rows[table.name])}
    return {table.name: [tell(table, row, places) for row in rows[table.name]] for table in TABLES}


def tell(table: Table, row: models.Model, places: dict[type[models.Model], dict[Any, str]]) -> dict[str, Any]:
    found = {}
    for field in table.model._meta.concrete_fields:
        value = getattr(row, field.attname)
        renamed = RENAMINGS.get((table.name, field.name))
        if field.is_relation and value is not None:
            value = places[cast(Model, field.related_model)][value]
        elif renamed is not None:
            there: Any = lambda model, old: places[model].get(old, "nothing")  # noqa: E731 - in place of a number
            value = json.loads(json.dumps(renamed(value, there)))
        found[field.name] = value
    return found


# What is not the same on another server, by table and field.
ANEW = {
    ("club", "slug"),
    ("events", "door_key"),
    ("events", "ledger_mark"),  # made from the ids of entries
    ("accounts", "username"),
    ("accounts", "password"),
    ("accounts", "email"),
    ("devices", "token_hash"),
    ("calls", "client_id"),
    ("log", "client_id"),
    ("log", "content"),
    ("log", "answer"),
    ("events", "client_id"),
    ("seasons", "client_id"),
    ("house_rules_versions", "client_id"),
    ("cards", "start_hash"),
    ("members", "link_nonce"),
}


def without_what_is_new(rows: dict[str, list[dict[str, Any]]]) -> dict[str, list[dict[str, Any]]]:
    return {
        name: [
            {field: value for field, value in row.items() if field != "id" and (name, field) not in ANEW}
            for row in each
        ]
        for name, each in rows.items()
    }


def test_every_row_of_every_table_comes_back_and_names_what_it_named():
    make_running_round()  # another club, so that ids differ
    club = make_full_club()
    before = told(club)
    assert [name for name, rows in before.items() if not rows] == []
    file = archived(club)
    make_running_round()

    made = restored(file)

    after = told(made.club)
    (line,) = [row for row in after["log"] if row["action"] == "restored the club"]
    after["log"].remove(line)
    assert without_what_is_new(after) == without_what_is_new(before)
    assert told(club) == before
    # What an archive says is all that it restores: written once more, it is the same.
    again = restored(archived(made.club))
    assert {**again.rows, "log": 0} == {**made.rows, "log": 0}
    assert_member_entered_twice_is_split_again(again.club)


def assert_member_entered_twice_is_split_again(club: Club) -> None:
    merge = Merge.objects.select_related("kept", "gone", "club").get(club=club)

    split_member(merge=merge, acting=acting_as(), client_id="split")

    gone = Member.objects.get(pk=merge.gone_id)
    assert gone.entries.filter(event__name="Picnic").exists()
    assert [each.name for each in gone.carries.all()] == ["Women"]
    assert PairRule.objects.get(club=club, kind="partners").second == gone
    assert Member.objects.get(pk=merge.kept_id).phone == ""


def test_hands_of_a_duplicate_under_way_stay_behind_and_its_results_come_back():
    event = duplicate.duplicate_evening()
    among_people = shares_of(event)
    board = event.dealt_boards.boards.get(number=1)
    board.field, board.entered = [{"NS": 777, "EW": 3}], {"E": board.hands["E"]}
    board.save()
    hand = board.hands["N"]
    typed = Entry.objects.filter(card__round_table__event_round__event=event, kind="meld").first()
    assert typed is not None
    typed.payload |= {"cards": {"N": hand}, "melds": {"N": [["run", "S", 1]]}}
    typed.save()

    file = archived(event.club)

    texts = "".join(texts_of(file).values())
    assert [held for held in (hand, duplicate.SEED, '"NS":777', '[["run"') if held in texts] == []
    assert event.dealt_boards.digest in texts
    assert "The hands aren’t in this archive yet for Duplicate night" in texts
    again = restored(file).club.events.get()
    assert shares_of(again) == among_people != {}
    over = duplicate.close(event)
    texts = "".join(texts_of(archived(over.club)).values())
    assert [held for held in (hand, duplicate.SEED, '"NS":777', '[["run"') if held not in texts] == []
    assert "aren’t in this archive yet" not in texts


def texts_of(file: io.BytesIO) -> dict[str, str]:
    with zipfile.ZipFile(file) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


def shares_of(event: Event) -> dict[str, list[Fraction]]:
    shares = read_boards(event, read_event(event)).shares
    return {own[0].entrant.name: [one.share for one in own] for own in shares.values()}


# -- what the format knows -----------------------------------------------------------------


def test_every_model_is_in_the_archive_or_left_out_with_a_reason():
    ours = {
        model
        for app in ("league", "scoring")
        for model in apps.get_app_config(app).get_models(include_auto_created=True)
    }

    assert {model.__name__ for model in ours - {table.model for table in TABLES}} == set(LEFT_OUT)
    assert [table.model for table in TABLES if table.model not in ours] == [User]


def test_every_field_that_could_hold_ids_is_known():
    """JSON, also as text. Whoever adds such a field says whether it names rows."""
    texts = {("books", "data"), ("house_rules", "draft"), ("seasons", "draft"), ("season_rules", "rules")}
    found = {
        (table.name, field.name) for table in TABLES for field in table.fields if isinstance(field, models.JSONField)
    }

    assert found | texts == set(RENAMINGS) | set(WITHOUT_IDS)


def test_every_row_is_known_by_a_uid_or_by_fields_that_are_unique_together():
    """What stays the same on another server. An account is known by its name here."""
    for table in TABLES:
        fields = {field.name: field for field in table.fields}
        assert ("uid" in fields) == (table.by == ("uid",)), table.name
        unique = [{name} for name, field in fields.items() if field.unique or name == "uid"]
        unique += [{*one.fields} for one in table.model._meta.constraints if isinstance(one, models.UniqueConstraint)]
        assert {*table.by} in [*unique, *map(set, table.model._meta.unique_together)], table.name


def test_tables_refer_only_to_those_before_them():
    known: list[type[models.Model]] = []
    for table in TABLES:
        known.append(table.model)
        for field in table.fields:
            model = table.refers_to(field)
            assert model is None or model in known, (table.name, field.name)


# -- at one moment -------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_archive_is_of_one_moment_and_nobody_waits_for_it(monkeypatch):
    """Somebody is entered while it is being written: after its first table, before the members."""
    club = make_club()
    make_running_round(make_event(club))
    write, entered = writing._write_table, list[Member]()

    def write_and_enter(table: Table, *rest: Any, **more: Any) -> Any:
        if table.name == "categories":
            with ThreadPoolExecutor(1) as other:
                entered.append(other.submit(enter).result(timeout=60))
        return write(table, *rest, **more)

    def enter() -> Member:
        try:
            with queued_write():
                return Member.objects.create(club=club, number=99, name="Ida Moss")
        finally:
            connection.close()

    monkeypatch.setattr(writing, "_write_table", write_and_enter)

    made = restored(archived(club)).club

    assert len(entered) == 1
    assert made.members.count() == club.members.count() - 1 == 8
