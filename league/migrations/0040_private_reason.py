from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0039_race_shown")]

    operations = [
        migrations.AddField("adjustment", "private_reason", models.CharField(blank=True, max_length=200)),
    ]
