"""What tests of running a club share: a state directory and a database of their own."""

import sqlite3
from contextlib import closing

import pytest
from django.contrib.auth.models import Group
from django.db import connection


@pytest.fixture
def state_dir(settings, tmp_path):
    settings.STATE_DIR = tmp_path / "var"
    settings.DEMO_IS_COMING = settings.STATE_DIR / "demo_is_coming"
    settings.STATE_DIR.mkdir()
    return settings.STATE_DIR


@pytest.fixture
def own_database(state_dir, transactional_db):
    """On SQLite a database of the test's own, copied from the tests'; on PostgreSQL that one itself."""
    if connection.vendor == "sqlite":
        path = state_dir / "club.sqlite3"
        with closing(sqlite3.connect(connection.settings_dict["NAME"])) as tests, closing(sqlite3.connect(path)) as own:
            tests.backup(own)
            own.execute("VACUUM")  # what other tests emptied is no room to write in
            own.execute("PRAGMA journal_mode=WAL")
        connection.close()
        with pytest.MonkeyPatch.context() as here:  # which is over before the tests' own is emptied
            here.setitem(connection.settings_dict, "NAME", str(path))
            yield path
            connection.close()
    else:
        yield None
        Group.objects.all().delete()
