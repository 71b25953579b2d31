"""Rows of an archive taken into a club that is here: found again by what they are known by, changed only where they
differ.

Each table in order: its rows here and in the archive are matched (`Table.by`), what stands in the way of a unique
constraint is parked, then rows are changed and added. What the archive no longer has goes last, from the last table to
the first. At the end every row that was written must lie in the scope that was given.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from types import MappingProxyType
from typing import Any, Final

from django.contrib.auth.models import User
from django.db import DataError, IntegrityError, models
from django.db.models import ProtectedError, Q, QuerySet, RestrictedError

from league.models import Club, Event, PairRule, Role
from pinochle_club.ground.write_queue import queued_write
from scoring.models import Device, RuleBookVersion
from scoring.models.rule_books import digest_of

from .format import Faulty
from .reading import Archive, Row, instance_of
from .references import RENAMINGS
from .rows import AT_ONCE, fill_in, insert, mark_events
from .tables import TABLES, Model, Table
from .writing import one_moment

CONTRADICTS: Final = "The archive contradicts itself, or something here that stays as it is."
NOT_HERE: Final = "it refers to something that isn’t here."
# Who may act is this server's to say: an archive changes no account and no role.
STAY: Final = ("accounts", "roles")
# Made from what only this server has, its ids of entries; and where the club lives.
OWN_FIELDS: Final = {("events", "ledger_mark"), ("club", "moved_to"), ("club", "moves")}
# Out of the way of unique constraints, while rows change places. Others are what a row is known by.
PARKED: Final[Mapping[str, tuple[str, ...]]] = {
    "categories": ("name",),
    "members": ("number",),
    "house_rules": ("key",),
    "entrants": ("number", "member"),
    "entries": ("number",),
    "rounds": ("number",),
    "tables": ("number", "card"),
    "tablets": ("is_cut_off",),
    "seasons": ("name", "past_file"),
}


@dataclass(frozen=True)
class Scope:
    """What an archive may do to one table: find `rows` again and change them, add to them, and delete those of them
    that it no longer has, if they are among those that may go (`goes`; None: nothing goes). In those that the archive
    has only in part (`in_part`), a reference to nothing leaves what stands."""

    rows: QuerySet[Any]
    adds: bool = True
    changes: bool = True
    goes: Q | None = field(default_factory=Q)
    in_part: Q = field(default_factory=lambda: Q(pk__in=()))


@dataclass(slots=True)
class Counts:
    added: int = 0
    changed: int = 0
    gone: int = 0

    def __bool__(self) -> bool:
        return bool(self.added or self.changed or self.gone)


def club_scopes(club: Club) -> dict[str, Scope]:
    """The whole club as the archive has it, except who may act in it."""
    found = {table.name: Scope(table.rows(club)) for table in TABLES if table.name not in STAY}
    return found | {name: only_comes(found[name].rows) for name in ("books", "devices")}


def event_scopes(event: Event) -> dict[str, Scope]:
    """All that belongs to one event and to nothing else; books and tablets that it names only come."""
    found = {"events": Scope(Event.objects.filter(pk=event.pk))}
    for table in TABLES:
        if (way := _way_to_event(table)) is not None:
            found[table.name] = Scope(table.model._default_manager.filter(**{way: event.pk}).order_by(table.order))
    devices = next(table for table in TABLES if table.model is Device).rows(event.club)
    return found | {"books": only_comes(RuleBookVersion.objects.all()), "devices": only_comes(devices)}


def _way_to_event(table: Table) -> str | None:
    """From a table whose rows hang on events; of pots, prizes and the log some do."""
    if table.name in ("pots", "prizes", "log"):
        return "event"
    way = table.of.removesuffix("__club") if isinstance(table.of, str) else ""
    return way if way.endswith("event") else None


def only_comes(rows: QuerySet[Any]) -> Scope:
    return Scope(rows, changes=False, goes=None)


def take(
    archive: Archive,
    club: Club,
    scopes: Mapping[str, Scope],
    *,
    writes: bool = True,
    known: Mapping[Model, Mapping[Any, Any]] = MappingProxyType({}),
    without: Collection[Any] = (),
) -> Mapping[str, Counts]:
    """Take the tables that the scopes name, in one transaction; what was added, changed and deleted in each. An archive
    that was checked. Rows of other models are found here, unless it is `known` which they are. Events of the archive
    `without` which it is taken stay as they are here, with all that hangs on them. Not to write tells what would come
    of it, and nobody waits meanwhile. Raises `Faulty`."""
    with _told_of_contradictions(), queued_write() if writes else one_moment():
        return _Taking(archive, club, scopes, writes, known, without).take()


@contextmanager
def _told_of_contradictions() -> Iterator[None]:
    try:
        yield
    except (IntegrityError, DataError, ProtectedError, RestrictedError) as error:
        raise Faulty(CONTRADICTS) from error


class _Elsewhere(dict[Any, Any]):
    """Ids of a table that isn't taken, found when first asked for. Those that aren't here are none, or below zero."""

    def __init__(self, find: Callable[[], Mapping[Any, Any]]) -> None:
        super().__init__()
        self.find: Callable[[], Mapping[Any, Any]] | None = find

    def look(self) -> None:
        if self.find is not None:
            found, self.find = self.find(), None
            self.update(found)

    def __missing__(self, old: Any) -> Any:
        self.look()
        return self.get(old, -abs(old) if isinstance(old, int) else None)


@dataclass(frozen=True, slots=True)
class _Match:
    """A row of the archive: as it would be here, and as it is (None: it is new). What names something that isn't known
    here (`unknown`) leaves what stands."""

    row: Row
    made: Any
    there: Any
    unknown: frozenset[str] = frozenset()


class _Taking:
    def __init__(
        self,
        archive: Archive,
        club: Club,
        scopes: Mapping[str, Scope],
        writes: bool,
        known: Mapping[Model, Mapping[Any, Any]],
        without: Collection[Any],
    ) -> None:
        assert not {*scopes} & {*STAY}, "an archive changes no account and no role"
        self.archive, self.club, self.scopes, self.writes, self.known = archive, club, scopes, writes, known
        self.ids: dict[Model, Any] = {
            table.model: {} if table.name in scopes else _Elsewhere(partial(self._found, table)) for table in TABLES
        }
        self.counts = {table.name: Counts() for table in TABLES if table.name in scopes}
        self.written: dict[str, set[Any]] = {}
        self.gone: dict[str, list[Any]] = {}
        self.marked: set[int] = set()
        self.left: dict[Model, set[Any]] = {Event: {*without}}
        self.not_yet = count(-1, -1)  # ids of rows that would be new

    def take(self) -> Mapping[str, Counts]:
        for table in TABLES:
            if table.name in self.scopes:
                self._take_table(table, self.scopes[table.name])
        if self.writes:
            self._check_scopes()
            for table in reversed(TABLES):
                for pks in _in_lots(self.gone.get(table.name, ())):
                    table.model._base_manager.filter(pk__in=pks).delete()
            if "ledger" in self.scopes:
                self._mark_events()
        return self.counts

    def _take_table(self, table: Table, scope: Scope) -> None:
        matches = list(self._matches(table, scope))
        new = [one for one in matches if one.there is None]
        there = [one for one in matches if one.there is not None]
        self._check_are_nobody_elses(table, [one.made for one in new])
        own = [one.name for one in table.fields if table.refers_to(one) is table.model]
        in_part = set(scope.rows.filter(scope.in_part).order_by().values_list("pk", flat=True)) if there else ()
        changes = {one.there.pk: self._differing(table, one, own, in_part) for one in there if scope.changes}
        gone = self._no_longer_there(scope, {one.there.pk for one in there})
        self._make_way(table, there, changes, gone if new or any(changes.values()) else ())
        for pk, differing in changes.items():
            self._change(table, pk, differing)
        self._add(table, new)
        self._name_each_other(table, own, matches, changes)
        self.gone[table.name] = gone
        self.counts[table.name] = Counts(len(new), sum(map(bool, changes.values())), len(gone))

    def _no_longer_there(self, scope: Scope, seen: set[Any]) -> list[Any]:
        if scope.goes is None:
            return []
        return [pk for pk in scope.rows.filter(scope.goes).values_list("pk", flat=True) if pk not in seen]

    def _matches(self, table: Table, scope: Scope) -> Iterator[_Match]:
        here = {_key(table, row): row for row in scope.rows.all()}
        own = {one.name: None for one in table.fields if table.refers_to(one) is table.model}
        seen = set()
        for row in self.archive.rows(table):
            if any(name not in row and not table.is_given(name) for name in table.by if name not in ("uid", "digest")):
                raise Faulty(CONTRADICTS)
            if self._is_left(table, row):
                continue
            made, unknown = self._made(table, {**row, **own})
            key = _key(table, made)
            if key in seen:
                raise Faulty(CONTRADICTS)
            seen.add(key)
            there = here.get(key)
            if there is not None:
                self.ids[table.model][row["id"]] = there.pk
                yield _Match(row, made, there, unknown)
            elif scope.adds:
                self.ids[table.model][row["id"]] = next(self.not_yet)
                yield _Match(row, made, None)
            else:
                self.ids[table.model][row["id"]] = -abs(row["id"]) if isinstance(row["id"], int) else None

    def _is_left(self, table: Table, row: Row) -> bool:
        """Whether the row is of an event without which the archive is taken."""
        left = self.left.setdefault(table.model, set())
        others = ((one.name, table.refers_to(one)) for one in table.fields if table.refers_to(one) is not table.model)
        if any(row.get(name) in self.left.get(model, ()) for name, model in others if model is not None):
            left.add(row["id"])
        return row["id"] in left

    def _made(self, table: Table, row: Row) -> tuple[Any, frozenset[str]]:
        made: Any = instance_of(table, row, self.ids)
        unknown = set[str]()
        for one in table.fields:
            if table.refers_to(one) is not None and one.name in row and self._is_nobody(one, made):
                if not one.null and table.model is not Event:  # one that is here keeps the rules that it has
                    raise Faulty(f"A row of “{table.name}” can’t be taken: {NOT_HERE}")
                setattr(made, one.attname, None)
                unknown |= {one.attname} if row[one.name] is not None else set()
        if isinstance(made, PairRule) and made.first_id > made.second_id:
            made.first_id, made.second_id = made.second_id, made.first_id
        if table.name == "events" and row.get("ledger_mark"):
            self.marked.add(row["id"])
        return made, frozenset(unknown)

    def _is_nobody(self, one: models.Field[Any, Any], made: Any) -> bool:
        value = getattr(made, one.attname)
        if value is None or (isinstance(value, int) and value < 0 and self.writes):
            return True
        # Those that would be new are below zero, too, while nothing is written.
        return isinstance(value, int) and value < 0 and isinstance(self.ids[one.related_model], _Elsewhere)  # type: ignore[index]

    def _differing(self, table: Table, match: _Match, own: Sequence[str], in_part: Collection[Any]) -> dict[str, Any]:
        """The columns that the archive's row has, and has otherwise."""
        found = {}
        for one in table.fields:
            name = one.attname
            if one.primary_key or one.name not in match.row or one.name in own or name in match.unknown:
                continue
            made, there = getattr(match.made, name), getattr(match.there, name)
            if made is None and one.is_relation and match.there.pk in in_part:
                continue
            if made != there and (table.name, one.name) not in OWN_FIELDS:
                renamed = RENAMINGS.get((table.name, one.name))
                if renamed is None or made != renamed(there, self._unless_gone):
                    found[name] = made
        return found

    def _unless_gone(self, model: Model, pk: int) -> int:
        """An id inside of JSON as an archive writes it: below zero where the row is gone."""
        if isinstance(ids := self.ids[model], _Elsewhere):
            ids.look()
        return pk if pk in ids.values() else -abs(pk)

    # -- writing

    def _change(self, table: Table, pk: Any, differing: Mapping[str, Any]) -> None:
        if differing and self.writes:
            if table.name == "events" and differing.get("check_in_open"):
                differing = {**differing, "door_key": secrets.token_urlsafe(18)}
            table.model._base_manager.filter(pk=pk).update(**differing)
            self.written.setdefault(table.name, set()).add(pk)

    def _add(self, table: Table, matches: Sequence[_Match]) -> None:
        if not matches or not self.writes:
            return
        for one in matches:
            fill_in(one.made)
        keys = insert(table, [one.made for one in matches])
        self.ids[table.model].update(zip((one.row["id"] for one in matches), keys, strict=True))
        if table.model is not RuleBookVersion:  # which any club may share
            self.written.setdefault(table.name, set()).update(keys)

    def _name_each_other(
        self, table: Table, own: Sequence[str], matches: Sequence[_Match], changes: Mapping[Any, dict[str, Any]]
    ) -> None:
        """Set references to rows of their own table, once all are there."""
        ids = self.ids[table.model]
        for one in matches if own else ():
            named = {f"{name}_id": ids.get(one.row.get(name)) for name in own if name in one.row}
            if one.there is None:
                self._change(table, ids[one.row["id"]], {name: value for name, value in named.items() if value})
            elif one.there.pk in changes:
                differing = {name: value for name, value in named.items() if getattr(one.there, name) != value}
                changes[one.there.pk].update(differing)
                self._change(table, one.there.pk, differing)

    def _make_way(
        self, table: Table, there: Sequence[_Match], changes: Mapping[Any, dict[str, Any]], gone: Sequence[Any]
    ) -> None:
        """Move what is unique of rows that go or change out of the way of others, and of each other."""
        columns = {_column(table, name) for name in PARKED.get(table.name, ())}
        moved = [one for one in there if columns & {*changes.get(one.there.pk, ())}]
        for one in moved:
            kept = {name: getattr(one.there if name in one.unknown else one.made, name) for name in columns}
            changes[one.there.pk].update(kept)
        if self.writes and columns:
            self._park(table, [*gone, *(one.there.pk for one in moved)])

    def _park(self, table: Table, pks: Sequence[Any]) -> None:
        for number, pk in enumerate(pks):
            values = {name: _parking_place(table, name, number) for name in PARKED[table.name]}
            table.model._base_manager.filter(pk=pk).update(**values)

    def _mark_events(self) -> None:
        """The ledger came along, so its rows stand for the entries here."""
        ids = [self.ids[Event][old] for old in self.marked]
        if any(map(bool, (self.counts.get(name) for name in ("entries", "ledger", "events", "board_decisions")))):
            mark_events(self.club, Event.objects.filter(pk__in=ids))

    # -- believing nothing

    def _check_are_nobody_elses(self, table: Table, new: Sequence[Any]) -> None:
        """No row that would be new is one of the club's outside of the scope."""
        if not new or table.by != ("uid",) or table.model is Device:
            return
        known = set(table.rows(self.club).order_by().values_list("uid", flat=True))
        if any(made.uid in known for made in new):
            raise Faulty(f"A row of “{table.name}” can’t be taken: it belongs to something else in this club.")

    def _check_scopes(self) -> None:
        for name, pks in self.written.items():
            if not pks <= set(self.scopes[name].rows.order_by().values_list("pk", flat=True)):
                raise Faulty(f"A row of “{name}” can’t be taken: it belongs to something else.")

    # -- rows of tables that aren't taken

    def _found(self, table: Table) -> Mapping[Any, Any]:
        if table.model in self.known:
            return self.known[table.model]
        if table.model is User:
            return self._accounts()
        names = ("data",) if table.model is RuleBookVersion else table.by
        rows = {}
        for row in self.archive.rows(table):
            known = {name: row[name] for name in names if name in row}
            rows[row["id"]] = _key(table, instance_of(table, known, self.ids))
        if table.model is RuleBookVersion:
            found = RuleBookVersion.objects.filter(digest__in=[key[0] for key in rows.values()])
        else:
            found = table.rows(self.club)
        here = {_key(table, row): row.pk for row in found}
        return {old: here[key] for old, key in rows.items() if key in here}

    def _accounts(self) -> Mapping[Any, Any]:
        """Accounts with a role here, by their role, else by their name."""
        tables = {table.name: table for table in TABLES}
        roles = list(Role.objects.filter(club=self.club).select_related("user"))
        by_role = {str(role.uid): role.user_id for role in roles}
        by_name = {role.user.username.casefold(): role.user_id for role in roles}
        found = {}
        for row in self.archive.rows(tables["accounts"]):
            if row["username"].casefold() in by_name:
                found[row["id"]] = by_name[row["username"].casefold()]
        for row in self.archive.rows(tables["roles"]):
            if row.get("uid") in by_role:
                found[row["user"]] = by_role[row["uid"]]
        return found


# -- pure ------------------------------------------------------------------------------------


def _key(table: Table, row: Any) -> tuple[Any, ...]:
    if table.model is RuleBookVersion:
        return (row.digest if row.pk else digest_of(row.data),)
    return tuple(getattr(row, _column(table, name)) for name in table.by)


def _column(table: Table, name: str) -> str:
    field: Any = table.model._meta.get_field(name)
    return str(field.attname)


def _parking_place(table: Table, name: str, number: int) -> Any:
    """A value that no row has: nothing where a column may be empty, the highest numbers, letters that nobody types."""
    one: Any = table.model._meta.get_field(name)
    if one.null:
        return None
    if isinstance(one, models.BooleanField):
        return True
    if isinstance(one, models.CharField):
        return f"\ue000{number}"
    return (2**15 if isinstance(one, models.PositiveSmallIntegerField) else 2**31) - 1 - number


def _in_lots(pks: Sequence[Any]) -> Iterator[Sequence[Any]]:
    return (pks[start : start + AT_ONCE] for start in range(0, len(pks), AT_ONCE))
