from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0058_tables_teams_and_knock_outs"),
    ]

    operations = [
        migrations.AddField(
            model_name="event",
            name="side_size",
            field=models.PositiveSmallIntegerField(db_default=2, default=2),
        ),
        migrations.AddField(
            model_name="series",
            name="side_size",
            field=models.PositiveSmallIntegerField(db_default=2, default=2),
        ),
    ]
