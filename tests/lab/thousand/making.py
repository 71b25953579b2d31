"""A PostgreSQL database with so many clubs, each with two seasons behind it and five tables that play tonight."""

from __future__ import annotations

import json
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from django.db import connection
from django.utils import timezone

from league.evening.rounds.deeds import start_round
from league.evening.tables.deeds.tables import pair_tablet
from league.management.demo import DEMO
from league.management.moving import Move
from league.models import Club, RoundTable, TableTablet
from league.outside.archive.deeds import restore_club
from league.outside.archive.format import AT_THE_SERVER
from pinochle_club.server.database import size
from pinochle_club.server.new_database import make_tables
from scoring.models import Device, Entry
from scoring.score_card import access
from tests.lab.benchmarks.bare import game
from tests.lab.thousand.copying import copy_club, without_indexes
from tests.lab.thousand.story import NIGHTS, told
from tests.league.makers import acting_as, make_entrants, make_event, make_round

TABLES: Final = 5
TONIGHT: Final = "Tonight"


@dataclass(frozen=True)
class Seat:
    """A tablet at its table of tonight: in which club, at which card, and the secret by which it is known."""

    club: str
    event: int
    card: str
    secret: str


@dataclass(frozen=True)
class Made:
    clubs: int
    seconds: float
    bytes: int
    entries: int


def make(folder: Path, clubs: int, nights: int = NIGHTS) -> Made:
    """In an empty database. The club's story is told in another one, and lies in the folder as an archive."""
    assert connection.vendor == "postgresql", "a thousand clubs are on PostgreSQL: DATABASE_URL"
    file, story = told(folder, nights)
    began = time.monotonic()
    make_tables()
    move = Move(story, timezone.now())
    with file.open("rb") as archive:
        club = restore_club(file=archive, limits=AT_THE_SERVER, acting=DEMO, change=move.row).club
    lay_tonight(club)
    with without_indexes():
        copy_club(club, range(1, clubs))
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
    return Made(Club.objects.count(), time.monotonic() - began, size(), Entry.objects.count())


def lay_tonight(club: Club) -> None:
    """An evening whose first round has begun, with a tablet on each table."""
    now = timezone.now()
    event = make_event(
        club, book=game.BOOK.key, hands=game.HANDS, name=TONIGHT, starts_at=now, played_on=now.date(), state="running"
    )
    event_round = make_round(event, make_entrants(event, 4 * TABLES))
    for number in range(1, TABLES + 1):
        device = Device.objects.create(token_hash=access.hash_of(access.new_secret()))
        pair_tablet(event=event, table_number=number, device=device)
    start_round(event_round=event_round, acting=acting_as(), client_id="begin-tonight")


def seat_tablets(file: Path, clubs: int) -> None:
    """Give the tablets of some clubs secrets that are known, and write down who sits where."""
    tonight = RoundTable.objects.filter(event_round__event__name=TONIGHT).order_by("event_round__event__club", "number")
    tables = tonight.select_related("event_round__event__club")[: clubs * TABLES]
    events = {table.event_round.event_id for table in tables}
    devices = {
        (tablet.event_id, tablet.table_number): tablet.device
        for tablet in TableTablet.objects.filter(event__in=events).select_related("device")
    }
    seats: list[dict[str, Any]] = []
    for table in tables:
        event, secret = table.event_round.event, access.new_secret()
        device = devices[event.pk, table.number]
        device.token_hash = access.hash_of(secret)
        seats.append(asdict(Seat(event.club.slug, event.pk, f"/cards/{table.card_id}/", secret)))
    Device.objects.bulk_update(devices.values(), ["token_hash"])
    file.write_text(json.dumps(seats))


def read_seats(file: Path) -> list[Seat]:
    return [Seat(**each) for each in json.loads(file.read_text())]
