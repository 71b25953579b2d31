"""Standing tables set up, changed, left out on a day, ended; and members' answers."""

from __future__ import annotations

from datetime import date, time
from itertools import islice
from typing import Final

from django.utils import timezone

from league.acting.deed import deed
from league.acting.log import Refused
from league.acting.permissions import Acting
from league.evening.standing_tables.dates import days_of, next_day, opens_at
from league.models import Club, HouseRulesVersion, Member, StandingTable
from league.words import DAYS, clock_words

MOST_TABLES: Final = 14
DAYS_AHEAD: Final = 6  # shown, to be left out


def set_up(
    *,
    club: Club,
    weekday: int,
    starts_at: time,
    rules: HouseRulesVersion,
    acting: Acting,
    client_id: str,
    table: StandingTable | None = None,
) -> StandingTable:
    """Set up a weekly table, or change the time and rules of one. A new weekday clears its answers."""
    with deed(club, acting, client_id) as doing:
        if doing.was_done:
            return table or club.standing_tables.latest("pk")
        before = weekly_words(_as_it_is(table)) if table else ""
        if table is None and club.standing_tables.count() >= MOST_TABLES:
            raise Refused(f"The club has {MOST_TABLES} tables online already. End one first.")
        there = _as_it_is(table) if table else StandingTable(club=club, weekday=weekday)
        if there.weekday != weekday:
            there.answers.all().delete()
            there.not_on = []
        there.weekday, there.starts_at, there.rules = weekday, starts_at, rules
        there.save()
        action = "changed the online table" if table else "set up an online table"
        doing.tell(action, before=before, after=weekly_words(there))
    return there


def skip(*, table: StandingTable, day: date, meets: bool, acting: Acting, client_id: str) -> StandingTable:
    """Leave a day out, without its answers, or put it back."""
    with deed(table.club, acting, client_id) as doing:
        table, now = _as_it_is(table), timezone.now()
        ahead = [one.isoformat() for one in islice(days_of(table, now), DAYS_AHEAD)]
        is_skipped = day.isoformat() in table.not_on
        if doing.was_done or is_skipped != meets:
            return table
        if day.isoformat() not in ahead:
            raise Refused("The table doesn’t meet on that day.")
        left_out = {one for one in table.not_on if one in ahead} ^ {day.isoformat()}
        table.not_on = sorted(left_out)
        table.save(update_fields=["not_on", "changed_at"])
        table.answers.filter(day=day).delete()
        action = "puts the online table back on" if meets else "leaves out the online table on"
        doing.tell(action, day.isoformat(), after=weekly_words(table))
    return table


def end(*, table: StandingTable, acting: Acting, client_id: str) -> None:
    with deed(table.club, acting, client_id) as doing:
        if doing.was_done:
            return
        there = _as_it_is(table)
        doing.tell("ended the online table", weekly_words(there))
        there.delete()


def say(
    *, table: StandingTable, member: Member, comes: bool, acting: Acting, client_id: str, sits_down: bool = False
) -> date:
    """Answer for the next date, which is returned. `sits_down` is refused before the table opens."""
    with deed(table.club, acting, client_id) as doing:
        table, now = _as_it_is(table), timezone.now()
        day = next_day(table, now)
        if sits_down and now < opens_at(table, day):
            raise Refused(f"The table opens at {clock_words(opens_at(table, day), table.club)}.")
        there = table.answers.filter(member=member, day=day)
        if doing.was_done or there.exists() == comes:
            return day
        table.answers.filter(day__lt=day).delete()
        if comes:
            table.answers.create(member=member, day=day)
        else:
            there.delete()
        action = "comes to the online table" if comes else "no longer comes to the online table"
        doing.tell(action, f"{member.name} ({member.number})", after=day.isoformat())
    return day


def weekly_words(table: StandingTable) -> str:
    """`Tuesdays at 8:00 pm`."""
    return f"{DAYS[table.weekday]}s at {clock_words(table.starts_at, table.club)}"


def _as_it_is(table: StandingTable) -> StandingTable:
    found = StandingTable.objects.select_related("club").filter(pk=table.pk).first()
    if found is None:
        raise Refused("Somebody ended this table.")
    return found
