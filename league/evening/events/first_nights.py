"""A new club's first night, as its founder asked for it, and the evening of an example."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import time, timedelta
from typing import Any, Final

from django.utils import timezone

from league.acting.permissions import Acting
from league.evening.check_in.deeds.roll import check_in, expect_players, open_check_in
from league.models import Club, Event, HouseRulesVersion, Member
from league.models.events import EventSettings
from league.words import DAYS

from .deeds import create_event, create_series, next_of_series

# Below it people form tables as they like: a rotation wants two tables.
FEW: Final = 8
MADE_UP: Final = (
    "Alma Reed", "Burt Sloan", "Cora Finch", "Dale Oakes", "Edna Marsh", "Fred Tully", "Greta Lund", "Hal Pruett",
    "Ida Novak", "Jack Bloom", "Kay Dorsey", "Leo Winters", "Mabel Stone", "Ned Farrow", "Opal Keane", "Pete Zuber",
)  # fmt: skip
ON_THE_WAY: Final = 1  # of them, so that there is somebody to check in


def plan_first_night(club: Club, acting: Acting, rules: HouseRulesVersion, asked: Mapping[str, Any]) -> Event:
    """The series on its weekday, and its first night."""
    client_id, day = asked["client_id"], asked["weekday"]
    series = create_series(
        club=club,
        acting=acting,
        client_id=f"{client_id}-s",
        name=f"{DAYS[day]} cards",
        weekday=day,
        starts_at=time.fromisoformat(asked["start"]),
        rules=rules,
        **_settings(rules, asked["people"]),
    )
    return next_of_series(series=series, acting=acting, client_id=client_id)


def _settings(rules: HouseRulesVersion, people: int) -> dict[str, Any]:
    """How so many play by these rules, as the form of an event suggests."""
    book = rules.book_version.book
    deals = book.round.deals if book.round is not None else None
    is_casual = people < FEW and deals is None
    return {
        "format": EventSettings.Format.CASUAL if is_casual else EventSettings.Format.ROTATION,
        "rounds_planned": 1 if is_casual else 4,
        "round_end": EventSettings.RoundEnd.GAME if is_casual else EventSettings.RoundEnd.HANDS,
        "hands": deals or book.deal.players,
    }


def fill_example(club: Club, acting: Acting, rules: HouseRulesVersion) -> Event:
    """Two or three tables of made-up people, most of whom are here; the next step is to seat them."""
    players = rules.book_version.book.deal.players
    names = MADE_UP[: players * max(2, 12 // players)]
    numbered = enumerate(names, start=1)
    people = list(club.members.order_by("number")) or Member.objects.bulk_create(
        Member(club=club, number=number, name=name) for number, name in numbered
    )
    now = timezone.now()
    about: dict[str, Any] = {
        "name": "Example evening",
        "played_on": timezone.localdate(),
        "starts_at": now + timedelta(minutes=15),
    }
    by: dict[str, Any] = {"acting": acting, "client_id": ""}
    event = create_event(club=club, rules=rules, **about, **_settings(rules, FEW), **by)
    open_check_in(event=event, **by)
    for member in people[: len(people) - ON_THE_WAY]:
        check_in(event=event, member=member, **by)
    expect_players(event=event, members=people[-ON_THE_WAY:], **by)
    return event
