"""A database emptied after a test that writes for good: only of what is in it.

Django empties every table, and then makes anew what stands in every database, its kinds of rows and rights: that takes
longer than most tests.
"""

from functools import lru_cache

from django.apps import apps
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.db import connection, transaction
from django.test import TransactionTestCase

# The tables in which something was once all migrations had run.
filled_by_migrations: list[str] = []

ALWAYS_THERE = {model._meta.db_table for model in (ContentType, Permission)}


def empty_what_is_filled() -> None:
    """From here on after every such test of this process, whose database was just made."""
    filled_by_migrations[:] = filled_tables()
    TransactionTestCase._fixture_teardown = lambda _: empty_database()  # type: ignore[attr-defined]


def empty_database() -> None:
    """References are looked at when all is gone: the rows may go in any order."""
    with transaction.atomic(), connection.cursor() as cursor:
        for table in filled_tables():
            cursor.execute(f"DELETE FROM {connection.ops.quote_name(table)}")


def filled_tables() -> list[str]:
    """The names of those in which something is."""
    with connection.cursor() as cursor:
        cursor.execute(_asking())
        return [table for (table,) in cursor.fetchall()]


@lru_cache(maxsize=1)
def _asking() -> str:
    tables = {model._meta.db_table for model in apps.get_models(include_auto_created=True) if model._meta.managed}
    return " UNION ALL ".join(
        f"SELECT '{table}' WHERE EXISTS (SELECT 1 FROM {connection.ops.quote_name(table)})"
        for table in sorted(tables - ALWAYS_THERE)
    )
