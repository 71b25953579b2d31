"""A sign-in name is one person's, in capitals or not: the database says so, for two who choose it at once."""

from django.db import migrations
from django.db.migrations.state import StateApps
from django.db.models.functions import Lower


def part_same_names(apps: StateApps, schema_editor: object) -> None:
    """Of accounts whose names differ in capitals alone, the oldest keeps its name; the next one becomes `name-2`."""
    users = apps.get_model("auth", "User").objects
    taken = set()
    for user in users.annotate(plain=Lower("username")).order_by("pk"):
        name, number = user.username, 1
        while name.lower() in taken or (number > 1 and users.filter(username__iexact=name).exists()):
            number += 1
            name = f"{user.username}-{number}"
        taken.add(name.lower())
        if name != user.username:
            user.username = name
            user.save(update_fields=["username"])


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0003_wrong_pins_by_guesser"),
        ("auth", "0012_alter_user_first_name_max_length"),
    ]
    operations = [
        migrations.RunPython(part_same_names, migrations.RunPython.noop),
        # Of Django's own table, so no constraint of a model of ours.
        migrations.RunSQL(
            "CREATE UNIQUE INDEX one_sign_in_name ON auth_user (LOWER(username))", "DROP INDEX one_sign_in_name"
        ),
    ]
