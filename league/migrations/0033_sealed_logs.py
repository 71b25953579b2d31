from django.db import migrations, models
from django.utils import timezone

from league.acting.seals import seal_all


def seal_lines(apps, schema_editor):
    """Lines that were written before there were seals: they are as they are now."""
    lines = apps.get_model("league", "LogLine").objects
    events = apps.get_model("league", "Event").objects.order_by("pk").values_list("pk", flat=True)
    for event in list(events):
        sealed = seal_all(lines.filter(event=event).order_by("pk"))
        lines.bulk_update(sealed, ["salt", "said", "digest"], batch_size=100)


class Migration(migrations.Migration):
    dependencies = [("league", "0032_partners_who_deal")]

    operations = [
        migrations.AlterField("logline", "at", models.DateTimeField(default=timezone.now)),
        migrations.AddField("logline", "salt", models.CharField(blank=True, max_length=32, default=""), False),
        migrations.AddField("logline", "said", models.CharField(blank=True, max_length=64, default=""), False),
        migrations.AddField("logline", "digest", models.CharField(blank=True, max_length=64, default=""), False),
        migrations.AddField("logline", "cards", models.JSONField(default=dict)),
        migrations.RunPython(seal_lines, migrations.RunPython.noop),
    ]
