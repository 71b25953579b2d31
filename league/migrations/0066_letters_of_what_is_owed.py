from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0065_log_of_club"),
    ]

    operations = [
        migrations.AlterField(
            model_name="letter",
            name="about",
            field=models.CharField(
                blank=True,
                choices=[("news", "News"), ("goes", "Goes"), ("silent", "Silent"), ("owed", "Owed")],
                db_default="",
                default="",
                max_length=6,
            ),
        ),
    ]
