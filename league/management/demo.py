"""The clubs of the demo in the database, each an archive that comes in at one blow. Killed on the way, the next run
goes on."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Final

from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX, make_password
from django.contrib.auth.models import User
from django.db.models import Q, QuerySet
from django.utils import timezone

from league.acting.permissions import Acting
from league.models import Club, Role, RoundTable
from league.office.clubs.deeds.clubs import delete_club
from league.outside.archive.deeds import restore_club
from league.outside.archive.format import AT_THE_SERVER
from pinochle_club.ground.write_queue import queued_write
from scoring.models import Device

from .clubs import CLUBS, MAIL_DOMAIN, ClubStory
from .moving import Move, Story

FOLDER: Final = Path(__file__).parent / "archives"
TOLD: Final = "told.json"
DEMO: Final = Acting(user=None, kind=Role.Kind.ADMIN, name="The demo")


def make_clubs(is_wanted: Callable[[], bool] = lambda: True) -> None:
    """Bring the missing clubs, for as long as they are wanted."""
    for story in CLUBS:
        if not is_wanted():
            return
        if not Club.objects.filter(is_example=True, name=story.name).exists():
            move = Move(story_told(story), timezone.now())
            with (FOLDER / f"{story.key}.zip").open("rb") as file:
                restore_club(file=file, limits=AT_THE_SERVER, acting=DEMO, is_example=True, change=move.row)


def open_accounts() -> list[str]:
    """Give the accounts of the demo a random password, once all clubs are there; their sign-ins as lines, if any."""
    roles = list(_without_password().order_by("pk"))
    if not roles:
        return []
    password = secrets.token_urlsafe(9)
    # Weighed once: it takes a good part of a second.
    User.objects.filter(club_roles__in=roles).update(password=make_password(password))
    return [f"{role.club.name}, {role.get_kind_display()}: {role.user.username}  {password}" for role in roles]


def _without_password() -> QuerySet[Role]:
    roles = Role.objects.filter(club__is_example=True, user__email__endswith=MAIL_DOMAIN)
    return roles.filter(user__password__startswith=UNUSABLE_PASSWORD_PREFIX).select_related("club", "user")


def remove_clubs() -> int:
    """Take the clubs of the demo out, with their cards, tablets and accounts; how many there were."""
    with queued_write():
        clubs = list(Club.objects.filter(is_example=True))
        for club in clubs:
            cards = RoundTable.objects.filter(event_round__event__club=club).exclude(card=None).values("card_id")
            devices = Device.objects.filter(kept_cards__card__in=cards, label__startswith="Demo ")
            device_ids = list(devices.values_list("pk", flat=True).distinct())
            delete_club(club=club, name=club.name)
            Device.objects.filter(pk__in=device_ids, kept_cards=None).delete()
        User.objects.filter(Q(email__endswith=MAIL_DOMAIN), club_roles=None).delete()
    return len(clubs)


# -- the archives ------------------------------------------------------------------------


def story_told(story: ClubStory) -> Story:
    times = json.loads((FOLDER / TOLD).read_text())[story.key]
    moments = {name: datetime.fromisoformat(times[name]) for name in ("until", "ahead", "live_since") if times[name]}
    return Story(**moments)
