"""A club of a PostgreSQL database again and again, row by row: a thousand in minutes, where bots would play for days.

Each copy has ids, uids and unique words of its own. What refers to what is known from the models, and inside of JSON
from what archives declare (`references`). Clubs that would play on the same evenings lie as that leaves them: the rows
of a hundred, in turn.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from django.db import connection, models

from league.models import Club, Event
from league.outside.archive.references import RENAMINGS
from league.outside.archive.tables import TABLES, Model, Table
from scoring.models import Entry

TOGETHER: Final = 100
AT_ONCE: Final = 1 << 20  # characters
STRIDE: Final = 100_000  # more than a club has rows in any table
COPIED: Final = tuple(table for table in TABLES if table.name != "books")  # rule books are shared
KINDS: Final = {table.model: number for number, table in enumerate(COPIED)}
# An id inside of a text stands there as this number, until it is known whose it is.
MARK: Final = 7_000_000_000_000_000
MARKED: Final = re.compile(r"7(\d{3})(\d{12})")
Gap = Callable[[int], object]  # what stands there in the copy of this number
LEDGER_MARK: Final = re.compile(r"(\d+\.\d+\.)(\d+)(.*)")


@dataclass(frozen=True)
class Row:
    """A line of PostgreSQL's own text, with a gap for each part that is another one in each copy."""

    text: str
    gaps: tuple[Gap, ...]

    def of(self, number: int) -> str:
        return self.text % tuple(gap(number) for gap in self.gaps)


def copy_club(club: Club, numbers: range) -> None:
    """So many more of it, numbered so."""
    rows = [(table, rows_of(table, club)) for table in COPIED]
    for start in range(0, len(numbers), TOGETHER):
        for table, of_table in rows:
            _write(table, (row.of(number) for row in of_table for number in numbers[start : start + TOGETHER]))
    with connection.cursor() as cursor:
        for table in COPIED:
            if isinstance(table.model._meta.pk, models.AutoField):
                name = table.model._meta.db_table
                cursor.execute(
                    f"SELECT setval(pg_get_serial_sequence('{name}', 'id'), (SELECT coalesce(max(id), 1) FROM {name}))"
                )


def _write(table: Table, lines: Iterable[str]) -> None:
    columns = ", ".join(f'"{field.column}"' for field in table.model._meta.concrete_fields)
    with (
        connection.cursor() as cursor,
        cursor.copy(f'COPY "{table.model._meta.db_table}" ({columns}) FROM STDIN') as copy,
    ):
        waiting, size = [], 0
        for line in lines:
            waiting.append(line)
            size += len(line)
            if size > AT_ONCE:
                copy.write("".join(waiting))
                waiting, size = [], 0
        copy.write("".join(waiting))


def rows_of(table: Table, club: Club) -> list[Row]:
    fields = table.model._meta.concrete_fields
    columns = ", ".join(f'"{field.column}"' for field in fields)
    keys = list(table.rows(club).values_list("pk", flat=True))
    meta, pk = table.model._meta, table.model._meta.pk
    assert pk is not None
    with connection.cursor() as cursor:
        cursor.execute("CREATE TEMP TABLE IF NOT EXISTS of_the_club (key text PRIMARY KEY)")
        cursor.execute("TRUNCATE of_the_club")
        cursor.execute("INSERT INTO of_the_club SELECT unnest(%s::text[])", [[str(key) for key in keys]])
        query = (
            f'SELECT {columns} FROM "{meta.db_table}" WHERE "{pk.column}"::text IN (SELECT key FROM of_the_club)'
            f' ORDER BY "{pk.column}"'
        )
        with cursor.copy(f"COPY ({query}) TO STDOUT") as copy:
            lines = b"".join(copy).decode().splitlines()
    assert len(lines) == len(keys)
    known = {key for key in keys if isinstance(key, int)}
    assert max(known, default=0) < STRIDE
    return [_row(table, fields, line.split("\t")) for line in lines]


