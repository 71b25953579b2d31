from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("league", "0042_notice_blocks")]

    operations = [migrations.RemoveField("notice", "text"), migrations.RemoveField("notice", "written_from")]
