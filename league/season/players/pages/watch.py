"""A player's evening for their family: the seat, and the side's points after each hand. It names the player alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from typing import Any, Final

from django.conf import settings

from league.evening.cards.chairs import Stretch, own_chairs
from league.evening.cards.pages import points_text
from league.evening.cards.reading import TableReading, points_at
from league.evening.cards.seats import seat_of
from league.evening.seating.seatings import SeatedRound
from league.models import Entrant, Event
from league.office.members.links import watch_path
from league.words import when_words
from scoring.rules.cards import Side
from scoring.rules.notation import figure_text, signed

from .own import own_evening

# An evening that nobody closes is followed no longer than this.
LONGEST: Final = timedelta(days=1)
LET: Final = "Your family can follow your evening now."
STOPPED: Final = "The link no longer opens anything."


def leave_of(entrant: Entrant, here: str) -> dict[str, str] | None:
    """The family's link, and the key that gives or takes it back, until the evening is closed."""
    if entrant.member_id is None or entrant.event.state == Event.State.CLOSED:
        return None
    path = watch_path(entrant)
    return {"action": f"{here}watch/", "address": f"{settings.PUBLIC_URL}{path}" if path else ""}


def is_over(event: Event, today: date) -> bool:
    return event.state == Event.State.CLOSED or today > event.played_on + LONGEST


def watched(entrant: Entrant, rounds: Sequence[SeatedRound], table: TableReading | None) -> dict[str, Any]:
    event = entrant.event
    seat = seat_of(table, entrant) if table else None
    side = table.sheet.book.side_of(seat) if table and table.sheet and seat else None
    return {
        "name": entrant.name,
        "event": event.name,
        "when": when_words(event),
        "place": _place(entrant, rounds),
        "round": str(table.table.event_round) if table else "",
        "hands": list(_hands(table, side, own_chairs(table, entrant))) if table and side else [],
        "total": _total(entrant, table) if table and side else "",
    }


def _place(entrant: Entrant, rounds: Sequence[SeatedRound]) -> str:
    """`Now: round 2, table 3, North`; empty where nothing is to come."""
    place = own_evening(entrant, rounds, entrant.event.starts_at)["place"]
    if place is None:
        return ""
    seat = place["seat"]
    table = f"table {seat['table']}, " if seat["table"] else ""
    return f"{place['when']}: round {place['number']}, {table}{seat['seat']}"


def _hands(table: TableReading, side: Side, own: Sequence[Stretch]) -> Iterator[tuple[str, str, str]]:
    """Each done hand with its points and the side's total; for a player who changed chairs, of their `own`."""
    if table.has_totals_alone:
        return
    total = 0
    for chair in own:
        for line in chair.lines:
            points = line.score.sides[chair.side].score if line.score else 0
            total += points
            yield f"Hand {line.number}", signed(points), figure_text(total)
    if own:
        return
    for line in table.counted_lines:
        if line.score is not None and line.totals is not None:
            yield f"Hand {line.number}", signed(line.score.sides[side].score), figure_text(line.totals[side])


def _total(entrant: Entrant, table: TableReading) -> str:
    """The round's points once it is done; of boards nothing is known before all tables are."""
    if entrant.event.is_duplicate:
        return ""
    own = [one for one in points_at(table) if one.entrant.pk == entrant.pk]
    return f"{points_text(own)} in this round" if own and table.is_finished else ""
