"""A club with a season of nights whose sums are known: two tables, so that four people have the same points each."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any

from league.evening.events.deeds import close_event, reopen_event
from league.models import Club, Event, EventRound, LedgerRow, Publication, PublishedPlace, RoundTable, Season, Series
from league.season.seasons.deeds import draft_digest, open_season, publish_rules, save_draft
from league.season.seasons.rules import SeasonRules
from tests.league.makers import (
    acting_as,
    close_with_sums,
    fresh,
    make_club,
    make_entrants,
    make_event,
    make_round,
    start_now,
)

FIRST = date(2026, 1, 6)
NIGHT = (60, 20, 60, 20, 50, 30, 50, 30)
Sums = Sequence[tuple[int, int]]


def laid_night(series: Series, week: int, *rounds: Sequence[int], **fields: Any) -> Event:
    """A closed night of which only the rows are there; each round has the points at tables of four, by seats."""
    day = FIRST + timedelta(weeks=week)
    event = make_event(
        series.club, book="st-hilary", series=series, name=series.name, played_on=day, state="closed",
        ledger_mark="laid", **fields,
    )  # fmt: skip
    people = make_entrants(event, len(rounds[0]))
    totals = {at: sum(points) for at, points in enumerate(zip(*rounds, strict=True))}
    LedgerRow.objects.bulk_create(
        LedgerRow(
            event=event, round_number=number, entrant=people[at], kind="played", points=each, table=at // 4 + 1,
            side="EW" if at % 2 else "NS", won=each > points[at ^ 1],
            place=1 + sum(other > totals[at] for other in totals.values()),
        )
        for number, points in enumerate(rounds, start=1)
        for at, each in enumerate(points)
    )  # fmt: skip
    return event


def played_night(series: Series, week: int, *rounds: Sums, is_over: bool = True, players: int = 8) -> Event:
    """A night of a series; each round has the sums of its tables, NS first. North and South are the first and third."""
    day = FIRST + timedelta(weeks=week)
    event = make_event(
        series.club, book="st-hilary", series=series, name=series.name, played_on=day, rounds_planned=len(rounds),
        starts_at=datetime(day.year, day.month, day.day, 19, tzinfo=UTC),
    )  # fmt: skip
    people = make_entrants(event, players)
    for number, sums in enumerate(rounds, start=1):
        close_with_sums(start_now(make_round(event, people, number=number)), sums)
    return close(event) if is_over else fresh(event)


def close(event: Event) -> Event:
    close_event(event=event, acting=acting_as(), client_id="")
    return fresh(event)


def correct(event: Event, *sums: tuple[int, int], number: int = 1) -> Event:
    """The director opens a night again and enters other sums."""
    reopen_event(event=event, acting=acting_as(), client_id="", reason="counted wrong", name=event.name)
    event_round = EventRound.objects.get(event=event, number=number)
    for table, (north, east) in zip(event_round.tables.all(), sums, strict=True):
        RoundTable.objects.filter(pk=table.pk).update(totals={"NS": north, "EW": east})
    return close(fresh(event))


def opened(club: Club | None = None, *, name: str = "Winter", is_published: bool = True, **rules: Any) -> Season:
    """A season from January to April by the rules of the club's series, and what is said besides."""
    season = open_season(
        club=club or make_club(), name=name, opens_on=FIRST, closes_on=date(2026, 4, 30), acting=acting_as(),
        client_id="",
    )  # fmt: skip
    if rules:
        draft = SeasonRules.from_json(season.draft).model_copy(update=rules)
        season = save_draft(
            season=season, rules=draft, seen=draft_digest(season), acting=acting_as(), client_id=""
        )  # fmt: skip
    if is_published:
        publish_rules(season=season, seen=draft_digest(season), acting=acting_as(), client_id="")
    return season


def newest(season: Season) -> Publication:
    return season.publications.latest("number")


def lines(publication: Publication, division: str = "") -> list[PublishedPlace]:
    return list(publication.places.filter(division=division).select_related("member"))


def standing(publication: Publication) -> list[tuple[str, int | None, int]]:
    """Who, place and points, in order."""
    return [(line.member.name.split()[0], line.place, line.shown["points"]) for line in lines(publication)]
