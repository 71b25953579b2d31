"""Rows of an archive taken into a club that is here: the same rows are changed, others added or deleted.

A row is the same one by its identity (`Table.by`), never by its id. Nothing is written where nothing differs.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from django.db import DataError, IntegrityError, models
from django.db.models import Q

from league.models import Club
from scoring.models import RuleBookVersion
from scoring.models.rule_books import digest_of

from .deeds import NOT_WHOLE, Restoring
from .format import Faulty
from .reading import Archive, Row, instance_of
from .tables import TABLES, Table

ELSEWHERE: Final = "One of its rows belongs to another evening or club here."
UNKNOWN: Final = "It refers to something that isn’t here."
# Whatever is unique about a row waits here while another takes its place: further than anybody counts.
ASIDE: Final = {"PositiveSmallIntegerField": 2**15 - 1, "PositiveIntegerField": 2**31 - 1}
Identity: TypeAlias = tuple[Any, ...]


@dataclass(frozen=True)
class Scope:
    """What is taken: the rows of a table that the archive stands for (`whole`: there a missing row is deleted; None:
    none is), and how a row that is `new` to a table that isn't taken comes in; without that it is refused."""

    whole: Callable[[Table], Q | None] = lambda table: None
    new: Mapping[str, Callable[[Any], Any]] = field(default_factory=dict)


@dataclass
class Taken:
    """The club, and how many rows of each table were added, changed and deleted."""

    club: Club
    added: dict[str, int] = field(default_factory=dict)
    changed: dict[str, int] = field(default_factory=dict)
    gone: dict[str, int] = field(default_factory=dict)

    @property
    def is_nothing(self) -> bool:
        return not any((*self.added.values(), *self.changed.values(), *self.gone.values()))


def take(archive: Archive, club: Club | None, names: Collection[str], scope: Scope) -> Taken:
    """Take the tables with these names out of a checked archive; the others say what the taken rows refer to. Without a
    club it is made. Inside the transaction of the deed. Raises `Faulty`."""
    try:
        return _Taking(archive, club, names, scope).take()
    except KeyError as unknown:
        raise Faulty(UNKNOWN) from unknown
    except (IntegrityError, DataError) as error:
        raise Faulty(NOT_WHOLE) from error


