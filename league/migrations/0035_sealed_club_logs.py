from django.db import migrations

from league.acting.seals import seal_all


def seal_lines(apps, schema_editor):
    """Lines of clubs that were written before these had a chain: they are as they are now."""
    lines = apps.get_model("league", "LogLine").objects.filter(event=None)
    for club in list(lines.order_by("club").values_list("club", flat=True).distinct()):
        sealed = seal_all(lines.filter(club=club).order_by("pk"))
        lines.bulk_update(sealed, ["salt", "said", "digest"], batch_size=100)


class Migration(migrations.Migration):
    dependencies = [("league", "0034_sign_ins")]

    operations = [migrations.RunPython(seal_lines, migrations.RunPython.noop)]
