import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0037_own_nights")]

    operations = [
        migrations.CreateModel(
            name="Follow",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "member",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="follows", to="league.member"
                    ),
                ),
                (
                    "other",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="league.member"
                    ),
                ),
            ],
            options={"ordering": ("pk",)},
        ),
        migrations.AddIndex(
            model_name="ledgerrow",
            index=models.Index(fields=("event", "round_number", "table"), name="ledger_rows_of_a_table"),
        ),
    ]
