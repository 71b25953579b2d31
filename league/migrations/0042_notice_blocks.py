from django.db import migrations, models


def whole_texts(apps, schema_editor):
    """A text that was typed as a whole is one block, in place of all that would be written."""
    notices = apps.get_model("league", "Notice").objects
    for notice in notices.exclude(text=""):
        blocks = [{"key": "whole", "text": notice.text, "written_from": notice.written_from}]
        notices.filter(pk=notice.pk).update(blocks=blocks)


class Migration(migrations.Migration):
    dependencies = [("league", "0041_moved_since")]

    operations = [
        migrations.AddField("notice", "blocks", models.JSONField(blank=True, default=list)),
        migrations.RunPython(whole_texts, migrations.RunPython.noop),
    ]
