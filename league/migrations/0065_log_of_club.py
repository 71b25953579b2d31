"""The newest line of a club is found at once, however much the other clubs do."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0064_past_pairs_and_halves"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="logline",
            index=models.Index(fields=["club", "id"], name="log_of_club"),
        ),
    ]
