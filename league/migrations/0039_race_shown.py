from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0038_follows"),
    ]

    operations = [
        migrations.AddField(
            model_name="club",
            name="has_race",
            field=models.BooleanField(default=True),
        ),
    ]
