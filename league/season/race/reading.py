"""The race of a season from the ledger: its nights, those of the year before, and how many are left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from copy import copy
from dataclasses import dataclass
from datetime import date, timedelta
from operator import itemgetter
from typing import Final

from league.evening.events.deeds import next_dates
from league.evening.ledger.findings import kept_by_ledger
from league.evening.ties.parting import Who
from league.models import Event, Publication, Season
from league.season.seasons.reading import evenings, read_ledger
from league.season.seasons.rules import SeasonRules
from league.season.seasons.standings import Place, standings

from .model import Chance, Night, Race, Runner, chances, plays_of, replayed

# Nights of the season's series before it tell of people, too, as long ago as that.
DAYS_BEFORE: Final = 365
LONGEST_WAIT: Final = 2.0  # seconds, of a request; the work goes on, and the page comes again


@dataclass(frozen=True, slots=True)
class Found:
    """Chances in order; `after` each night, by id in order, each share of wins; the number of plays."""

    chances: tuple[Chance, ...]
    after: Mapping[int, Mapping[Who, float]]
    plays: int


def nights_left(season: Season, rules: SeasonRules, today: date) -> tuple[int, int]:
    """Nights still to come, and the number only expected, since their series meets each week (three queries)."""
    if season.state == Season.State.CLOSED:
        return 0, 0
    open_nights = evenings(season, rules).exclude(state=Event.State.CLOSED).filter(ledger_mark="")
    there = open_nights.exclude(state=Event.State.PLANNED, played_on__lt=today).count()
    going = {one.pk: one for one in season.club.series.filter(pk__in=rules.series, is_over=False)}
    expected = 0
    for series, first in next_dates(season.club, today=today).items():
        if series in going and (going[series].is_for_pairs or not rules.for_pairs):
            first = max(first, season.opens_on + (first - season.opens_on) % timedelta(weeks=1))
            expected += max((season.closes_on - first).days // 7 + 1, 0)
    return there + expected, expected


def season_race(season: Season, publication: Publication, left: int) -> Found:
    """The race of a season as published (three queries while nothing is new). Raises `BeingWorkedOut`."""
    gone = season.club.members.filter(is_active=False, merged_into=None).order_by("pk").values_list("pk", flat=True)
    asked = season.pk, publication.pk, left, publication.rules.rules, " ".join(map(str, gone))
    return kept_by_ledger(work_out_race, season.club_id, *asked, at_most=LONGEST_WAIT)


def work_out_race(club_id: int, season_id: int, publication_id: int, left: int, rules: str, gone: str) -> Found:
    season = Season.objects.select_related("club").get(club=club_id, pk=season_id)
    race, nights, places = read_race(season, SeasonRules.from_json(rules), left, {*map(int, gone.split())})
    seed = str(season_id)
    now = chances(race, seed=seed) if left else decided(places)
    after = {nights[held - 1]: shares for held, shares in sorted(replayed(race, seed=seed), key=itemgetter(0))}
    return Found(now, after | {night: {one.who: one.wins for one in now} for night in nights[-1:]}, plays_of(race))


def read_race(
    season: Season, rules: SeasonRules, left: int, gone: Set[int]
) -> tuple[Race, tuple[int, ...], Sequence[Place]]:
    """The race as it stands, the season's nights in order, and its standings (twelve queries at most)."""
    earlier = copy(season)
    earlier.opens_on, earlier.closes_on = season.opens_on - timedelta(DAYS_BEFORE), season.opens_on - timedelta(1)
    every_night = rules.model_copy(update={"events": (), "without": (), "best": 0, "divisions": ()})
    before = standings(every_night, read_ledger(earlier, every_night))[None]
    places = standings(rules, read_ledger(season, rules))[None]
    nights, nights_before = nights_of(places), nights_of(before)
    theirs, theirs_before = ({one.who: one for one in found} for found in (places, before))
    runners = [
        Runner(
            who=who,
            nights=_played(theirs.get(who), nights),
            before=_played(theirs_before.get(who), nights_before),
            added=sum(line.points for line in theirs[who].adjustments) if who in theirs else 0,
            is_gone=not gone.isdisjoint(who),
        )
        for who in sorted({*theirs, *theirs_before})
    ]
    return Race(rules, tuple(runners), len(nights), left, len(nights_before)), nights, places


def decided(places: Sequence[Place]) -> tuple[Chance, ...]:
    """Chances after the last night: as in the standings, with their tie-breaks."""
    first = sum(one.place == 1 for one in places)
    return tuple(
        Chance(one.who, 1 / first if one.place == 1 else 0.0, (one.place, one.place), one.place, one.place)
        for one in places
    )


def nights_of(places: Sequence[Place]) -> tuple[int, ...]:
    return tuple(event for _, event in sorted({(night.day, night.event) for one in places for night in one.nights}))


def _played(place: Place | None, nights: Sequence[int]) -> tuple[Night, ...]:
    at = {event: number for number, event in enumerate(nights)}
    return tuple(
        Night(at[one.event], one.round_points, one.rounds, one.rounds_won, one.place, one.was_played)
        for one in (place.nights if place else ())
    )
