"""Queries that are built once. Django builds the objects of a query, and its SQL from them, each time it is asked: for
a row found by its key that takes several times as long as the database takes to find it.

    _tables = Prepared(lambda card_id: RoundTable.objects.select_related("event_round").filter(card=card_id))
    tables = _tables(card_id=card.pk)

The SQL is Django's own, made from the queryset when it is first asked for, and Django makes the rows into objects: a
changed model changes both. What the query looks like must not depend on the values.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from inspect import signature
from typing import Any, Final, Generic, TypeVar, cast
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import AutoField, Field, Model, QuerySet, Value
from django.db.models.query import get_related_populators
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
        here = connections[DEFAULT_DB_ALIAS]
        built = self._built.get(here.vendor)
        if built is None:
            built = self._built[here.vendor] = _Built(self._make)
        return cast(list[Row], built.rows(here, values))

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
    """A query's SQL, and what makes its rows into objects, as Django's `ModelIterable` finds it each time."""

    def __init__(self, make: Callable[..., QuerySet[Any]]) -> None:
        queryset = make(**{name: _Open(name) for name in signature(make).parameters})
        compiler: Any = queryset.query.get_compiler(using=DEFAULT_DB_ALIAS)
        self.sql, self.params = compiler.as_sql()
        columns, info = compiler.select[: compiler.col_count], compiler.klass_info
        converters = compiler.get_converters([column for column, *_ in columns])
        self.converters = [
            (place, convert, column) for place, (several, column) in converters.items() for convert in several
        ]
        self.model, self.own = info["model"], slice(info["select_fields"][0], info["select_fields"][-1] + 1)
        self.names = [column.target.attname for column, *_ in compiler.select[self.own]]
        # A later Django, which mypy knows, also asks how to fetch what is missing.
        self.beside = get_related_populators(info, compiler.select, DEFAULT_DB_ALIAS)  # type: ignore[call-arg]
        self.annotations = compiler.annotation_col_map

    def rows(self, here: BaseDatabaseWrapper, values: dict[str, Asked]) -> list[Any]:
        native = here.features.has_native_uuid_field
        params = [
            _in_database(values[param.name], native=native) if isinstance(param, _Open) else param
            for param in self.params
        ]
        with here.cursor() as cursor:
            cursor.execute(self.sql, params)
            return [self._object(here, list(row)) for row in cursor]

    def _object(self, here: BaseDatabaseWrapper, row: list[Any]) -> Any:
        for place, convert, column in self.converters:
            row[place] = convert(row[place], column, here)
        made = self.model.from_db(here.alias, self.names, row[self.own])
        for beside in self.beside:
            beside.populate(row, made)
        for name, place in self.annotations.items():
            setattr(made, name, row[place])
        return made


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
    here = connections[DEFAULT_DB_ALIAS]
    fields, sql = _saving(type(row), names, here.vendor)
    params = [field.get_db_prep_save(field.pre_save(row, not names), here) for field in fields]
    with here.cursor() as cursor:
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
