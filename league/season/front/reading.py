"""The front page's sums: the latest evening, the open season; and the search."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final

from django.db.models import Q

from league.acting.permissions import NOBODY, Acting, Action
from league.evening.calendar.nights import Date
from league.evening.check_in.pages import is_found
from league.models import Club, Event, HouseRulesVersion, LedgerRow, Member, PublishedPlace, Season
from league.office.members.naming import shown_name
from league.season.seasons.published import may_read, places_of, seasons_of
from league.season.seasons.publishing import newest_publication
from scoring.rules.book import RuleBook

FIRST_PLACES: Final = 3
MOST_WINNERS: Final = 6
TOP: Final = 5
MOST_FOUND: Final = 20
# A day as people type it, and which of its parts they said.
DAYS: Final = (
    ("%Y-%m-%d", "ymd"), ("%m/%d/%Y", "ymd"), ("%B %d, %Y", "ymd"), ("%b %d, %Y", "ymd"), ("%d %B %Y", "ymd"),
    ("%B %d %Y", "md"), ("%b %d %Y", "md"), ("%B %Y", "ym"), ("%b %Y", "ym"), ("%Y", "y"),
)  # fmt: skip
LEAP: Final = "2000"  # so that February 29 is a day


def first_places(events: Iterable[Event]) -> dict[int, list[tuple[int, str]]]:
    """The first three places of closed evenings, by evening (one query)."""
    closed = {event.pk: event for event in events if event.state == Event.State.CLOSED}
    rows = LedgerRow.objects.filter(event__in=closed, place__lte=FIRST_PLACES).select_related("entrant", "partner")
    found: dict[int, dict[int | str, tuple[int, str]]] = {pk: {} for pk in closed}
    for row in rows.order_by("place", "entrant__number") if closed else ():
        event = closed[row.event_id]
        if row.is_pair == event.is_for_pairs:
            pair = f" & {row.partner.name}" if row.is_pair and row.partner else ""
            name = row.entrant.team if event.team_size else ""
            found[event.pk].setdefault(name or row.entrant_id, (row.place, name or f"{row.entrant.name}{pair}"))
    return {pk: list(places.values())[:MOST_WINNERS] for pk, places in found.items()}


def open_season(club: Club) -> tuple[Season, Sequence[PublishedPlace]] | None:
    """The open season with its first lines, unless hidden: screens may be on the projector (three queries)."""
    season = seasons_of(club, NOBODY).filter(state=Season.State.OPEN).first()
    if season is None:
        return None
    season.club = club
    publication = newest_publication(season)
    places = list(places_of(publication)[:TOP]) if publication and may_read(publication, NOBODY) else []
    return season, places


def book_of(dates: Sequence[Date]) -> RuleBook | None:
    """The rule book of the first date ahead (one query)."""
    if not dates:
        return None
    return HouseRulesVersion.objects.select_related("book_version").get(pk=dates[0][1].rules_id).book_version.book


# -- the search --------------------------------------------------------------------------


def search(club: Club, words: str, acting: Acting) -> tuple[list[Member], list[Event], list[Season]]:
    """Members by readable name, evenings and seasons: `MOST_FOUND` of each and one more (three queries)."""
    members = _members(club, words, acting) if acting.may(Action.READ_MEMBERS) else []
    evenings = club.events.filter(Q(name__icontains=words) | _on_day(words)).order_by("-played_on", "-pk")
    seasons = seasons_of(club, acting).filter(name__icontains=words)
    most = slice(MOST_FOUND + 1)
    events = list(evenings[most])
    for event in events:
        event.club = club
    return members[most], events, list(seasons[most])


def _members(club: Club, words: str, acting: Acting) -> list[Member]:
    people = Member.objects.filter(club=club, is_anonymous=False, merged_into=None).defer("director_notes")
    found = [one for one in people if is_found(shown_name(one, acting), one.number, words)]
    return sorted(found, key=lambda one: (shown_name(one, acting), one.number))


def _on_day(words: str) -> Q:
    typed = " ".join(words.split())
    for form, parts in DAYS:
        try:
            day = datetime.strptime(f"{typed} {LEAP}" if parts == "md" else typed, form).date()  # noqa: DTZ007
        except ValueError:
            continue
        names = {"y": "year", "m": "month", "d": "day"}
        return Q(**{f"played_on__{names[part]}": getattr(day, names[part]) for part in parts})
    return Q(pk__in=())
