from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("league", "0036_sealed_app_secrets"),)
    operations = (
        migrations.AddField("member", "wants_own_nights", models.BooleanField(default=False)),
        migrations.AddField("letter", "is_own", models.BooleanField(default=False)),
    )
