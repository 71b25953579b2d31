from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0040_private_reason")]

    operations = [migrations.AddField("publication", "moved_since", models.PositiveIntegerField(blank=True, null=True))]
