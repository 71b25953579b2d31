"""Tablets of a table are told apart by a number; those that are there get theirs in the order in which they came."""

from django.db import migrations, models


def number_tablets(apps, schema_editor):
    TableTablet = apps.get_model("league", "TableTablet")
    numbers: dict[tuple[int, int], dict[int, int]] = {}
    for tablet in TableTablet.objects.order_by("pk"):
        at_table = numbers.setdefault((tablet.event_id, tablet.table_number), {})
        tablet.number = at_table.setdefault(tablet.device_id, len(at_table) + 1)
        if tablet.number > 1:
            tablet.save(update_fields=["number"])


class Migration(migrations.Migration):
    dependencies = [("league", "0005_currency_and_date_style")]

    operations = [
        migrations.AddField("tabletablet", "number", models.PositiveSmallIntegerField(default=1)),
        migrations.RunPython(number_tablets, migrations.RunPython.noop),
    ]
