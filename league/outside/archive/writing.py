"""Writes a club's archive, as it is at one moment, whatever is entered meanwhile."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import IO, Any, Final

from django.db import connection, models, transaction
from django.utils import timezone

from league.acting.unchanged import state_of
from league.models import Club, Publication, PublishedPlace
from league.office.members.deeds.importing import file_header, file_rows
from pinochle_club.ground.commands import manage
from pinochle_club.ground.exports import csv_text
from pinochle_club.ground.pdfs import ARCHIVES, kept
from scoring.models import Entry
from scoring.rules.notation import listed

from .format import (
    ABOUT,
    ENDING,
    EVERYTHING,
    FOR_STRANGERS,
    LISTS_FOLDER,
    MANIFEST,
    NAME,
    README,
    TABLES_FOLDER,
    VERSION,
    LendingEntry,
    Manifest,
    TableEntry,
    to_json,
)
from .references import RENAMINGS
from .shapes import schemas_of
from .strangers import EVERYTHING_SHOWN, SHOWN, Shown
from .tables import TABLES, Model, Table
from .unseen import as_seen, unseen_rows, unseen_words
from .versions import program

AT_ONCE: Final = 2_000
LEVEL: Final = 6
STANDINGS: Final = ("Season", "Standings", "Division", "Place", "Member", "Partner", "Points", "Nights")


class TooLarge(Exception):
    pass


def archive_key(club: Club, for_strangers: bool) -> str:
    """All that an archive is made of: a deed in the club adds to its log, one at a table to the entries."""
    newest = Entry.objects.order_by("-pk").values_list("pk", flat=True).first()
    return f"archive {club.pk} {for_strangers} {state_of(club)} {newest}"


def archive_of(club_id: int, key: str, most_bytes: int, for_strangers: bool) -> bytes:
    """The archive as a file in memory, for a while kept under `key`. Raises `TooLarge`."""

    def make() -> bytes:
        out = io.BytesIO()
        write_archive(Club.objects.get(pk=club_id), out, for_strangers=for_strangers)
        if out.tell() > most_bytes:
            raise TooLarge
        return out.getvalue()

    return kept(key, make, among=ARCHIVES)


def write_archive(club: Club, out: IO[bytes], *, for_strangers: bool = False) -> Manifest:
    """Write the archive, of all or of what everybody may read; its manifest, which is written last."""
    now = timezone.now()
    everything = dict.fromkeys((table.name for table in TABLES), EVERYTHING_SHOWN)
    with one_moment(), zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=LEVEL) as archive:
        entries = write_tables(archive, club, SHOWN if for_strangers else everything)
        lists = _lists(club, for_strangers=for_strangers)
        for name, text in lists.items():
            archive.writestr(f"{LISTS_FOLDER}{name}.csv", text)
        what = FOR_STRANGERS if for_strangers else "\n".join(filter(None, (EVERYTHING, unseen_words(club))))
        day = timezone.localdate(now).isoformat()
        archive.writestr(
            README,
            ABOUT.format(
                club=club.name,
                command=manage("club_archive", to_all=True),
                day=day,
                what=what,
                lists=listed([*lists]),
                manifest=MANIFEST,
            ),
        )
        manifest = manifest_of(club, now, entries)
        archive.writestr(MANIFEST, manifest.model_dump_json(indent=1, exclude_none=True))
    return manifest


def write_tables(
    archive: zipfile.ZipFile, club: Club, shown: Mapping[str, Shown], *, is_whole: bool = False
) -> dict[str, TableEntry]:
    """Write the tables that are `shown`, each without rows and fields that are not; where it `is_whole`, with the cards
    of a duplicate that nobody may see yet."""
    entries, known = dict[str, TableEntry](), dict[Model, set[Any]]()
    for table in TABLES:
        if table.name in shown:
            with archive.open(f"{TABLES_FOLDER}{table.name}{ENDING}", "w", force_zip64=True) as file:
                entries[table.name] = _write_table(table, club, file, known, shown[table.name], is_whole=is_whole)
    return entries


def manifest_of(
    club: Club, at: datetime, tables: dict[str, TableEntry], lending: LendingEntry | None = None
) -> Manifest:
    return Manifest(
        format=NAME,
        version=VERSION,
        program=program(),
        made_at=at.isoformat(),
        club=club.name,
        tables=tables,
        lending=lending,
    )


def _lists(club: Club, *, for_strangers: bool) -> dict[str, str]:
    standings = csv_text(STANDINGS, _standings(club, for_strangers=for_strangers))
    if for_strangers:
        return {"standings": standings}
    return {"members": csv_text(file_header(may_note=True), file_rows(club, may_note=True)), "standings": standings}


def _write_table(
    table: Table, club: Club, file: IO[bytes], known: dict[Model, set[Any]], shown: Shown, *, is_whole: bool = False
) -> TableEntry:
    fields, digest, rows = shown.fields_of(table), hashlib.sha256(), 0
    names = ["id", *(field.name for field in fields[1:])]
    there, found = known.setdefault(table.model, set()), table.rows(club).filter(shown.only(club))
    if table.refers_to_itself:
        there.update(found.values_list("pk", flat=True))
    unseen = frozenset() if is_whole else unseen_rows(table.name, found)
    for values in found.values_list(*(field.attname for field in fields)).iterator(AT_ONCE):
        there.add(values[0])
        seen = shown.values_of(as_seen(table.name, dict(zip(names, values, strict=True)), unseen))
        row = dict(zip(names, _values_known(table, fields, seen, known), strict=True))
        line = json.dumps(row, ensure_ascii=False, separators=(",", ":"), default=to_json).encode() + b"\n"
        digest.update(line)
        file.write(line)
        rows += 1
    about = {name: _kind(table, field) for name, field in zip(names, fields, strict=True)}
    schemas = schemas_of(table.name)
    return TableEntry(rows=rows, sha256=digest.hexdigest(), about=table.about, fields=about, schemas=schemas)


def _values_known(
    table: Table, fields: Sequence[models.Field[Any, Any]], values: Sequence[Any], known: dict[Model, set[Any]]
) -> Iterator[Any]:
    """The values of a row. References to rows that are not the club's become nothing, or below zero inside of JSON."""
    for field, value in zip(fields, values, strict=True):
        model, renamed = table.refers_to(field), RENAMINGS.get((table.name, field.name))
        if model is not None:
            yield value if value in known.get(model, ()) else None
        elif renamed is not None:
            yield renamed(value, lambda model, old: old if old in known.get(model, ()) else -abs(old))
        else:
            yield value


