"""A club's nights for its calendar: past and coming, unplanned dates of series, canceled nights, tables online."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, datetime, timedelta
from itertools import islice
from typing import Any, Final

from django.conf import settings
from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce, ExtractYear
from django.utils import timezone

from league.evening.events.deeds import local_start, next_dates
from league.evening.events.pages import fees_words
from league.evening.events.results import FIRST_ROWS
from league.evening.standing_tables.dates import days_of
from league.evening.standing_tables.pages import NAME
from league.evening.standing_tables.reading import tables_of
from league.models import Club, Event, LogLine, Series
from league.office.clubs.pages.navigation import address_of
from league.words import place_words, settings_words

WEEKS_AHEAD: Final = 8
DAYS_BACK: Final = 400
DAYS_STRUCK_OUT: Final = 60
MOST_SERIES: Final = 20
MOST_NIGHTS: Final = 400
Date = tuple[datetime, Event | Series]
# Ends the ids of a club's nights on whatever server; a club from before this has the name of its server there.
ANY_HOST: Final = "pinochle-club"


def series_dates(club: Club, today: date) -> list[dict[str, Any]]:
    """The next dates of the club's series after its existing nights, nearest first (two queries)."""
    first = next_dates(club, today=today)
    found: list[dict[str, Any]] = []
    for series in club.series.filter(is_over=False).select_related("rules__book_version")[:MOST_SERIES]:
        series.club = club
        if series.pk in first:
            days = (first[series.pk] + timedelta(weeks=week) for week in range(WEEKS_AHEAD))
            found += [
                {
                    "series": series,
                    "day": day,
                    "calendar_id": series.calendar_id_of(day),
                    "starts_at": local_start(day, series.starts_at),
                }
                for day in days
            ]
    return sorted(found, key=lambda one: (one["starts_at"], one["series"].pk))


def nights_coming(club: Club, today: date) -> list[Event]:
    """Nights not over yet, nearest first (one query)."""
    is_coming = Q(state=Event.State.RUNNING) | Q(played_on__gte=today) & ~Q(state=Event.State.CLOSED)
    return list(_nights(club).filter(is_coming).order_by("starts_at", "pk")[:MOST_NIGHTS])


def nights_played(club: Club, today: date, year: int) -> list[Event]:
    """A year's nights that are over with their first places, latest first (two queries)."""
    is_over = Q(state=Event.State.CLOSED) | Q(played_on__lt=today) & ~Q(state=Event.State.RUNNING)
    nights = _nights(club).filter(is_over, played_on__range=(date(year, 1, 1), date(year, 12, 31)))
    return list(nights.prefetch_related(FIRST_ROWS).order_by("-starts_at", "-pk")[:MOST_NIGHTS])


def years_of(club: Club) -> list[int]:
    """The years with nights, latest first (one query)."""
    years = club.events.order_by().annotate(year=ExtractYear("played_on")).values_list("year", flat=True)
    return sorted(years.distinct(), reverse=True)


def _nights(club: Club) -> QuerySet[Event]:
    return Event.objects.filter(club=club).select_related("club", "rules__book_version")


def dates_ahead(nights: Sequence[Event], dates: Iterable[dict[str, Any]]) -> list[Date]:
    """When people can come: the nights ahead, and dates of series that are not planned yet, nearest first."""
    known = {night.known_as for night in nights}
    found: list[Date] = [(night.starts_at, night) for night in nights]
    found += [(one["starts_at"], one["series"]) for one in dates if one["calendar_id"] not in known]
    return sorted(found, key=lambda one: one[0])


# -- the feed ----------------------------------------------------------------------------


def calendar_nights(club: Club, now: datetime) -> list[dict[str, Any]]:
    """The nights of the feed: from last year on, with the next dates of series and canceled nights (five queries). A
    night planned for a date replaces it under the same id."""
    today, host = timezone.localdate(now), club.calendar_host or ANY_HOST
    struck_out = {night.calendar_id: night for night in club.cancelled_nights.all()}
    newest = LogLine.objects.filter(event=OuterRef("pk")).order_by("-at").values("at")[:1]
    nights = _nights(club).annotate(changed_at=Coalesce(Subquery(newest), "created_at"))
    events = nights.filter(played_on__gte=today - timedelta(days=DAYS_BACK)).order_by("starts_at", "pk")[:MOST_NIGHTS]
    found: list[dict[str, Any]] = []
    known = set()
    for event in events:
        before = struck_out.get(event.known_as)
        known.add(event.known_as)
        found.append(
            {
                "uid": f"{event.known_as}@{host}",
                "name": event.name,
                "starts_at": event.starts_at,
                "changed_at": event.changed_at,
                "status": "CONFIRMED",
                "sequence": event.version + (before.sequence if before else 0),
                "words": _told(event),
                "place": place_words(event),
                "address": f"{settings.PUBLIC_URL}{address_of('event', club.slug, event.pk)}",
            }
        )
    for one in series_dates(club, today):
        series = one["series"]
        if one["calendar_id"] not in known:
            known.add(one["calendar_id"])
            before = struck_out.get(one["calendar_id"])
            found.append(
                {
                    "uid": f"{one['calendar_id']}@{host}",
                    "name": series.name,
                    "starts_at": one["starts_at"],
                    "changed_at": series.club.created_at,
                    "status": "TENTATIVE",
                    "sequence": before.sequence + 1 if before else 0,
                    "words": f"{_told(series)}\nNot planned yet.",
                    "place": place_words(series),
                }
            )
    for table in tables_of(club):
        for day in islice(days_of(table, now), WEEKS_AHEAD):
            found.append(
                {
                    "uid": f"{table.calendar_id_of(day)}@{host}",
                    "name": NAME,
                    "starts_at": local_start(day, table.starts_at),
                    "changed_at": table.changed_at,
                    "status": "CANCELLED" if day.isoformat() in table.not_on else "CONFIRMED",
                    "sequence": int((table.changed_at - table.created_at).total_seconds()),
                    "words": table.rules.book_version.book.short_name,
                    "address": f"{settings.PUBLIC_URL}{address_of('online_table', club.slug, table.pk)}",
                }
            )
    for calendar_id, night in struck_out.items():
        if calendar_id not in known and night.starts_at > now - timedelta(days=DAYS_STRUCK_OUT):
            uid = f"{calendar_id}@{host}"
            found.append(
                {
                    "uid": uid,
                    "name": night.name,
                    "starts_at": night.starts_at,
                    "changed_at": night.at,
                    "status": "CANCELLED",
                    "sequence": night.sequence,
                }
            )
    return found


def _told(row: Event | Series) -> str:
    """What a calendar says of a night besides when and where."""
    club = row.club
    return "\n".join(filter(None, (settings_words(row), club.cost or fees_words(row), club.contact)))
