"""A database that older code has filled migrates and opens, with all its cards, events and seatings.

`versions/0.x.sql.gz` is SQLite's own text of one that the code of commit 1827226 filled on November 22, 2026 under the
settings for tests, whose key its passes and links are made with. All of it went through the verbs and pages that people
use: `manage.py demo`; a card of every book in every state (also with corrections, pardons, lateness, names that changed);
played, shared and unfinished games in the browser; and the club "Old Mill" with house rules in versions and drafts,
one-time links, a series, and five events. One is an evening in its third round: substitutes and helpers before a round
and in it, late, absent, missing and replaced players, a waived lateness, penalties and a pardon, a paper table typed and
one with its totals alone, disputes, a round that was reopened, calls, tablets paired and cut off, a seat promised to a
helper in a round to come, and a proposal of another seating. The others are a draft, a plan, a casual evening with a
table of three, and a tournament that is over. Left out: sessions, and what jobs had counted.

`versions/0.x.json` is what that code read from it (`figures`), and the addresses that people hold, by whose browser
opens them. Neither file is ever made anew: what a migration cannot carry over is for the migration to mend.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from league.models import Club, Event, OneTimeLink
from pinochle_club.ground import typesetting
from pinochle_club.server.new_database import make_tables
from scoring.models import Device, DeviceCard, ScoreCard
from scoring.score_card.access import DEVICE_COOKIE, hash_of, new_secret
from tests.migrations.figures import figures
from tests.migrations.keeping import OLDEST, OLDEST_MIGRATED, VERSIONS, in_place_of_ours, opened
from tests.pinochle_club.server.test_new_database import look
from tests.sampling import SOAK

KNOWN: dict[str, Any] = json.loads((VERSIONS / f"{OLDEST}.json").read_text())
PAGES = ("", "board/", "seating/", "papers/")
MORE_PAGES = ("rotation/", "check-in/", "projector/", "log/")
PAPERS = ("seating", "slips", "rotation", "results")

pytestmark = pytest.mark.usefixtures("older_database")


@pytest.fixture(scope="module")
def older_database(tmp_path_factory: pytest.TempPathFactory, django_db_blocker: Any) -> Iterator[None]:
    """In place of the tests' own for this module; migrated from the newest version kept here on, in a soak from the first
    step on."""
    kept = OLDEST if SOAK else OLDEST_MIGRATED
    with django_db_blocker.unblock(), opened(kept, tmp_path_factory.mktemp("older") / "club.sqlite3"):
        yield


@pytest.fixture(scope="module")
def tablet(older_database: None) -> Client:
    """A browser that keeps every card there is, games in the browser aside."""
    secret = new_secret()
    device = Device.objects.create(token_hash=hash_of(secret))
    cards = ScoreCard.objects.filter(kept_by_play=False)
    DeviceCard.objects.bulk_create(DeviceCard(device=device, card=card, number=99) for card in cards)
    client = Client()
    client.cookies[DEVICE_COOKIE] = secret
    return client


def signed_in(club: Club, kind: str) -> Client:
    client = Client()
    client.force_login(User.objects.filter(club_roles__club=club, club_roles__kind=kind)[0])
    return client


def refused(client: Client, paths: list[str]) -> dict[str, int]:
    """What does not answer with a page, and how it answers."""
    answers = {path: client.get(path, follow=True).status_code for path in paths}
    return {path: status for path, status in answers.items() if status != 200}


def test_tables_are_those_of_a_new_database(tmp_path: Path) -> None:
    migrated = look()
    with in_place_of_ours(tmp_path / "new.sqlite3"):
        make_tables()

        assert look() == migrated


def test_every_figure_is_as_the_older_code_read_it() -> None:
    read = json.loads(json.dumps(figures()))

    assert read["cards"] == KNOWN["figures"]["cards"]
    assert read["events"] == KNOWN["figures"]["events"]


def test_cards_of_evenings_open(tablet: Client) -> None:
    """All of the older club, and of the demo the first table's in each first round: their figures are looked at above.
    Cards of kitchen tables are among the addresses that people hold."""
    of_evenings = ScoreCard.objects.exclude(host="")
    older = of_evenings.filter(round_table__event_round__event__club__slug="old-mill")
    demo = of_evenings.filter(round_table__number=1, round_table__event_round__number=1)

    assert refused(tablet, [f"/cards/{card.pk}/" for card in older | demo]) == {}


def test_rounds_and_histories_of_the_older_evening_open(tablet: Client) -> None:
    cards = ScoreCard.objects.filter(round_table__event_round__event__name="Tuesday cards")

    paths = [f"/cards/{card.pk}/{page}" for card in cards for page in ("history/", "round/")]

    assert refused(tablet, paths) == {}


def test_every_page_of_every_event_opens_to_its_director() -> None:
    for club in Club.objects.all():
        director = signed_in(club, "director")
        pages, most = (PAGES, 2) if club.is_example else ((*PAGES, *MORE_PAGES), None)
        events = [f"/clubs/{club.slug}/events/{event.pk}/" for event in club.events.all()[:most]]
        assert refused(director, [f"{event}{page}" for event in events for page in pages]) == {}


def test_every_players_seats_open() -> None:
    event = Event.objects.get(club__slug="old-mill", name="Tuesday cards")
    numbers = event.entrants.filter(is_house_player=False).values_list("number", flat=True)

    assert refused(Client(), [f"/clubs/old-mill/events/{event.pk}/seating/{number}/" for number in numbers]) == {}


def test_what_is_printed_for_the_older_evening(monkeypatch: pytest.MonkeyPatch) -> None:
    """As far as the pages that are typeset: how they are does not hang on the database."""
    monkeypatch.setattr(typesetting, "pdf_of", lambda *_, **__: b"%PDF-")
    event = Event.objects.get(club__slug="old-mill", name="Tuesday cards")
    director = signed_in(event.club, "director")

    assert refused(director, [f"/clubs/old-mill/events/{event.pk}/papers/{paper}.pdf" for paper in PAPERS]) == {}


def test_clubs_members_rules_and_roles_open_to_their_admin() -> None:
    admin = signed_in(Club.objects.get(slug="old-mill"), "admin")
    pages = ("", "settings/", "roles/", "members/", "members/pairs/", "members/export/", "rules/", "series/", "events/")

    assert refused(admin, [f"/clubs/old-mill/{page}" for page in pages]) == {}


@pytest.mark.parametrize("who", sorted({who for who, _ in KNOWN["addresses"]}))
def test_every_address_that_people_hold_leads_where_it_led(who: str) -> None:
    client = Client()
    if who != "anybody":
        client.cookies[DEVICE_COOKIE] = KNOWN["devices"][who]
    # Links for one use end after days; that they do is for their own tests.
    OneTimeLink.objects.update(expires_at=timezone.now() + timedelta(days=1))

    assert refused(client, [path for whose, path in KNOWN["addresses"] if whose == who]) == {}
