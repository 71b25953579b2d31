from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0036_sealed_app_secrets")]

    operations = [migrations.AddField("publication", "moved_since", models.PositiveIntegerField(blank=True, null=True))]
