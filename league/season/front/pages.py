"""The front page and the search in words. No queries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from league.acting.permissions import Acting
from league.models import Club, Event
from league.office.clubs.pages.navigation import address_of
from league.office.members.naming import shown_name
from league.season.front.reading import Found, Leaders
from league.season.seasons.pages import figure_of, names_of, place_address, place_words
from league.words import day_words, short_when_with_year


@dataclass(frozen=True, slots=True)
class Latest:
    """The evening that was played last: who came first, and where its results and its notice are."""

    title: str
    when: str
    address: str
    winners: tuple[tuple[str, str], ...]
    notice: str


@dataclass(frozen=True, slots=True)
class StandingsContext:
    """The first of the open season: place, name, figure and where the reason for it stands."""

    title: str
    address: str
    lines: tuple[tuple[str, str, str, str], ...]


@dataclass(frozen=True, slots=True)
class FoundLine:
    name: str
    note: str
    address: str


def latest_context(event: Event, winners: Sequence[tuple[int, str]], *, has_notice: bool) -> Latest:
    here = event.club.slug, event.pk
    return Latest(
        event.name,
        day_words(event),
        address_of("event", *here),
        tuple((place_words(place), name) for place, name in winners),
        address_of("notice", *here) if has_notice else "",
    )


def standings_context(leaders: Leaders, acting: Acting) -> StandingsContext:
    season = leaders.season
    return StandingsContext(
        season.name,
        address_of("season", season.club.slug, season.pk),
        tuple(
            (place_words(line.place), names_of(line, acting), figure_of(line), place_address(season, line))
            for line in leaders.places
        ),
    )


def found_groups(club: Club, found: Found, acting: Acting) -> list[tuple[str, list[FoundLine]]]:
    """What was found, by its kind; a kind without anything is left out."""
    slug = club.slug
    groups = (
        (
            "Members",
            [
                FoundLine(shown_name(one, acting), str(one.number), address_of("player", slug, one.pk))
                for one in found.members
            ],
        ),
        (
            "Evenings",
            [FoundLine(one.name, short_when_with_year(one), address_of("event", slug, one.pk)) for one in found.events],
        ),
        ("Seasons", [FoundLine(one.name, "", address_of("season", slug, one.pk)) for one in found.seasons]),
    )
    return [(title, lines) for title, lines in groups if lines]
