"""A season of which only the rows are there, laid at once: as many nights, rounds and members as a test asks for."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any

from league.models import Club, Entrant, Event, LedgerRow, Member, Season
from league.season.seasons.deeds import draft_digest, draft_of, open_season, publish_rules, save_draft
from tests.league.makers import NAMES, make_club, make_series
from tests.league.season.seasons.bots import by

FIRST = date(2026, 1, 1)


@dataclass
class Laid:
    """What was laid, and what it comes to by member: points, nights and rounds won, added up while it was laid."""

    club: Club
    season: Season
    points: Counter[int]
    nights: Counter[int]
    won: Counter[int]


def lay_season(members: int, nights: int, rounds: int, *, seed: int = 7, **rules: Any) -> Laid:
    """A club in which everybody plays every night, four at a table and the same four all season; published once, by
    all points unless `rules` say otherwise."""
    chance = random.Random(seed)
    club = make_club()
    series = make_series(club)
    names = (f"{NAMES[at % len(NAMES)]} {at}" for at in range(members))
    people = Member.objects.bulk_create(
        Member(club=club, number=at, name=name) for at, name in enumerate(names, start=1)
    )
    season = open_season(club=club, name="Winter", opens_on=FIRST, closes_on=FIRST.replace(year=2028), **by())
    laid = Laid(club, season, Counter(), Counter(), Counter())
    for night in range(nights):
        lay_night(laid, series, people, FIRST + timedelta(days=night), rounds, chance)
    draft = draft_of(season).model_copy(update=rules)
    season = save_draft(season=season, rules=draft, seen=draft_digest(season), **by())
    publish_rules(season=season, seen=draft_digest(season), **by())
    return laid


def lay_night(laid: Laid, series: Any, people: list[Member], day: date, rounds: int, chance: random.Random) -> None:
    event = Event.objects.create(
        club=laid.club, series=series, name=series.name, played_on=day, rules=series.rules, state="closed",
        ledger_mark="laid", starts_at=datetime(day.year, day.month, day.day, 19, tzinfo=UTC),
    )  # fmt: skip
    entrants = Entrant.objects.bulk_create(
        Entrant(event=event, member=member, number=at, name=member.name, state="here")
        for at, member in enumerate(people, start=1)
    )
    rows = []
    for number in range(1, rounds + 1):
        for table in range(1, len(people) // 4 + 1):
            four = entrants[4 * table - 4 : 4 * table]
            sums = {"NS": chance.randrange(60, 400), "EW": chance.randrange(60, 400)}
            for at, entrant in enumerate(four):
                side = "EW" if at % 2 else "NS"
                won = sums[side] == max(sums.values())
                facts = {"hands": 4, "scored": sums[side], "bids": at, "made": at // 2, "sets": int(not won)}
                rows.append(
                    LedgerRow(
                        event=event, round_number=number, entrant=entrant, partner=four[at - 2], kind="played",
                        points=sums[side], won=won, table=table, side=side, place=at + 1, facts=facts,
                    )
                )  # fmt: skip
                laid.points[entrant.member.pk] += sums[side]
                laid.won[entrant.member.pk] += won and sums["NS"] != sums["EW"]
    LedgerRow.objects.bulk_create(rows, batch_size=2000)
    laid.nights.update(member.pk for member in people)
