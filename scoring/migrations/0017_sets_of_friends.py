import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0016_play_sets"),
    ]

    operations = [
        migrations.AddField(
            model_name="playtable",
            name="play_set",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="tables",
                to="scoring.playset",
            ),
        ),
    ]
