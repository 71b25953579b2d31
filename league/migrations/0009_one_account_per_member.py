"""An account is one member's at most: of several that name the same member, the oldest keeps it."""

from django.db import migrations, models
from django.db.models import Min


def keep_the_oldest(apps, schema_editor):
    role = apps.get_model("league", "Role")
    named = role.objects.filter(member__isnull=False)
    oldest = named.values("member").annotate(first=Min("pk")).values_list("first", flat=True)
    named.exclude(pk__in=list(oldest)).update(member=None)


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0008_waited_for"),
    ]

    operations = [
        migrations.RunPython(keep_the_oldest, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name="role",
            constraint=models.UniqueConstraint(fields=("member",), name="one_account_per_member"),
        ),
    ]
