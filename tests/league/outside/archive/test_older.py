"""Archives of earlier versions of the format stay readable.

`0.x.zip` is the club of `full_club` as it was written on November 23, 2026. It is never made anew: what has been
renamed or is gone since is for a step (`league/outside/archive/steps.py`) to mend.
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from pathlib import Path

import pytest
from django.test import Client

from league.models import Club, Event, Member, Notice
from league.outside.archive import format as archive_format
from league.outside.archive import reading
from league.outside.archive.deeds import restore_club
from league.outside.archive.format import AT_THE_SERVER, VERSION
from league.outside.archive.steps import STEPS, Step
from league.outside.archive.writing import write_archive
from tests.league.makers import acting_as, make_user
from tests.migrations.keeping import VERSIONS

pytestmark = pytest.mark.django_db
VERSION_1 = VERSIONS / "0.x.zip"


def restored(path: Path = VERSION_1) -> Club:
    with path.open("rb") as file:
        return restore_club(file=file, limits=AT_THE_SERVER, acting=acting_as("admin")).club


def test_archive_of_version_1_opens_with_its_pages_and_standings():
    club = restored()
    client = Client()
    client.force_login(make_user(club, "admin"))

    pages = ["", "settings/", "members/", "rules/", "events/"]
    evening = Event.objects.get(club=club, state="closed")
    pages += [f"events/{evening.pk}/{page}" for page in ("", "board/", "seating/", "log/", "papers/")]
    running = Event.objects.get(club=club, state="running")
    pages += [f"events/{running.pk}/{page}" for page in ("board/", "seating/", "projector/", "check-in/")]

    assert {page: client.get(f"/clubs/{club.slug}/{page}").status_code for page in pages} == dict.fromkeys(pages, 200)
    places = club.seasons.get().publications.latest("number").places.filter(division="").order_by("order")
    assert [(line.member.name, line.place) for line in places[:3]] == [
        ("Joan Pruitt", 1), ("Lois Beckett", 1), ("Ruth Abernathy", 3),
    ]  # fmt: skip
    notice = Notice.objects.get(event__club=club)  # which was typed as a whole
    assert notice.blocks == [{"key": "whole", "text": "A fine night.", "written_from": ""}]


def test_steps_lead_from_an_older_version_to_this_one(monkeypatch):
    """A later format that calls members people, and their names what they are called."""

    def as_people(table: str, row: dict[str, object]) -> dict[str, object]:
        if table != "members":
            return row
        return {("name" if name == "called" else name): value for name, value in row.items()}

    file = io.BytesIO()
    write_archive(restored(), file)
    older = _with_older_names(file)
    monkeypatch.setattr(archive_format, "VERSION", VERSION + 1)
    monkeypatch.setattr(reading, "VERSION", VERSION + 1)
    step = Step(row=as_people, was_called={"members": "people"}, gone=frozenset({"badges"}))
    monkeypatch.setattr(reading, "STEPS", [*STEPS, step])

    club = restore_club(file=older, limits=AT_THE_SERVER, acting=acting_as("admin")).club

    assert Member.objects.get(club=club, number=2).name == "Walt Kowalski"


def _with_older_names(file: io.BytesIO) -> io.BytesIO:
    with zipfile.ZipFile(file) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    people = files.pop("tables/members.jsonl").replace(b'"name":', b'"called":')
    manifest = json.loads(files["manifest.json"])
    manifest["tables"]["people"] = {**manifest["tables"].pop("members"), "sha256": hashlib.sha256(people).hexdigest()}
    manifest["tables"]["badges"] = {"rows": 0, "sha256": hashlib.sha256(b"").hexdigest()}
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        files |= {"tables/people.jsonl": people, "manifest.json": json.dumps(manifest).encode()}
        for name, content in files.items():
            archive.writestr(name, content)
    return out