def _kind(table: Table, field: models.Field[Any, Any]) -> str:
    model = table.refers_to(field)
    if model is not None:
        return f"id in {next(one.name for one in TABLES if one.model is model)}"
    return str(field.description) % {"max_length": field.max_length or ""}


def _standings(club: Club, *, for_strangers: bool) -> Iterable[Sequence[object]]:
    """The standings shown last in each season, by place (two queries)."""
    newest: dict[int, Publication] = {}
    found = Publication.objects.filter(season__club=club).select_related("season").order_by("number")
    for publication in found.exclude(state=Publication.State.HIDDEN) if for_strangers else found:
        newest[publication.season_id] = publication
    places = PublishedPlace.objects.filter(publication__in=newest.values()).select_related("member", "partner")
    of = {publication.pk: publication for publication in newest.values()}
    for place in places.order_by("publication", "division", "order"):
        publication = of[place.publication_id]
        names = [
            (one.public_name if for_strangers else one.name) if one else "" for one in (place.member, place.partner)
        ]
        yield (
            publication.season.name, publication.get_state_display(), place.division, place.place, *names,
            f"{place.points / 10:g}", place.nights,
        )  # fmt: skip


@contextmanager
def one_moment() -> Iterator[None]:
    """All reads inside are of the first read's moment. No writer waits for it, nor it for them."""
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("BEGIN")  # not `atomic`, which here takes the one lock of all writers
            try:
                yield
            finally:
                cursor.execute("ROLLBACK")
    else:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield
