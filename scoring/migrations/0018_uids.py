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
    "device",
    "scorecard",
)


def give_each_its_own(apps, schema_editor):
    for name in MODELS:
        apps.get_model("scoring", name)._base_manager.update(uid=NEW[schema_editor.connection.vendor])


class Migration(migrations.Migration):
    dependencies = [("scoring", "0017_sets_of_friends")]

    operations = [
        *(migrations.AddField(name, "uid", models.UUIDField(default=uuid.uuid4, editable=False)) for name in MODELS),
        migrations.RunPython(give_each_its_own, migrations.RunPython.noop),
    ]
