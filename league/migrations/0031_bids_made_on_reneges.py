from typing import Any

from django.db import migrations
from django.db.migrations.state import StateApps
from django.db.models import Q

SIDES = ("NS", "EW", "A", "B", "C", "D")


def let_rows_be_made_anew(apps: StateApps, schema_editor: Any) -> None:
    """The rows of some closed evenings are made anew when the server starts: a bid on which the defenders reneged was
    kept as set and is made, and a player who was replaced was among the winners whose average sitting out is worth."""
    entries = apps.get_model("scoring", "Entry").objects.order_by()
    reneged = entries.filter(
        Q(payload__renege__in=SIDES)
        | Q(payload__unproven_call__in=SIDES)
        | Q(payload__effect__renege__in=SIDES)
        | Q(payload__effect__unproven_call__in=SIDES)
    )
    late = entries.filter(kind="late", card__round_table__event_round__event__sit_out_credit="winners_average")
    closed = apps.get_model("league", "Event").objects.filter(state="closed")
    for some in (reneged, late):
        closed.filter(pk__in=some.values("card__round_table__event_round__event")).update(ledger_mark="")


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0030_second_directors_by_name"),
        ("scoring", "0010_own_records"),
    ]

    operations = [migrations.RunPython(let_rows_be_made_anew, migrations.RunPython.noop, elidable=True)]
