from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0044_shown_places"),
    ]

    operations = [
        migrations.AddField(
            model_name="club",
            name="members_try_rules",
            field=models.BooleanField(default=True),
        ),
    ]
