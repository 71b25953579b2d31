from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any, Final

from django.urls import reverse

from league.acting.answers import FormPage
from league.acting.permissions import Acting, Action
from league.models import Club, ClubPicture, Event
from league.words import clock_words, elsewhere
from pinochle_club.ground.copies import is_old
from pinochle_club.ground.dates import full_day, weekday_and_day
from scoring.score_card.hosts import Way

from .navigation import address_of, tools_at

DETAILS: Final = "league/office/clubs/_details.html"


def way_to(clubs: Sequence[Club]) -> Way:
    """The line of the start page: to the one club of this computer, or to all. `tonight` is when it plays, or None."""
    if len(clubs) != 1:
        return Way("Clubs", "Who plays tonight, seating and results", reverse("league:clubs"))
    (club,) = clubs
    words = f"Tonight at {clock_words(club.tonight, club)}" if club.tonight else "Evenings, results and standings"  # type: ignore[attr-defined]
    return Way(club.name, words, address_of("club", club.slug))


def club_tools(club: Club, acting: Acting, *, fetches: bool) -> list[tuple[str, str]]:
    """What an official does from the front page; evenings of a club that lives elsewhere are fetched."""
    return [
        *tools_at((club.slug,), ("Plan an event", "new_event", club.lives_here and acting.may(Action.PLAN_EVENTS))),
        *tools_at((), ("Fetch an evening", "fetch", fetches)),
        *tools_at((club.slug,), ("Settings", "settings", acting.may(Action.MANAGE_CLUB))),
    ]


def event_lines(
    club: Club,
    acting: Acting,
    coming: Sequence[Event],
    past: Sequence[Event],
    today: date,
    won: Mapping[int, str],
) -> dict[str, list[dict[str, Any]]]:
    """The events of the front page: `tonight`, `ahead` and `past`, of which it says who `won`."""
    tonight = [event for event in coming if event.state == Event.State.RUNNING or event.played_on == today]
    return {
        "tonight": [_line(club, event, _keys(club, event, acting)) for event in tonight],
        "ahead": [_line(club, event) for event in coming if event not in tonight],
        "past": [_line(club, event, won=won[event.pk]) for event in past],
    }


def _keys(club: Club, event: Event, acting: Acting) -> list[tuple[str, str]]:
    wanted = (
        ("The board", "desk", acting.may(Action.SEE_DESK)),
        ("Who sits where", "seating", event.seating_version > 0),
    )
    return [(label, address_of(name, club.slug, event.pk)) for label, name, is_wanted in wanted if is_wanted]


def _line(club: Club, event: Event, keys: Sequence[tuple[str, str]] = (), won: str = "") -> dict[str, Any]:
    state = event.get_state_display()
    day = weekday_and_day(event.played_on, club.date_style)
    return {
        "name": event.name,
        "when": f"{day}, {clock_words(event.starts_at, club)}{elsewhere(event)}",
        "state": "" if won else f"{state}, check-in is open" if event.check_in_open else state,
        "won": won,
        "address": address_of("event", club.slug, event.pk),
        "is_running": event.state == Event.State.RUNNING,
        "keys": keys,
    }


# What a new club does before its first night, in this order: what it is, its key and where that leads.
FIRST_STEPS: Final = (
    ("Add your members, or import a list", "Members", "members"),
    ("Choose the rule book you play by", "Rules", "house_rules"),
    ("Plan your first club night or tournament", "Plan it", "new_event"),
    ("Invite a second person to run it with you", "Roles", "roles"),
    ("Open a table on a tablet or a phone", "Table card", "table_pass"),
)


def first_steps(club: Club, done: tuple[bool, ...], coming: Sequence[Event]) -> list[dict[str, object]]:
    """The steps and whether each is done; empty once all are."""
    if all(done):
        return []
    return [
        {"text": text, "key": key, "address": _address_of_step(name, club, coming), "is_done": is_done}
        for (text, key, name), is_done in zip(FIRST_STEPS, done, strict=True)
    ]


def _address_of_step(name: str, club: Club, coming: Sequence[Event]) -> str:
    """A planned night has its own page, and its tables have cards."""
    if coming and name == "new_event":
        return address_of("event", club.slug, coming[0].pk)
    if name == "table_pass":
        return address_of(name, club.slug, coming[0].pk, 1) if coming else address_of("events", club.slug)
    return address_of(name, club.slug)


def new_club_page() -> FormPage:
    return FormPage(
        "New club", "Create the club", ("Back to the clubs", reverse("league:clubs")), fields=DETAILS, is_plain=True
    )


def settings_page(club: Club) -> FormPage:
    back = "Cancel", address_of("club", club.slug)
    return FormPage("Settings", "Save", back, fields=DETAILS, is_plain=True)


def door_page(club: Club) -> FormPage:
    says = ("People who find your page read when you meet next, and what you say here. All of it is optional.",)
    return FormPage("What visitors read", "Save", ("Back", address_of("settings", club.slug)), says=says)


def shown_picture(picture: ClubPicture | None, club: Club) -> tuple[str, str] | None:
    """The address of the club's picture, another one for each, and what it shows."""
    if picture is None:
        return None
    return f"{address_of('club_picture', club.slug)}?{int(picture.at.timestamp())}", picture.words


def picture_page(club: Club) -> FormPage:
    back = "Back", address_of("front_door", club.slug)
    return FormPage("The club’s picture", "Put it on the page", back, is_plain=True)


def backup_words(here: datetime | None, second: datetime | None, club: Club, now: datetime) -> dict[str, object]:
    """The last copies of this server, here and in a second place, and whether they are too old."""
    if here is None:
        words = "Nothing on this server has been backed up yet."
    else:
        words = f"The last good backup was made on {_moment(here, club)}."
        if second is not None and second < here:
            words += f" The last copy in a second place is from {_moment(second, club)}."
        elif second is not None:
            words += " There’s a second copy in another place."
    return {"told": words, "is_old": is_old(here, now)}


def _moment(at: datetime, club: Club) -> str:
    return f"{full_day(at, club.date_style)}, {clock_words(at, club)}"
