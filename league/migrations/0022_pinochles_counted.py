from typing import Any

from django.db import migrations
from django.db.migrations.state import StateApps


def let_rows_be_made_anew(apps: StateApps, schema_editor: Any) -> None:
    """The rows of closed evenings whose cards name melds count them from now on: they are made anew when the server
    starts, as those of evenings from before the ledger were. One that was opened again is read when it is closed."""
    entries = apps.get_model("scoring", "Entry").objects.filter(kind__in=("meld", "correct"), payload__has_key="melds")
    named = entries.order_by().values("card__round_table__event_round__event")
    apps.get_model("league", "Event").objects.filter(state="closed", pk__in=named).update(ledger_mark="")


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0021_past_seasons"),
        ("scoring", "0010_own_records"),
    ]

    operations = [migrations.RunPython(let_rows_be_made_anew, migrations.RunPython.noop, elidable=True)]
