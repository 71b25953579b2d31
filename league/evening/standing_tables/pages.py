"""Standing tables in words: date, players, free seats, keys."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Any, Final

from league.acting.answers import FormPage
from league.evening.coming.pages.nights import OWN, SHORT, coming_words
from league.evening.standing_tables.deeds import weekly_words
from league.evening.standing_tables.reading import Meeting
from league.models import Club, Coming, StandingTable
from league.office.clubs.pages.navigation import address_of
from league.words import clock_words
from pinochle_club.ground.dates import full_day, weekday_and_day
from pinochle_club.ground.forms import new_client_id
from scoring.rules.notation import counted

Says = Coming.Says
NAME: Final = "Online table"
RULES_FIRST: Final = "Choose the rules your club plays by. Then you can set up an online table."
HOW: Final = (
    "You play from home, on a phone, tablet or computer. Bots take the seats that stay empty, so you play even if "
    "you’re the only one. When the table is full, the next to come open another."
)


def table_context(meeting: Meeting, member: int, *, leads_on: bool) -> dict[str, Any]:
    """A table's next date for one member, as in a `night_context`. A link shows no other names."""
    is_coming = member in {one.pk for one in meeting.members}
    coming = (str(Says.COMING), SHORT[Says.COMING], is_coming)
    return {
        "name": NAME,
        "starts_at": meeting.starts_at,
        "when": when_words(meeting),
        "counts": f"{coming_words(len(meeting.members))} {free_words(meeting)}.",
        "said": "The table is open." if meeting.is_open else OWN[Says.COMING] if is_coming else "",
        "answers": [coming, (str(Says.NOT_COMING), SHORT[Says.NOT_COMING], False)] if is_coming else [coming],
        "action": _address("come_online", meeting.table),
        "sit": _address("sit_online", meeting.table) if meeting.is_open else "",
        "page": _address("online_table", meeting.table) if leads_on else "",
        "client_id": new_client_id(),
    }


def when_words(meeting: Meeting) -> str:
    """`Tuesday, December 1, 8:00 pm`."""
    club = meeting.table.club
    return f"{weekday_and_day(meeting.day, club.date_style)}, {clock_words(meeting.table.starts_at, club)}"


def free_words(meeting: Meeting) -> str:
    return f"{counted(meeting.free, 'seat')} free" if meeting.free else "Full: the next opens another table"


def table_line(meeting: Meeting) -> tuple[str, str, str]:
    """A table for onlookers: name, date with free seats, and page."""
    return NAME, f"{when_words(meeting)}. {free_words(meeting)}.", _address("online_table", meeting.table)


def facts(table: StandingTable) -> str:
    """`Tuesdays at 8:00 pm · NPA`."""
    return f"{weekly_words(table)} · {table.rules.book_version.book.short_name}"


def day_lines(table: StandingTable, days: Iterable[date]) -> list[tuple[str, str, bool]]:
    style = table.club.date_style
    return [(str(day), weekday_and_day(day, style), day.isoformat() not in table.not_on) for day in days]


def said_words(club: Club, day: date, *, comes: bool) -> str:
    """The confirmation, with its date so that no other week is meant."""
    return f"You’re {'' if comes else 'not '}coming on {full_day(day, club.date_style)}."


def set_up_page(club: Club, table: StandingTable | None) -> FormPage:
    if table is not None:
        back = "Back", _address("online_table", table)
        return FormPage("Change the online table", "Save", back, weekly_words(table))
    back = "Back", address_of("events", club.slug)
    return FormPage("Set up an online table", "Set it up", back, "Some of you meet online every week.", says=(HOW,))


def end_page(table: StandingTable) -> FormPage:
    back = "Keep it", _address("online_table", table)
    says = ("It leaves the calendar, and so do the seats that members said they’d take.",)
    return FormPage("End the online table?", "End it", back, weekly_words(table), says=says, tone="danger")


def _address(name: str, table: StandingTable) -> str:
    return address_of(name, table.club.slug, table.pk)
