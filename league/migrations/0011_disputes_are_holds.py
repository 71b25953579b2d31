from uuid import NAMESPACE_OID, uuid5

from django.db import migrations


def hold_what_was_disputed(apps, schema_editor):
    """A table that was disputed has its card on hold, with what it was about."""
    tables = apps.get_model("league", "RoundTable").objects.exclude(disputed="").exclude(card=None)
    Entry = apps.get_model("scoring", "Entry")
    for table in tables.select_related("card"):
        table.card.version += 1
        table.card.save(update_fields=["version"])
        Entry.objects.create(
            card=table.card,
            number=table.card.version,
            kind="hold",
            payload={"about": table.disputed},
            client_id=str(uuid5(NAMESPACE_OID, f"disputed {table.card_id}")),
            device_label="The director",
            by_director=True,
        )


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0010_what_came_of_calls"),
        ("scoring", "0007_date_style"),
    ]

    operations = [
        migrations.RunPython(hold_what_was_disputed, migrations.RunPython.noop),
        migrations.RemoveField(model_name="roundtable", name="disputed"),
    ]
