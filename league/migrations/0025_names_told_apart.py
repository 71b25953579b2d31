from collections import Counter
from typing import Any

from django.db import migrations, models
from django.db.migrations.state import StateApps


def tell_apart(apps: StateApps, schema_editor: Any) -> None:
    """Who shares a name in a club already gets the number behind it, on the lists of evenings too. The rest follows with
    the next change of the member list."""
    listed = apps.get_model("league", "Member").objects.filter(is_anonymous=False, merged_into=None)
    people = list(listed.filter(initials_only=False))
    held = Counter((one.club_id, one.name.casefold()) for one in people)
    for one in people:
        if held[one.club_id, one.name.casefold()] > 1:
            listed.filter(pk=one.pk).update(name_apart=str(one.number))
            one.entries.filter(name=one.name).update(name=f"{one.name[:70]} ({one.number})")


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0024_what_counts"),
    ]

    operations = [
        migrations.AddField(
            model_name="member",
            name="name_apart",
            field=models.CharField(blank=True, max_length=10),
        ),
        migrations.AddField(
            model_name="member",
            name="short_name_apart",
            field=models.CharField(blank=True, max_length=10),
        ),
        migrations.RunPython(tell_apart, migrations.RunPython.noop, elidable=True),
    ]