class _Taking(Restoring):
    def __init__(self, archive: Archive, club: Club | None, names: Collection[str], scope: Scope) -> None:
        super().__init__(archive, is_example=False, change=lambda made: None)
        self.club, self.names, self.scope = club, names, scope
        self.gone: list[tuple[Table, list[Any]]] = []

    def take(self) -> Taken:
        taken = Taken(self.club or Club())
        for table in TABLES:
            rows = list(self.archive.rows(table))
            if table.name in self.names:
                self._take_table(table, rows, taken)
            elif rows:
                self._look_up(table, rows)
            if table.model is Club:
                taken.club = self.club = Club.objects.get(pk=next(iter(self.ids[Club].values())))
        for table, keys in reversed(self.gone):
            taken.gone[table.name] = len(keys)
            table.model._default_manager.filter(pk__in=keys).delete()
        return taken

    def _take_table(self, table: Table, rows: list[Row], taken: Taken) -> None:
        here, ids = self._here(table), self.ids[table.model]
        own = [one.name for one in table.fields if table.refers_to(one) is table.model]
        made = [(row, instance_of(table, {**row, **dict.fromkeys(own)}, self.ids)) for row in rows]
        same = {row["id"]: here.get(_identity(table, one)) for row, one in made}
        kept = {one.pk for one in same.values() if one is not None}
        whole = self.scope.whole(table)
        gone = [one for one in here.values() if one.pk not in kept] if whole is not None else []
        if gone:
            of_scope = set(table.model._default_manager.filter(whole).values_list("pk", flat=True))
            gone = [one for one in gone if one.pk in of_scope]
        if whole is not None and not kept <= set(
            table.model._default_manager.filter(whole, pk__in=kept).values_list("pk", flat=True)
        ):
            raise Faulty(ELSEWHERE)
        written = {row["id"]: _written(table, row, own) for row in rows}
        changes = {
            row["id"]: changed
            for row, one in made
            if (there := same[row["id"]]) is not None and (changed := _changes(there, one, written[row["id"]]))
        }
        _set_aside(table, [*gone, *(same[key] for key, changed in changes.items() if _is_unique(table, changed))])
        for key, changed in changes.items():
            table.model._default_manager.filter(pk=same[key].pk).update(**changed)
        added = [(row, one) for row, one in made if same[row["id"]] is None]
        for _, one in added:
            self.prepare(one)
        keys = self.insert(table, [one for _, one in added]) if added else []
        ids.update((key, one.pk) for key, one in same.items() if one is not None)
        ids.update(zip((row["id"] for row, _ in added), keys, strict=True))
        self._refer_to_each_other(table, own, rows, same)
        if gone:
            self.gone.append((table, [one.pk for one in gone]))
        taken.added[table.name], taken.changed[table.name] = len(added), len(changes)

    def _look_up(self, table: Table, rows: list[Row]) -> None:
        """Find the rows that taken ones refer to; those that nobody here knows come in as the scope says."""
        here, ids = self._here(table), self.ids[table.model]
        own = [one.name for one in table.fields if table.refers_to(one) is table.model]
        for row in rows:
            one = instance_of(table, {**row, **dict.fromkeys(own)}, self.ids)
            there = here.get(_identity(table, one))
            if there is None and table.name in self.scope.new:
                there = self.scope.new[table.name](one)
            if there is not None:
                ids[row["id"]] = there.pk

    def _here(self, table: Table) -> dict[Identity, Any]:
        """The rows of a table that are here, by their identity."""
        if table.model is RuleBookVersion:
            digests = [digest_of(row["data"]) for row in self.archive.rows(table)]
            found: Iterable[Any] = RuleBookVersion.objects.filter(digest__in=digests)
        elif self.club is not None:
            found = table.rows(self.club)
        elif table.model is Club:
            uids = [row["uid"] for row in self.archive.rows(table) if "uid" in row]
            found = Club.objects.filter(uid__in=uids, is_example=False)[:1]
        else:
            found = ()
        return {_identity(table, one): one for one in found}

    def _refer_to_each_other(self, table: Table, own: list[str], rows: list[Row], same: Mapping[Any, Any]) -> None:
        later = []
        for row in rows:
            named = {name: row.get(name) for name in own if name in row}
            there, ids = same[row["id"]], self.ids[table.model]
            wanted = {f"{name}_id": None if one is None else ids[one] for name, one in named.items()}
            before = {name: getattr(there, name) if there is not None else None for name in wanted}
            if wanted != before:
                later.append((ids[row["id"]], named))
        if later:
            self.name_each_other(table, own, later)


def _identity(table: Table, one: Any) -> Identity:
    if table.model is RuleBookVersion:
        return (one.digest or digest_of(one.data),)
    return tuple(getattr(one, table.model._meta.get_field(name).attname) for name in table.by)


def _written(table: Table, row: Row, own: Collection[str]) -> list[str]:
    """The attributes that the row says something of, but for its id and its references to its own table."""
    return [one.attname for one in table.fields if not one.primary_key and one.name in row and one.name not in own]


def _changes(there: Any, one: Any, names: Iterable[str]) -> dict[str, Any]:
    return {name: getattr(one, name) for name in names if getattr(one, name) != getattr(there, name)}


def _unique_of(table: Table) -> set[str]:
    """The numbers and references that are unique together with another field of the table."""
    constraints = [one for one in table.model._meta.constraints if isinstance(one, models.UniqueConstraint)]
    return {table.model._meta.get_field(name).attname for one in constraints for name in one.fields}


def _is_unique(table: Table, changed: Mapping[str, Any]) -> bool:
    return not _unique_of(table).isdisjoint(changed)


def _set_aside(table: Table, rows: list[Any]) -> None:
    """Free what is unique about these rows for others, until they get their own or go."""
    for place, one in enumerate(rows):
        free: dict[str, Any] = {}
        for name in _unique_of(table):
            what = next(each for each in table.model._meta.concrete_fields if each.attname == name)
            if what.get_internal_type() in ASIDE:
                free[name] = ASIDE[what.get_internal_type()] - place
            elif what.is_relation and what.null:
                free[name] = None
        if free:
            table.model._default_manager.filter(pk=one.pk).update(**free)
