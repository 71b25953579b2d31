"""The week's table and the ladder in words. No queries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction
from typing import Final

from league.acting.permissions import Acting
from league.models import Club, Member
from league.office.clubs.pages.navigation import address_of
from league.office.members.naming import shown_name
from league.season.ladder.points import Standing
from pinochle_club.ground.dates import full_day, short_day, weekday
from scoring.play.record import streak

DAYS_A_WEEK: Final = 7
LADDER_WEEKS: Final = 8
HOW: Final = (
    "A deal of the day brings one point for playing it, one for each member of the club you do better than, and half a "
    "point for a tie.",
    "Every rule book has a deal a day, and all of them count alike.",
    "Only deals played on their day count, by members who are signed in: one try each.",
    "Today’s points still grow while others play. The day ends at midnight, by this server’s clock.",
)


@dataclass(frozen=True, slots=True)
class LadderRow:
    """A member on the ladder. Places, sums and shares are figures, so that the list can be sorted."""

    place: int
    name: str
    address: str
    deals: int
    points: Fraction
    share: Fraction | None
    streak: int
    is_yours: bool
    by_day: Mapping[date, Fraction]


@dataclass(frozen=True, slots=True)
class WeekContext:
    """One week, from Monday to Sunday, with the ways to the week before and the one after. A day is `Mon`, and in full
    for those who don't see where it stands; a row has what each day brought (empty: not played), and the sum."""

    title: str
    days: tuple[tuple[str, str], ...]
    rows: list[tuple[LadderRow, list[tuple[str, str]], str]]
    before: str
    after: str


def monday_of(day: date) -> date:
    """The first day of a day's week."""
    return day - timedelta(days=day.weekday())


def week_context(
    club: Club,
    first: date,
    today: date,
    rows: Sequence[Standing],
    members: Mapping[int, Member],
    acting: Acting,
) -> WeekContext:
    """The table of the week that begins on `first`."""
    days = [first + timedelta(days=at) for at in range(DAYS_A_WEEK)]
    words = tuple((weekday(day), short_day(day, club.date_style)) for day in days)
    place, after = address_of("ladder", club.slug), first + timedelta(days=DAYS_A_WEEK)
    shown = []
    for row in ladder_rows(club, rows, members, acting, today):
        brought = (points_words(row.by_day[day]) if day in row.by_day else "" for day in days)
        each = [(short, points) for (short, _), points in zip(words, brought, strict=True)]
        shown.append((row, each, points_words(row.points)))
    return WeekContext(
        title="This week" if first == monday_of(today) else f"The week of {full_day(first, club.date_style)}",
        days=words,
        rows=shown,
        before=f"{place}?week={first - timedelta(days=DAYS_A_WEEK)}",
        after=f"{place}?week={after}" if after <= today else "",
    )


def ladder_rows(
    club: Club, rows: Sequence[Standing], members: Mapping[int, Member], acting: Acting, today: date
) -> list[LadderRow]:
    """The ladder from the top. Those who have as many points share a place."""
    shown = [row for row in rows if row.member in members]
    return [
        LadderRow(
            place=1 + sum(other.points > row.points for other in shown),
            name=shown_name(members[row.member], acting),
            address=address_of("player", club.slug, row.member),
            deals=row.deals,
            points=row.points,
            share=row.share,
            streak=streak(row.by_day, today).longest,
            is_yours=row.member == acting.member_id,
            by_day=row.by_day,
        )
        for row in shown
    ]


def points_words(points: Fraction) -> str:
    """`3`, `2½`, `½`."""
    whole, half = divmod(points, 1)
    return f"{int(whole) or ''}½" if half else str(int(whole))


def share_words(share: Fraction | None) -> str:
    """`62%`."""
    return "–" if share is None else f"{round(share * 100)}%"
