"""A club made of an archive: all of it in one transaction, and nothing but new rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import IO, Any, Final
from uuid import uuid4

from django.contrib.auth.models import User
from django.db import DataError, IntegrityError, models
from django.db.models import Q

from league.acting.log import Refused, write_log
from league.acting.permissions import Acting, name_of
from league.acting.seals import seal_all
from league.evening.ledger.rows import fill_rows
from league.models import Club, Event, LogLine, Role
from league.office.clubs.deeds.clubs import free_slug, seen_by_none, tell_if_it_waits
from pinochle_club.ground.write_queue import queued_write

from .format import Faulty, Limits
from .reading import Archive, instance_of
from .rows import AT_ONCE, fill_in, insert, mark_events
from .tables import TABLES, Model, Table

# What is done to a row that is not kept yet.
Change = Callable[[models.Model], None]
RESTORED: Final = "restored the club"
NOT_WHOLE: Final = "The archive contradicts itself: two of its rows are the same thing, or one is missing."


@dataclass(frozen=True, slots=True)
class Restored:
    """A club made of an archive; `rows` by table, and the accounts with another sign-in name here. It `has_moved` here
    where it was marked so before its archive was made; else it may go on elsewhere, unless it `is_second`."""

    club: Club
    rows: Mapping[str, int]
    renamed: tuple[tuple[str, str], ...] = ()
    has_moved: bool = False
    is_second: bool = False


def restore_club(
    *,
    file: IO[bytes],
    limits: Limits,
    acting: Acting,
    client_id: str = "",
    is_example: bool = False,
    is_second: bool = False,
    waits: bool = False,
    change: Change = lambda made: None,
) -> Restored:
    """Make a new club of everything in the archive. The account that restores it becomes one of its admins, besides
    those it had. A club that `is_second` is another one from now on, with a `uid` of its own for every row; so is an
    example. One that `waits` is seen as a new one (`seen_by_none`). `change` is done to each row before it is kept. The
    same submission again finds the club it made. Raises `Refused` with what is wrong with the archive; an example,
    which is ours, was checked when it was built."""
    if (club := made_before(acting, client_id)) is not None:
        return Restored(club, {})
    try:
        archive = Archive(file, limits)
        # Reads it all before anybody has to wait for us.
        counts = {} if is_example else archive.check()
        with queued_write():
            restored = _Restoring(archive, is_example, is_second, change).restore(counts, acting, client_id)
            if waits and (unseen := seen_by_none(acting.user)):
                Club.objects.filter(pk=restored.club.pk).update(**unseen)
                tell_if_it_waits(Club.objects.get(pk=restored.club.pk))
    except Faulty as fault:
        raise Refused(str(fault), "file") from fault
    except (IntegrityError, DataError) as error:
        raise Refused(NOT_WHOLE, "file") from error
    fill_rows(club=restored.club)
    return restored


def made_before(acting: Acting, client_id: str) -> Club | None:
    """The club that the same submission made."""
    made = Club.objects.filter(log__client_id=client_id, log__action=RESTORED, roles__user=acting.user)
    return made.first() if client_id else None


class _Restoring:
    def __init__(self, archive: Archive, is_example: bool, is_second: bool, change: Change) -> None:
        self.archive, self.is_example, self.change = archive, is_example, change
        self.is_second = is_second or is_example
        self.ids: dict[Model, dict[Any, Any]] = {table.model: {} for table in TABLES}
        self.renamed: list[tuple[str, str]] = []
        self.has_moved = False

    def restore(self, counts: Mapping[str, int], acting: Acting, client_id: str) -> Restored:
        for table in TABLES:
            self._restore_table(table)
        (club_id,) = self.ids[Club].values()
        club = Club.objects.get(pk=club_id)
        mark_events(club, Event.objects.filter(club=club).exclude(ledger_mark=""))
        self._seal_logs(club)
        if acting.user is not None:
            Role.objects.create(club=club, user=acting.user, kind=Role.Kind.ADMIN)
        write_log(club=club, acting=acting, action=RESTORED, subject=club.name, client_id=client_id)
        return Restored(club, counts, tuple(self.renamed), self.has_moved, self.is_second)

    def _restore_table(self, table: Table) -> None:
        ids, later = self.ids[table.model], list[tuple[Any, dict[str, Any]]]()
        own = [field for field in table.fields if table.refers_to(field) is table.model]
        left = self.archive.rows(table)
        while rows := list(islice(left, AT_ONCE)):
            named = [{field.name: row.get(field.name) for field in own} for row in rows]
            made = [instance_of(table, {**row, **{field.name: None for field in own}}, self.ids) for row in rows]
            for one in made:
                self.change(one)
                self._prepare(one)
            keys = insert(table, made)
            ids.update(zip((row["id"] for row in rows), keys, strict=True))
            later += [(key, names) for key, names in zip(keys, named, strict=True) if any(names.values())]
        if later:
            self._name_each_other(table, [field.name for field in own], later)

    def _prepare(self, made: Any) -> None:
        """Fill in what an archive leaves out, where a row can't be without it."""
        name = type(made).__name__
        if name == "Club":
            made.slug, made.is_example = free_slug(made.name), self.is_example
            self.has_moved = bool(made.moved_to) and not self.is_second
            made.moved_to, made.moves = "", 0 if self.is_second else made.moves
        elif name in ("Event", "Season"):
            made.is_example = self.is_example
        elif name == "User":
            self._prepare_account(made)
        fill_in(made)
        if self.is_second and hasattr(made, "uid"):
            made.uid = uuid4()

    def _prepare_account(self, made: User) -> None:
        """A new account in any case: one of the same name here may be another person's."""
        made.set_unusable_password()
        made.is_staff = made.is_superuser = False
        wanted, number = made.username, 1
        while User.objects.filter(username__iexact=made.username).exists():
            number += 1
            made.username = f"{wanted[:140]}-{number}"
        if made.username != wanted:
            self.renamed.append((name_of(made), made.username))
        if made.email and User.objects.filter(email__iexact=made.email).exists():
            made.email = ""  # by which somebody else signs in

    def _name_each_other(self, table: Table, names: list[str], later: list[tuple[Any, dict[str, Any]]]) -> None:
        """Set references to rows of their own table, once all are there."""
        ids = self.ids[table.model]
        rows = []
        for key, named in later:
            made = table.model(pk=key)
            for name in names:
                setattr(made, f"{name}_id", None if named[name] is None else ids[named[name]])
            rows.append(made)
        table.model._base_manager.bulk_update(rows, names, batch_size=AT_ONCE)

    def _seal_logs(self, club: Club) -> None:
        """Seal logs from before there were seals, and those of an example, whose days were moved. Others keep theirs,
        right or not: `verify_log` tells."""
        lines = LogLine.objects.filter(club=club).order_by("event", "pk")
        if not self.is_example:
            unsealed = lines.filter(digest="").order_by()
            of_logs = Q(event__in=unsealed.values("event"))
            lines = lines.filter(of_logs | Q(event=None) if unsealed.filter(event=None).exists() else of_logs)
        else:
            LogLine.objects.filter(club=club).update(cards={})
        sealed = seal_all(lines)
        LogLine.objects.bulk_update(sealed, ["salt", "said", "digest"], batch_size=100)
