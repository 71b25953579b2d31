"""The week's table and the ladder in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction
from typing import Final

from django.urls import reverse

from league.acting.permissions import Acting
from league.models import Club, Member
from league.office.clubs.pages.navigation import address_of
from league.office.members.naming import shown_name
from league.season.ladder.points import Result, Standing
from league.season.ladder.reading import Today
from pinochle_club.ground.dates import full_day
from scoring.play.pages.daily import THE_EXPERT
from scoring.play.pages.record import beside_expert
from scoring.play.record import FEWEST_RATED, rated, streak
from scoring.rules.notation import MINUS, counted, number, signed

DAYS_A_WEEK: Final = 7
LADDER_WEEKS: Final = 8
LADDER_DAYS: Final = 6  # that put one on the ladder
WEEK_DAYS: Final = 3  # that give one a place in a week's table
HOW: Final = (
    "Your place goes by your points beside par, averaged over the better half of your days. "
    f"{number(LADDER_DAYS).capitalize()} days put you on the ladder, {number(WEEK_DAYS)} in a week’s table.",
    "Par is what an Expert makes in your seat, with the same cards and the same players.",
    "The club’s deal of the day counts, played on its day by members who are signed in: one try each.",
    "The day ends at midnight, by this server’s clock.",
    "The Expert is a program. It plays each of these deals, too, and what it makes is par, so its own row is at 0.",
    "The better half of anybody’s days is mostly above 0, so the Expert and you are compared over all days: a plus "
    "there says you’re ahead. Its row stands below as many members with a place as are ahead, and has none itself.",
)


@dataclass(frozen=True, slots=True)
class LadderRow:
    """A member on the ladder, or the Expert, without address or streak. Figures stay figures, to be sorted."""

    place: int | None
    name: str
    address: str
    beside: Fraction | None
    overall: Fraction | None
    days: int
    streak: int | None
    is_yours: bool
    by_day: Mapping[date, Fraction | None]


def monday_of(day: date) -> date:
    return day - timedelta(days=day.weekday())


def week_context(club: Club, first: date, today: date) -> dict[str, str]:
    """The title of the week that begins on `first`, and links to its neighbors."""
    place, after = address_of("ladder", club.slug), first + timedelta(days=DAYS_A_WEEK)
    return {
        "title": "This week" if first == monday_of(today) else f"The week of {full_day(first, club.date_style)}",
        "before": f"{place}?week={first - timedelta(days=DAYS_A_WEEK)}",
        "after": f"{place}?week={after}" if after <= today else "",
    }


def ladder_rows(
    club: Club, rows: Sequence[Standing], members: Mapping[int, Member], acting: Acting, today: date
) -> list[LadderRow]:
    return [
        LadderRow(
            place=row.place,
            name=THE_EXPERT if row.member is None else shown_name(members[row.member], acting),
            address="" if row.member is None else address_of("player", club.slug, row.member),
            beside=row.average,
            overall=row.overall,
            days=len(row.by_day),
            streak=None if row.member is None else streak(row.by_day, today).longest,
            is_yours=row.member is not None and row.member == acting.member_id,
            by_day=row.by_day,
        )
        for row in rows
        if row.member is None or row.member in members
    ]


def without_par(results: Iterable[Result]) -> str:
    open_days = {one.day: one.given_up for one in results if one.beside is None}
    given_up = sum(open_days.values())
    later = len(open_days) - given_up
    yet = f"{counted(later, 'day')} will count once the Expert has played {'it' if later == 1 else 'them'}."
    never = f"{counted(given_up, 'day')} can’t count: the Expert couldn’t play {'it' if given_up == 1 else 'them'}."
    return " ".join([yet] * (later > 0) + [never] * (given_up > 0))


def people_words(days: Sequence[tuple[Fraction, int]]) -> str:
    """`On 23 days, in 61 hands: members are 2.1 a hand below the Expert, give or take 0.9.`"""
    found = rated([float(total / hands) for total, hands in days])
    if found is None:
        return f"After {FEWEST_RATED} days you’ll see here how members stand beside the Expert: {len(days)} so far."
    return f"On {found.count} days, in {sum(hands for _, hands in days):,} hands: members are {beside_expert(found)}"


def you_words(days: Sequence[tuple[Fraction, int]]) -> str:
    """`On the 23 days that you and the Expert both played, you are 2.1 a hand below the Expert, give or take 0.9.`"""
    found = rated([float(total / hands) for total, hands in days])
    if found is None:
        return (
            f"The Expert plays each deal of the day, too. After {FEWEST_RATED} days you’ll see how you stand beside it."
        )
    return f"On the {found.count} days that you both played, you are {beside_expert(found)}"


def beside_words(beside: Fraction | None) -> str:
    """`+3.5`, `−2`, `0`; a dash where par is not known yet."""
    if beside is None:
        return "–"
    words = f"{round(float(beside), 1) + 0.0:+.1f}".removesuffix(".0").replace("-", MINUS)
    return "0" if words == "+0" else words


def today_line(today: Today, *, is_member: bool) -> tuple[str, str]:
    """`3 of 28 have played, best +31`, and the address. Guests read only how many."""
    have = "has" if today.played == 1 else "have"
    words = f"{today.played} of {today.able} {have} played" if today.played else "nobody has played yet"
    best = f", best {signed(today.best)}" if is_member and today.best is not None else ""
    return f"{words}{best}", reverse("play:day", args=[today.book.key])
