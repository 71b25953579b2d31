"""The front page and the search in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final
from urllib.parse import quote

from django.utils import timezone
from django.utils.safestring import SafeString

from league.acting.permissions import Acting
from league.evening.calendar.nights import Date
from league.evening.events.found import OF_CLUB, hall_data, json_ld, night_data
from league.evening.events.pages import fees_words
from league.models import Club, Event, Member, PublishedPlace, Season, Series
from league.models.events import EventSettings
from league.office.clubs.pages.navigation import address_of
from league.office.members.naming import shown_name
from league.season.front.reading import MOST_FOUND
from league.season.seasons.pages import figure_of, names_of, place_address, place_words
from league.words import clock_words, hall_words, short_when_with_year
from pinochle_club.ground.dates import weekday_and_day
from scoring.rules.book import RuleBook

FIRST_NIGHTS: Final = 3
MAP: Final = "https://www.google.com/maps/search/?api=1&query="
BEFORE: Final = timedelta(minutes=15)


@dataclass(frozen=True, slots=True)
class Door:
    """What a visitor reads. `nights` are (when, name, place where it is another, address)."""

    nights: Sequence[tuple[str, str, str, str]]
    lines: Sequence[str]
    map: str
    facts: Sequence[tuple[str, str]]
    contact: str
    first_time: str
    picture: tuple[str, str] | None


def door_of(club: Club, dates: Sequence[Date], book: RuleBook | None, picture: tuple[str, str] | None) -> Door | None:
    """The club's front door; None where there is nothing to say of it yet. `book` is that of the first date."""
    first = dates[0][1] if dates else None
    lines = list(filter(None, (club.hall, *club.street.splitlines())))
    is_welcome = Club.Beginners(club.beginners).label if club.beginners else ""
    plays = club.how_we_play or (f"{book.name}. {book.summary}" if book else "")
    facts = (
        ("Cost", club.cost or (fees_words(first) if first else "")), ("Beginners", is_welcome), ("We play", plays)
    )  # fmt: skip
    door = Door(
        nights=[_night(club, at, row) for at, row in dates[:FIRST_NIGHTS]],
        lines=lines,
        map=club.map_link or (f"{MAP}{quote(hall_words(club), safe='')}" if club.street else ""),
        facts=[fact for fact in facts if fact[1]],
        contact=club.contact,
        first_time=club.first_time or (first_time_words(club, *dates[0]) if dates else ""),
        picture=picture,
    )
    return door if door.nights or lines or club.contact or picture else None


def _night(club: Club, at: datetime, row: Event | Series) -> tuple[str, str, str, str]:
    when = f"{weekday_and_day(timezone.localdate(at), club.date_style)}, {clock_words(at, club)}"
    address = address_of("event", club.slug, row.pk) if isinstance(row, Event) else ""
    return when, row.name, row.place, address


def first_time_words(club: Club, at: datetime, row: Event | Series) -> str:
    """What somebody does who has never been there."""
    come = f"Come at {clock_words(at - BEFORE, club)} and say hello to the director."
    if row.is_for_pairs:
        return f"{come} It takes a partner: bring one, or ask before, and we look for one."
    if row.format == EventSettings.Format.CASUAL:
        return f"{come} You need no partner: we find you a seat."
    return f"{come} You need no partner: we find you one."


# -- for search engines ------------------------------------------------------------------


def structured(club: Club, dates: Sequence[Date], door: Door, address: str, server: str) -> SafeString:
    """The club and its next nights as schema.org has them, in JSON-LD. No person is in it."""
    hall = hall_data(club)
    host: dict[str, Any] = {"@type": "Organization", "@id": f"{address}{OF_CLUB}", "name": club.name, "url": address}
    host |= {"description": club.about} if club.about else {}
    host |= {"location": hall, "address": hall["address"]} if hall else {}
    host |= {"image": f"{server}{door.picture[0]}"} if door.picture else {}
    return json_ld([host, *filter(None, (night_data(at, row, address, server) for at, row in dates[:FIRST_NIGHTS]))])


def in_short(club: Club, door: Door) -> str:
    """What stands below a link to the club's page where people pass it on."""
    when = door.nights[0][0] if door.nights else ""
    return club.about or ". ".join(filter(None, (when, ", ".join(door.lines)))) or "A pinochle club"


def leader_lines(season: Season, places: Iterable[PublishedPlace], acting: Acting) -> list[tuple[str, str, str, str]]:
    return [
        (place_words(line.place), names_of(line, acting), figure_of(line), place_address(season, line))
        for line in places
    ]


def found_groups(
    club: Club, members: Iterable[Member], events: Iterable[Event], seasons: Iterable[Season], acting: Acting
) -> list[tuple[str, list[tuple[str, str, str]]]]:
    groups = {
        "Members": [(shown_name(one, acting), str(one.number), "player", one.pk) for one in members],
        "Evenings": [(one.name, short_when_with_year(one), "event", one.pk) for one in events],
        "Seasons": [(one.name, "", "season", one.pk) for one in seasons],
    }
    return [
        (title, [(name, note, address_of(page, club.slug, pk)) for name, note, page, pk in lines[:MOST_FOUND]])
        for title, lines in groups.items()
        if lines
    ]
