from django.db import migrations

from league.office.second_steps.codes import handle_of_app, keep


def seal_secrets(apps, schema_editor):
    """What apps make their codes from stood there to be read, its beginning in the handle, too."""
    steps = apps.get_model("league", "SecondStep").objects
    for step in steps.filter(kind="app"):
        handle, secret = handle_of_app(step.secret, step.user_id), keep(step.secret)
        steps.filter(pk=step.pk).update(handle=handle, secret=secret)


class Migration(migrations.Migration):
    dependencies = [("league", "0035_sealed_club_logs")]

    operations = [migrations.RunPython(seal_secrets, migrations.RunPython.noop)]
