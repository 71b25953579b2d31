"""A new database's tables are those that all migrations make, on both kinds of database."""

from typing import Any
from zipfile import ZipFile

import pytest
from django.conf import settings
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from pinochle_club.program.managing import make_room_for
from pinochle_club.server import new_database, run
from pinochle_club.server.models import Fact
from tests.emptying import filled_by_migrations
from tests.migrations.keeping import VERSIONS

# What PostgreSQL has, in its own words: columns in their tables, constraints, indexes.
ON_POSTGRES = """
SELECT table_name, column_name, concat_ws(' ', udt_name, character_maximum_length, is_nullable, column_default,
    is_identity, collation_name)
FROM information_schema.columns WHERE table_schema = 'public' AND (table_name, column_name) NOT IN (
    -- Django's own: by its migrations in eight bytes, by its models in four, which is enough for two billion rows
    ('auth_group_permissions', 'id'), ('auth_user_groups', 'id'), ('auth_user_user_permissions', 'id'))
UNION ALL SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint
WHERE connamespace = 'public'::regnamespace
UNION ALL SELECT tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'
"""


@pytest.fixture
def empty_database(transactional_db, tmp_path):
    """In the place of the tests' own, which was made as a new club's is; what that has, by `look`."""
    creation: Any = connection.creation
    was = connection.settings_dict["NAME"]
    made = look()
    connection.close()
    new = str(tmp_path / "new.sqlite3") if connection.vendor == "sqlite" else f"{was}_empty"
    if connection.vendor == "postgresql":
        with creation._nodb_cursor() as cursor:
            cursor.execute(f"CREATE DATABASE {new}")
    connection.settings_dict["NAME"] = settings.DATABASES["default"]["NAME"] = new
    yield made
    connection.close()
    connection.settings_dict["NAME"] = settings.DATABASES["default"]["NAME"] = was
    ContentType.objects.clear_cache()  # by other numbers there
    if connection.vendor == "postgresql":
        with creation._nodb_cursor() as cursor:
            cursor.execute(f"DROP DATABASE {new}")


def look():
    """The schema as a set, since columns may stand in another order; the names of migrations; what Django keeps."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL")
            schema = {(name, part) for name, sql in cursor.fetchall() for part in parts_of(sql)}
        else:
            cursor.execute(ON_POSTGRES)
            schema = set(cursor.fetchall())
        kept = []
        for columns in ("app, name FROM django_migrations", "codename, name FROM auth_permission"):
            cursor.execute(f"SELECT {columns}")
            kept.append(sorted(cursor.fetchall()))
    return schema, kept


def parts_of(sql):
    """What stands between the outer brackets of a table, at its commas."""
    if not sql.startswith("CREATE TABLE"):
        return [sql]
    parts, depth = [""], 0
    for sign in sql[sql.index("(") + 1 : sql.rindex(")")]:
        depth += {"(": 1, ")": -1}.get(sign, 0)
        if sign == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += sign
    return [part.strip() for part in parts]


@pytest.mark.soak  # test_older_database compares what most migrations make, on SQLite
def test_new_database_is_as_all_migrations_make_it(empty_database):
    call_command("migrate", verbosity=0)

    assert look() == empty_database


def test_no_migration_writes_rows_into_a_new_database(db):
    """One made of the models would lack them. Whoever writes such a migration has `make_tables` write them too."""
    assert filled_by_migrations == []


def test_start_that_is_killed_on_its_way_leaves_nothing_behind(empty_database, monkeypatch):
    def killed(self):
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(MigrationRecorder, "migration_qs", property(killed))
        with pytest.raises(KeyboardInterrupt):
            new_database.make_tables()
    assert connection.introspection.table_names() == []

    new_database.make_tables()

    assert look() == empty_database
    assert not run.has_unapplied_migrations()


def test_file_of_a_club_finds_a_database_where_none_was(empty_database, tmp_path):
    (tmp_path / "no.zip").write_bytes(b"no archive")
    with ZipFile(VERSIONS / "1.6.0.zip") as whole, ZipFile(tmp_path / "damaged.zip", "w") as damaged:
        for name in whole.namelist():
            damaged.writestr(name, whole.read(name)[: -100 if name.endswith("/entries.jsonl") else None])
    for wrong in ("no.zip", "damaged.zip"):
        make_room_for(tmp_path / wrong)
        assert connection.introspection.table_names() == []

    for _ in range(2):
        make_room_for(VERSIONS / "1.6.0.zip")

    assert look() == empty_database
    assert Fact.objects.filter(name__in=("key", "version")).count() == 2
