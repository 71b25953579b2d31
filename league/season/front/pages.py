"""The front page and the search in words."""

from __future__ import annotations

from collections.abc import Iterable

from league.acting.permissions import Acting
from league.models import Club, Event, Member, PublishedPlace, Season
from league.office.clubs.pages.navigation import address_of
from league.office.members.naming import shown_name
from league.season.front.reading import MOST_FOUND
from league.season.seasons.pages import figure_of, names_of, place_address, place_words
from league.words import short_when_with_year


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
