"""The club's database: of which kind it is, where it lies, its size and its tables."""

from pathlib import Path

from django.db import connection


def is_sqlite() -> bool:
    return connection.vendor == "sqlite"


def database_file() -> Path:
    """Of SQLite alone."""
    return Path(str(connection.settings_dict["NAME"]))


def size() -> int:
    """In bytes; none where there is no SQLite database yet."""
    if is_sqlite():
        return database_file().stat().st_size if database_file().exists() else 0
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_database_size(current_database())")
        return int(cursor.fetchone()[0])


def tables() -> set[str]:
    """None of a database that isn't there yet, which asking would make."""
    return set() if is_sqlite() and not size() else set(connection.introspection.table_names())
