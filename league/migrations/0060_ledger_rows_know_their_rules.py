from typing import Any

from django.db import migrations, models
from django.db.migrations.state import StateApps
from django.db.models import Exists, F, OuterRef


def tell_rules_apart(apps: StateApps, schema_editor: Any) -> None:
    """A row is of a table by the rules for other tables where its card has their book."""
    rows = apps.get_model("league", "LedgerRow").objects.order_by()
    tables = apps.get_model("league", "RoundTable").objects.order_by()
    of_others = tables.filter(
        event_round__event=OuterRef("event"),
        event_round__number=OuterRef("round_number"),
        number=OuterRef("table"),
        card__book_version=OuterRef("event__three_handed_rules__book_version"),
    )
    evenings = rows.filter(event__three_handed_rules__isnull=False)
    there = evenings.exclude(event__rules__book_version=F("event__three_handed_rules__book_version"))
    there.filter(Exists(of_others)).update(by_other_rules=True)


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0059_sides_of_any_size"),
        ("scoring", "0019_first_of_game_and_clock"),
    ]

    operations = [
        migrations.AddField(
            model_name="ledgerrow",
            name="by_other_rules",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.RunPython(tell_rules_apart, migrations.RunPython.noop, elidable=True),
    ]
