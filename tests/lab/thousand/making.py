"""A PostgreSQL database with so many clubs, each with two seasons behind it and five tables that play tonight."""

from __future__ import annotations

import json
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.db import connection
from django.utils import timezone

from league.evening.desk.reading import desk_version
from league.evening.desk.views.desk import NOTES
from league.evening.rounds.deeds import start_round
from league.evening.tables.deeds.tables import pair_tablet
from league.management.demo import DEMO
from league.management.moving import Move
from league.models import Club, Event, Role, RoundTable
from league.outside.archive.deeds import restore_club
from league.outside.archive.format import AT_THE_SERVER
from pinochle_club.ground import health
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
MODEL: Final = "django.contrib.auth.backends.ModelBackend"


@dataclass(frozen=True)
class Seat:
    """A tablet at its table of tonight, and the secret by which it is known."""

    card: str
    secret: str


@dataclass(frozen=True)
class Playing:
    """A club that plays: its tablets, its director's board and session, and its pages."""

    slug: str
    seats: list[Seat]
    session: str
    note: str
    board: str
    polled: str
    pages: dict[str, str]


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
    """Give the tablets of some clubs secrets that are known, and their directors sessions; all of it into a file."""
    playing = [asdict(_seated(event)) for event in Event.objects.filter(name=TONIGHT).order_by("club")[:clubs]]
    file.write_text(json.dumps(playing))


def _seated(event: Event) -> Playing:
    club, seats = event.club, []
    tablets = {tablet.table_number: tablet.device for tablet in event.tablets.select_related("device")}
    for table in RoundTable.objects.filter(event_round__event=event).order_by("number"):
        secret = access.new_secret()
        Device.objects.filter(pk=tablets[table.number].pk).update(token_hash=access.hash_of(secret))
        seats.append(Seat(f"/cards/{table.card_id}/", secret))
    director = club.roles.filter(kind=Role.Kind.DIRECTOR).select_related("user")[0].user
    session = SessionStore()
    session.update(
        {SESSION_KEY: str(director.pk), BACKEND_SESSION_KEY: MODEL, HASH_SESSION_KEY: director.get_session_auth_hash()}
    )
    session.create()
    season, member = club.seasons.latest("opens_on"), club.members.get(number=1)
    board = f"/clubs/{club.slug}/events/{event.pk}/board/"
    polled = f"{board}changes/?v={desk_version(event.pk, club.slug)}&light={health.light()}"
    pages = {
        "a card": seats[0].card,
        "the club’s page": f"/clubs/{club.slug}/",
        "its evenings": f"/clubs/{club.slug}/events/",
        "its standings": f"/clubs/{club.slug}/seasons/{season.pk}/",
        "a player’s page": f"/clubs/{club.slug}/players/{member.pk}/",
        "a search": f"/clubs/{club.slug}/search/?q=Marge",
        "the director’s board": board,
        "a member’s page": f"/clubs/{club.slug}/members/{member.pk}/",
        "all clubs": "/clubs/",
    }
    assert session.session_key is not None
    return Playing(club.slug, seats, session.session_key, NOTES.sign(f"{club.slug}/{event.pk}"), board, polled, pages)


def read_playing(file: Path) -> list[Playing]:
    told = json.loads(file.read_text())
    return [Playing(**{**each, "seats": [Seat(**seat) for seat in each["seats"]]}) for each in told]
