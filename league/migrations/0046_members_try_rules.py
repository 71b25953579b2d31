from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0045_standing_tables"),
    ]

    operations = [
        migrations.AddField(
            model_name="club",
            name="members_try_rules",
            field=models.BooleanField(default=True),
        ),
    ]
