import django.db.models.deletion
from django.db import migrations, models

import league.models.events


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0018_season_lots"),
    ]

    operations = [
        migrations.AddField(
            model_name="coming",
            name="partner",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="league.member",
            ),
        ),
        # Those that are there already stay without an id of their own, and are known by their number.
        *(
            operation(
                model_name=name,
                name="calendar_id",
                field=models.CharField(blank=True, default=default, max_length=50),
            )
            for name in ("event", "series")
            for operation, default in (
                (migrations.AddField, ""),
                (migrations.AlterField, league.models.events.new_calendar_id),
            )
        ),
        migrations.CreateModel(
            name="CancelledNight",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("calendar_id", models.CharField(max_length=50)),
                ("name", models.CharField(max_length=80)),
                ("starts_at", models.DateTimeField()),
                ("sequence", models.PositiveIntegerField()),
                ("at", models.DateTimeField()),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="cancelled_nights",
                        to="league.club",
                    ),
                ),
            ],
            options={
                "ordering": ("starts_at",),
                "constraints": [
                    models.UniqueConstraint(fields=("club", "calendar_id"), name="one_cancelled_night"),
                ],
            },
        ),
    ]
