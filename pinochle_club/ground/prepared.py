"""Queries that are built once. Django builds the objects of a query, and its SQL from them, each time it is asked: for
a row found by its key that takes several times as long as the database takes to find it.

    _tables = Prepared(lambda card_id: RoundTable.objects.select_related("event_round").filter(card=card_id))
    tables = _tables(card_id=card.pk)

The SQL is Django's own, made from the queryset when it is first asked for, and Django makes the rows into objects: a
changed model changes both. What the query looks like must not depend on the values.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from functools import cache
from inspect import signature
from typing import Any, Final, Generic, TypeVar, cast
from uuid import UUID

from django.db import DatabaseError, connection, connections
from django.db.models import AutoField, Field, Model, QuerySet, Value
from django.db.models.query import ModelIterable
from django.db.models.sql import InsertQuery, UpdateQuery
from django.db.models.sql.compiler import SQLCompiler

from .plainly import is_plain

Row = TypeVar("Row", bound=Model)
Asked = UUID | int | str


class Prepared(Generic[Row]):
    """The query that `make` builds from values by their names; none of them may be None."""

    def __init__(self, make: Callable[..., QuerySet[Row]]) -> None:
        self._make: Final = make
        self._built: dict[str, _Built] = {}  # by the kind of database

    def __call__(self, **values: Asked) -> list[Row]:
        if is_plain() or not all(map(_fits, values.values())):
            return list(self._make(**values))
        built = self._built.get(connection.vendor)
        if built is None:
            built = self._built[connection.vendor] = _Built(self._make)
        return cast(list[Row], list(ModelIterable(built.asked_with(values))))

    def first(self, **values: Asked) -> Row | None:
        return next(iter(self(**values)), None)


class _Open(Value):
    """Stands in the query for a value that is not known yet."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name

    def as_sql(self, compiler: SQLCompiler, connection: Any) -> Any:
        return "%s", [self]


class _Built:
    """A query's SQL, with the compiler that knows its columns."""

    def __init__(self, make: Callable[..., QuerySet[Any]]) -> None:
        queryset = make(**{name: _Open(name) for name in signature(make).parameters})
        self.compiler = queryset.query.get_compiler(using=queryset.db)
        self.sql, self.params = self.compiler.as_sql()
        columns = self.compiler.select[: self.compiler.col_count]
        self.converters = self.compiler.get_converters([column for column, *_ in columns])
        self.compiler.connection = None  # each thread has its own

    def asked_with(self, values: dict[str, Asked]) -> Any:
        ready: Any = copy(self.compiler)
        ready.connection = connections[ready.using]
        native = ready.connection.features.has_native_uuid_field
        params = [
            _in_database(values[param.name], native=native) if isinstance(param, _Open) else param
            for param in self.params
        ]
        ready.as_sql = lambda: (self.sql, params)
        ready.get_converters = lambda _: self.converters
        return _Asking(ready)


class _Asking:
    """What Django's `ModelIterable` asks of a queryset."""

    _known_related_objects: Final[dict[str, Any]] = {}

    def __init__(self, compiler: SQLCompiler) -> None:
        self.query, self.compiler, self.db = self, compiler, compiler.using

    def get_compiler(self, using: str) -> SQLCompiler:
        return self.compiler


def _fits(value: Asked) -> bool:
    """Whether a database takes the number for a key: Django knows without asking that no row has a larger one."""
    return not isinstance(value, int) or -(2**63) <= value < 2**63


def _in_database(value: Asked, *, native: bool) -> Asked:
    return value.hex if isinstance(value, UUID) and not native else value


def save_row(row: Model, *names: str) -> None:
    """Write these fields of a row that is there, or without names a new row, whose id is not read back. Sends no
    signals."""
    if is_plain():
        row.save(update_fields=names or None, force_insert=not names)
        return
    fields, sql = _saving(type(row), names, connection.vendor)
    params = [field.get_db_prep_save(field.pre_save(row, not names), connection) for field in fields]
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        if cursor.rowcount != 1:
            raise DatabaseError("The row to save is gone.")


@cache
def _saving(model: type[Model], names: tuple[str, ...], _vendor: str) -> tuple[list[Field[Any, Any]], str]:
    """The fields whose values the SQL takes, in their order, and the SQL."""
    meta, query = model._meta, cast(Any, UpdateQuery(model) if names else InsertQuery(model))
    if names:
        fields = [cast("Field[Any, Any]", meta.get_field(name)) for name in names]
        query.add_update_fields([(field, None, _Open(field.name)) for field in fields])
        query.add_filter("pk", _Open("pk"))
        return [*fields, meta.pk], query.get_compiler(connection=connection).as_sql()[0]
    fields = [field for field in meta.concrete_fields if not isinstance(field, AutoField)]
    query.insert_values(fields, [model()])
    return fields, query.get_compiler(connection=connection).as_sql()[0][0]
