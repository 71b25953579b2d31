"""Who plays on for a player who was replaced is told by the card's entry alone.

The entry takes over which entrant it is. The seat keeps only who sits in by the seating.
"""

from __future__ import annotations

from typing import Any

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import Q


def let_entries_know(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    seats = apps.get_model("league", "RoundSeat").objects.exclude(table__card=None)
    for seat in seats.filter(~Q(substitute=None) | ~Q(helper="")).select_related("table"):
        late = _newest_word(apps, seat)
        if late is None or not late.payload["substitute"]:
            continue
        if seat.substitute_id is not None and late.payload["substitute"] == "in_event":
            late.payload["entrant"] = seat.substitute_id
            late.save(update_fields=["payload"])
        seat.substitute, seat.helper = None, ""
        seat.save(update_fields=["substitute", "helper"])


def let_seats_know(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """The way back: both tell it."""
    for seat in apps.get_model("league", "RoundSeat").objects.exclude(table__card=None).select_related("table"):
        late = _newest_word(apps, seat)
        if late is None or not late.payload["substitute"]:
            continue
        seat.substitute_id = late.payload.pop("entrant", None)
        seat.helper = "" if seat.substitute_id else late.payload["name"] or "Helper"
        late.save(update_fields=["payload"])
        seat.save(update_fields=["substitute", "helper"])


def _newest_word(apps: Apps, seat: Any) -> Any:
    """The last entry on lateness in a seat that was not taken out."""
    entries = list(
        apps.get_model("scoring", "Entry").objects.filter(card=seat.table.card_id, kind__in=("late", "undo"))
    )
    undone = {entry.payload["undoes"] for entry in entries if entry.kind == "undo"}
    words = (entry for entry in entries if entry.kind == "late" and entry.payload["seat"] == seat.seat)
    return max((entry for entry in words if entry.number not in undone), key=lambda entry: entry.number, default=None)


class Migration(migrations.Migration):
    dependencies = [("league", "0001_clubs"), ("scoring", "0006_evening_cards")]

    operations = [migrations.RunPython(let_entries_know, let_seats_know)]
