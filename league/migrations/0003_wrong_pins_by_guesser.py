from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("league", "0002_entries_know_substitutes")]
    operations = [migrations.RenameField("passattempt", "address", "guesser")]
