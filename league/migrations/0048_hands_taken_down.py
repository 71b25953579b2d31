from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0047_boards"),
    ]

    operations = [
        migrations.AddField(
            model_name="eventboard",
            name="entered",
            field=models.JSONField(default=dict),
        ),
    ]
