"""An archive of a club that is here already: found, compared, and the club brought up to what the archive has."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import IO, Final

from django.db.models import Q
from django.utils.dateparse import parse_datetime

from league.acting.deed import deed
from league.acting.log import Refused
from league.acting.permissions import Acting
from league.acting.seals import add_seal
from league.evening.ledger.rows import fill_rows
from league.models import Club, Event, Fetched, LogLine, Role
from league.office.hosting.reading import OF_HOST
from pinochle_club.ground.pdfs import ARCHIVES, found, kept
from scoring.models import Entry

from .deeds import RESTORED
from .format import Faulty, Limits
from .reading import Archive
from .tables import TABLES
from .taking import Counts, Scope, club_scopes, take

UPDATED: Final = "updated the club from an archive"
ARRIVED: Final = "brought the club back to live here"
STAYED: Final = "kept the club here after all"
# What this server did; an archive from elsewhere has none of it, and takes none of it away.
OWN_LINES: Final = Q(event=None) & (Q(action__in=(RESTORED, UPDATED, ARRIVED, STAYED)) | OF_HOST)


@dataclass(frozen=True, slots=True)
class Compared:
    """An archive beside the club that it is of: when it was made, the newest evening in it, the newest change here, and
    what would change, by table. With one that `arrives` the club moves here."""

    club: Club
    made_at: datetime | None
    newest_evening: date | None
    newest_here: datetime | None
    counts: Mapping[str, Counts]
    arrives: bool = False

    @property
    def is_older(self) -> bool:
        return bool(self.made_at and self.newest_here and self.made_at < self.newest_here)


@dataclass(frozen=True, slots=True)
class Updated:
    club: Club
    counts: Mapping[str, Counts]
    has_arrived: bool = False


def known_club(archive: Archive, acting: Acting) -> Club | None:
    """The club of the archive, if it is here and the account looks after it; at the terminal, if it is here."""
    (table,) = (one for one in TABLES if one.model is Club)
    uid = next((row.get("uid") for row in archive.rows(table)), None)
    if uid is None:
        return None
    clubs = Club.objects.filter(uid=uid, is_example=False)
    if acting.user is not None:
        clubs = clubs.filter(roles__user=acting.user, roles__kind=Role.Kind.ADMIN)
    return clubs.order_by("pk").first()


def compare(club: Club, file: IO[bytes], limits: Limits) -> Compared:
    """Raises `Refused` with what is wrong with the archive."""
    archive = _read(club, file, limits)
    try:
        counts = take(archive, club, _scopes(club), writes=False)
    except Faulty as fault:
        raise Refused(str(fault)) from fault
    (events,) = (one for one in TABLES if one.name == "events")
    evenings = [date.fromisoformat(row["played_on"]) for row in archive.rows(events)]
    made_at, newest = parse_datetime(archive.manifest.made_at), max(evenings, default=None)
    return Compared(club, made_at, newest, _newest_here(club), counts, arrives=_moves_here(archive, club) > 0)


def update_club(*, club: Club, file: IO[bytes], limits: Limits, acting: Acting, client_id: str = "") -> Updated:
    """Take all that the archive has into the club, but for who may act in it. What differs becomes as it is there; what
    is not in it is deleted. Where nothing differs, nothing is written. A club that moved away lives here again by the
    archive that was made when it moved back. Raises `Refused`."""
    archive = _read(club, file, limits)
    with deed(club, acting, client_id, while_moved=True) as doing:
        if doing.was_done:
            return Updated(club, {})
        moves = _moves_here(archive, Club.objects.get(pk=club.pk))
        try:
            counts = take(archive, club, _scopes(club))
        except Faulty as fault:
            raise Refused(str(fault)) from fault
        if moves:
            settle(club, moves)
        if any(counts.values()) or moves:
            if counts["log"]:
                _say_own_lines_last(club, archive)
            doing.tell(ARRIVED if moves else UPDATED, club.name, after=f"as of {archive.manifest.made_at[:16]}")
    club.refresh_from_db()
    fill_rows(club=club)
    return Updated(club, counts, moves > 0)


def _moves_here(archive: Archive, club: Club) -> int:
    """The number of the move by which the club comes here with this archive; 0 where it is no move, or one from before
    the newest that is known here."""
    (table,) = (one for one in TABLES if one.model is Club)
    (row,) = archive.rows(table)
    moves = int(row.get("moves", 0))
    return moves if row.get("moved_to") and moves > club.moves else 0


def settle(club: Club, moves: int) -> None:
    """From now on the club lives here: evenings that were fetched, and accounts that came with them, are its own."""
    Club.objects.filter(pk=club.pk).update(moved_to="", is_copy=False, moves=moves)
    Event.objects.filter(club=club, fetched__isnull=False).update(lent=0)
    Fetched.objects.filter(event__club=club).delete()
    club.roles.filter(by_code=True).update(by_code=False)


def _read(club: Club, file: IO[bytes], limits: Limits) -> Archive:
    try:
        archive = Archive(file, limits)
        archive.check()
    except Faulty as fault:
        raise Refused(str(fault), "file") from fault
    (table,) = (one for one in TABLES if one.model is Club)
    if next(archive.rows(table)).get("uid") != str(club.uid):
        raise Refused("This file is another club’s.")
    return archive


def _scopes(club: Club) -> dict[str, Scope]:
    scopes = club_scopes(club)
    return scopes | {"log": replace(scopes["log"], goes=~OWN_LINES | Q(event__isnull=False))}


def _say_own_lines_last(club: Club, archive: Archive) -> None:
    """Lines are sealed by those before them: what this server did comes after all that the archive has."""
    (table,) = (one for one in TABLES if one.model is LogLine)
    theirs = {row.get("uid") for row in archive.rows(table)}
    for line in LogLine.objects.filter(OWN_LINES, club=club).order_by("pk"):
        if str(line.uid) not in theirs:
            LogLine.objects.filter(pk=line.pk).delete()
            line.pk = None
            add_seal(line, None)
            line.save(force_insert=True)


def _newest_here(club: Club) -> datetime | None:
    """The newest deed in the club, or entry at a table; not when it came here."""
    lines = LogLine.objects.filter(club=club).exclude(OWN_LINES).order_by("-at").values_list("at", flat=True)
    entries = Entry.objects.filter(card__round_table__event_round__event__club=club)
    newest = entries.order_by("-created_at").values_list("created_at", flat=True)
    return max(filter(None, (lines.first(), newest.first())), default=None)


# -- the file, from one page to the next ----------------------------------------------------


def keep_file(acting: Acting, content: bytes) -> str:
    """Keep the file for some minutes, for this account alone; by what it is found again."""
    digest = hashlib.sha256(content).hexdigest()
    kept(_key(acting, digest), lambda: content, among=ARCHIVES)
    return digest


def kept_file(acting: Acting, digest: str) -> IO[bytes] | None:
    content = found(_key(acting, digest), among=ARCHIVES)
    return io.BytesIO(content) if content is not None else None


def _key(acting: Acting, digest: str) -> str:
    return f"archive brought by {acting.user.pk if acting.user else 0} {digest}"