def _row(table: Table, fields: Sequence[Any], values: Sequence[str]) -> Row:
    texts, gaps = [], []
    for field, value in zip(fields, values, strict=True):
        text, more = ("%s", [gap]) if (gap := gap_of(table, field, value)) else marked(table, field, value)
        texts.append(text)
        gaps += more
    return Row("\t".join(texts) + "\n", tuple(gaps))


def gap_of(table: Table, field: Any, value: str) -> Gap | None:
    """What a whole value is in each copy; None where it stays, or only a part of it changes."""
    model = field.model if field.primary_key else field.related_model if field.is_relation else None
    if value == r"\N" or (model is not None and model not in KINDS):
        return None
    if field.name == "uid" or (model is not None and not value.isdecimal()):
        return lambda number: f"{value[:-8]}{number:08x}"
    if model is not None:
        return partial(_key, int(value))
    if field.unique or (table.name, field.name) == ("club", "name"):
        most = field.max_length - 6
        return lambda number: f"{value[:most]}-{number:05}"
    return None


def _key(base: int, number: int) -> int:
    return base + number * STRIDE


def marked(table: Table, field: Any, value: str) -> tuple[str, list[Gap]]:
    """A value as it is, but for the ids in it."""
    if value != r"\N":
        if (table.model, field.name) == (Event, "ledger_mark") and (found := LEDGER_MARK.fullmatch(value)):
            value = f"{found[1]}{_mark(Entry, int(found[2]))}{found[3]}"
        elif rename := RENAMINGS.get((table.name, field.name)):
            value = _renamed(field, rename, value)
    gaps: list[Gap] = [partial(_key, int(found[2])) for found in MARKED.finditer(value)]
    return MARKED.sub("%s", value.replace("%", "%%")), gaps


def _renamed(field: Any, rename: Callable[[Any, Callable[[Model, int], int]], Any], value: str) -> str:
    text = _unescaped(value)
    if isinstance(field, models.JSONField):
        return _escaped(json.dumps(rename(json.loads(text), _mark), ensure_ascii=False))
    return _escaped(rename(text, _mark)) if text else value


def _mark(model: Model, key: int) -> int:
    """One that is gone is below zero already."""
    return key if key < 0 else MARK + KINDS[model] * 10**12 + key


ESCAPES: Final = {"\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r", "\b": "\\b", "\f": "\\f", "\v": "\\v"}


def _escaped(text: str) -> str:
    return "".join(ESCAPES.get(letter, letter) for letter in text)


def _unescaped(value: str) -> str:
    back = {escape[1]: letter for letter, escape in ESCAPES.items()}
    return re.sub(r"\\(.)", lambda found: back[found[1]], value)


@contextmanager
def without_indexes() -> Iterator[None]:
    """Rows come in several times as quickly, and an index is made best at the end. What refers to a row that isn't
    there is found then."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid), contype FROM pg_constraint"
            " WHERE connamespace = 'public'::regnamespace AND contype IN ('f', 'u', 'p') ORDER BY contype"
        )
        constraints = cursor.fetchall()
        for table, name, _, _ in constraints:
            cursor.execute(f'ALTER TABLE {table} DROP CONSTRAINT "{name}"')
        cursor.execute("SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'")
        indexes = cursor.fetchall()
        for name, _ in indexes:
            cursor.execute(f'DROP INDEX "{name}"')
        yield
        cursor.execute("SET maintenance_work_mem = '512MB'")
        for table, name, definition, kind in sorted(constraints, key=lambda each: "puf".index(each[3])):
            if kind != "f":
                cursor.execute(f'ALTER TABLE {table} ADD CONSTRAINT "{name}" {definition}')
        for _, definition in indexes:
            cursor.execute(definition)
        for table, name, definition, kind in constraints:
            if kind == "f":
                cursor.execute(f'ALTER TABLE {table} ADD CONSTRAINT "{name}" {definition}')
