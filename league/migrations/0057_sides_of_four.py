"""A side is called by its seats, of which there are up to four."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0056_rounds_won_and_first_end"),
    ]

    operations = [
        migrations.AlterField(
            model_name="ledgerrow",
            name="side",
            field=models.CharField(blank=True, max_length=4),
        ),
    ]
