"""Every row that travels gets a `uid` of its own: one statement a table."""

import uuid

from django.db import migrations, models
from django.db.models import Func, Value
from django.db.models.functions import Lower

# For each row another.
NEW = {
    "sqlite": Lower(Func(Func(Value(16), function="randomblob"), function="hex")),
    "postgresql": Func(function="gen_random_uuid"),
}
MODELS = (
    "club",
    "role",
    "category",
    "member",
    "merge",
    "follow",
    "houserules",
    "series",
    "event",
    "conductnote",
    "pot",
    "prize",
    "entrant",
    "eventround",
    "roundtable",
    "boarddecision",
    "tabletablet",
    "directorcall",
    "season",
    "adjustment",
    "standingtable",
    "standinganswer",
    "logline",
)


def give_each_its_own(apps, schema_editor):
    for name in MODELS:
        apps.get_model("league", name)._base_manager.update(uid=NEW[schema_editor.connection.vendor])


class Migration(migrations.Migration):
    dependencies = [("league", "0049_fields_of_bots")]

    operations = [
        *(migrations.AddField(name, "uid", models.UUIDField(default=uuid.uuid4, editable=False)) for name in MODELS),
        migrations.RunPython(give_each_its_own, migrations.RunPython.noop),
    ]
