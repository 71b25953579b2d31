"""Who hears appeals in `tests/hall.py`: a process of its own on the club's database, killed like a server.

python -m tests.committee TABLES EVENINGS    lays that many evenings with that many tables each, and tells of them
python -m tests.committee                    comes back to them

Then it enters what it is asked, line by line: an entry on a card as JSON, and as an answer its number on the card, or
that it does not know whether the entry arrived. Who asks sends it again.
"""

from __future__ import annotations

import json
import sys
from contextlib import suppress
from typing import Any

import django

django.setup()

from django.db import Error, connection  # noqa: E402
from django.test import Client  # noqa: E402
from django.utils import timezone  # noqa: E402

from league.models import Event, Role, TableTablet  # noqa: E402
from scoring.models import Device, ScoreCard  # noqa: E402
from scoring.score_card import access  # noqa: E402
from scoring.score_card.hosts import HostWriter  # noqa: E402
from scoring.score_card.recording import record  # noqa: E402
from tests.league.makers import make_club, make_event, make_running_round, make_user  # noqa: E402

SEATS = 4


def lay(tables: int, evenings: int) -> dict[str, Any]:
    """The session of a referee, and for each table the secret of the tablet that lies on it, its cards, and where
    the referee rules on each."""
    secrets = [access.new_secret() for _ in range(tables)]
    devices = [Device.objects.create(token_hash=access.hash_of(secret)) for secret in secrets]
    cards: list[list[str]] = [[] for _ in devices]
    places: list[list[str]] = [[] for _ in devices]
    referee = make_user(username=f"referee-{access.new_secret()[:12].lower()}")
    for _ in range(evenings):
        club = make_club(slug=f"hall-{access.new_secret()[:12].lower()}")
        Role.objects.create(club=club, user=referee, kind=Role.Kind.REFEREE)
        event = make_event(club, round_end=Event.RoundEnd.TIME, minutes=240)
        played = make_running_round(event, players=SEATS * tables)
        for place, table in enumerate(played.tables.select_related("card").order_by("number")):
            assert table.card is not None
            access.keep_card(devices[place], table.card)
            TableTablet.objects.create(
                event=event, table_number=table.number, device=devices[place], paired_at=timezone.now()
            )
            cards[place].append(f"/cards/{table.card.pk}/")
            places[place].append(f"/clubs/{club.slug}/events/{event.pk}/rounds/1/tables/{table.number}/rule/")
    visitor = Client()
    visitor.force_login(referee)
    laid = zip(secrets, cards, places, strict=True)
    return {
        "session": visitor.cookies["sessionid"].value,
        "tables": [{"secret": secret, "cards": kept, "places": at} for secret, kept, at in laid],
    }


def enter(asked: dict[str, Any]) -> dict[str, Any]:
    try:
        card = ScoreCard.objects.get(pk=asked["card"].strip("/").rpartition("/")[2])
        done = record(
            writer=HostWriter(card.pk, "The committee"),
            kind=asked["kind"],
            hand=asked["hand"],
            payload=asked["payload"],
            client_id=asked["client_id"],
            seen=card.version,
            by_director=True,
        )
    except Error as lost:
        with suppress(Error):
            connection.close()
        return {"lost": str(lost)}
    return {"number": done.entry.number}


def tell(answer: object) -> None:
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    tell(lay(*map(int, sys.argv[1:])) if sys.argv[1:] else "back")
    for line in sys.stdin:
        tell(enter(json.loads(line)))
