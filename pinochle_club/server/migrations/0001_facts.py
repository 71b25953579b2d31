from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True
    dependencies = ()

    operations = (
        migrations.CreateModel(
            name="Fact",
            fields=[
                ("name", models.CharField(max_length=20, primary_key=True, serialize=False)),
                ("value", models.CharField(max_length=100)),
            ],
        ),
    )
