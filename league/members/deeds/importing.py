"""Taking members over from a file: first what would change, then, if nothing else happened meanwhile, doing it.

An empty cell leaves what is there. A number finds its member; without one the name does.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from league.acting.deed import deed
from league.acting.log import Refused
from league.acting.permissions import Acting, Action
from league.members.files import HEADINGS, FileRow, MemberFile, read_file
from league.models import Club, Member
from scoring.score_card.forms.base import seen_text

from .members import HIGHEST_NUMBER, LABELS, in_words, log_change

FIELDS: Final = tuple(LABELS)
YES: Final = frozenset({"yes", "y", "true", "t", "1", "x", "✓", "active"})
NO: Final = frozenset({"no", "n", "false", "f", "0", "-", "–", "inactive"})
DATES: Final = ("%Y-%m-%d", "%m/%d/%Y", "%m/%d/%y", "%d.%m.%Y")
TEXTS: Final = ("name", "short_name", "phone", "email")
SWITCHES: Final = ("is_active", "is_guest", "cannot_move")


@dataclass(frozen=True, slots=True)
class Fault:
    line: int
    text: str


@dataclass(frozen=True, slots=True)
class NewMember:
    line: int
    fields: dict[str, Any]
    note: str = ""


@dataclass(frozen=True, slots=True)
class ChangedMember:
    line: int
    member: Member
    fields: dict[str, Any]

    @property
    def changes(self) -> tuple[tuple[str, str, str], ...]:
        """Each field that changes: its name, what it was, what it becomes."""
        return tuple(
            (LABELS[name], in_words(getattr(self.member, name)), in_words(value)) for name, value in self.fields.items()
        )


@dataclass(slots=True)
class ImportPlan:
    """What a file would do to a club. `fingerprint` tells the members it was worked out from."""

    fingerprint: str
    ignored: tuple[str, ...] = ()
    new: list[NewMember] = field(default_factory=list)
    changed: list[ChangedMember] = field(default_factory=list)
    unchanged: int = 0
    faults: list[Fault] = field(default_factory=list)

    @property
    def does_something(self) -> bool:
        return bool(self.new or self.changed)


class _RowFault(Exception):
    """What is wrong with one line."""


# -- what would change -------------------------------------------------------------------


def plan_import(club: Club, text: str, *, may_note: bool) -> ImportPlan:
    """What a file's text would change. Raises FileFault where it cannot be read (one query)."""
    file = read_file(text)
    members = list(club.members.order_by("number"))
    plan = ImportPlan(fingerprint=fingerprint_of(members), ignored=_ignored(file, may_note))
    _Planner(members, plan, may_note=may_note).take(file)
    return plan


def _ignored(file: MemberFile, may_note: bool) -> tuple[str, ...]:
    hidden = () if may_note or "director_notes" not in file.fields else (HEADINGS["director_notes"][0],)
    return (*file.ignored, *hidden)


def fingerprint_of(members: list[Member]) -> str:
    """A digest of all that an import reads and writes of the members."""
    digest = hashlib.sha256()
    for member in members:
        digest.update(repr([member.pk, *(getattr(member, name) for name in FIELDS)]).encode())
    return digest.hexdigest()[:32]


class _Planner:
    """Goes through a file once; numbers that lines give or take are known to those after them."""

    def __init__(self, members: list[Member], plan: ImportPlan, *, may_note: bool) -> None:
        self.plan, self.may_note = plan, may_note
        self.by_number = {member.number: member for member in members}
        self.by_name: dict[str, list[Member]] = {}
        for member in members:
            self.by_name.setdefault(member.name.casefold(), []).append(member)
        self.seen: dict[int, int] = {}  # number: the line that spoke of it

    def take(self, file: MemberFile) -> None:
        waiting = []
        for row in file.rows:
            try:
                fields = self._fields(row)
                member = self._member(fields)
                number = member.number if member else fields.get("number")
                if number is None:
                    waiting.append((row.line, fields))
                    continue
                self._once(number, row.line)
                self._add(row.line, member, fields)
            except _RowFault as fault:
                self.plan.faults.append(Fault(row.line, str(fault)))
        self._number(waiting)
        self.plan.faults.sort(key=lambda fault: fault.line)
        self.plan.new.sort(key=lambda new: new.line)

    def _number(self, waiting: list[tuple[int, dict[str, Any]]]) -> None:
        """Whoever comes without a number gets the next one that neither the club nor the file has."""
        highest = max([0, *self.by_number, *self.seen])
        named: dict[str, int] = {}
        for line, fields in waiting:
            first = named.setdefault(fields["name"].casefold(), line)
            if first != line:
                text = f"{fields['name']} is in line {first} already. If they are two people, give both a number."
                self.plan.faults.append(Fault(line, text))
                continue
            highest += 1
            self._add(line, None, {**fields, "number": highest})

    def _once(self, number: int, line: int) -> None:
        if number in self.seen:
            raise _RowFault(f"Number {number} is in line {self.seen[number]} already.")
        self.seen[number] = line

    def _member(self, fields: dict[str, Any]) -> Member | None:
        if "number" in fields:
            return self.by_number.get(fields["number"])
        named = self.by_name.get(fields.get("name", "").casefold(), [])
        if len(named) > 1:
            numbers = " and ".join(str(member.number) for member in named)
            raise _RowFault(f"{fields['name']} is in the club more than once, as {numbers}. Give the number too.")
        return named[0] if named else None

    def _add(self, line: int, member: Member | None, fields: dict[str, Any]) -> None:
        if member is not None:
            changed = {name: value for name, value in fields.items() if getattr(member, name) != value}
            if changed:
                self.plan.changed.append(ChangedMember(line, member, changed))
            else:
                self.plan.unchanged += 1
            return
        if "name" not in fields:
            self.plan.faults.append(Fault(line, f"Nobody has number {fields['number']}, and the line has no name."))
            return
        same = self.by_name.get(fields["name"].casefold(), [])
        note = f"Another {fields['name']} is in the club, with number {same[0].number}." if same else ""
        self.plan.new.append(NewMember(line, fields, note))

    # -- one line ------------------------------------------------------------------------

    def _fields(self, row: FileRow) -> dict[str, Any]:
        """The fields a line gives; an empty cell gives none."""
        given = {name: cell for name, cell in row.cells.items() if cell}
        fields: dict[str, Any] = {}
        if "number" in given:
            fields["number"] = _number_of(given["number"])
        for name in TEXTS:
            if name in given:
                fields[name] = _text_of(name, given[name])
        for name in SWITCHES:
            if name in given:
                fields[name] = _switch_of(name, given[name])
        if "joined_on" in given:
            fields["joined_on"] = _date_of(given["joined_on"])
        if "director_notes" in given and self.may_note:
            fields["director_notes"] = _notes_of(given["director_notes"])
        if not fields.get("name") and "number" not in fields:
            raise _RowFault("There is neither a name nor a number.")
        return fields


def _number_of(cell: str) -> int:
    if not (re.fullmatch(r"[0-9]{1,7}(\.0+)?", cell) and 1 <= int(float(cell)) <= HIGHEST_NUMBER):
        raise _RowFault(f"{_quoted(cell)} is no number from 1 to {HIGHEST_NUMBER}.")
    return int(float(cell))


def _text_of(name: str, cell: str) -> str:
    longest = _longest(name)
    text = " ".join(seen_text(cell).split())
    if not text:
        raise _RowFault(f"The {LABELS[name]} cannot be read.")
    if len(text) > longest:
        raise _RowFault(f"The {LABELS[name]} {_quoted(text)} is longer than {longest} characters.")
    if name == "email":
        try:
            validate_email(text)
        except ValidationError:
            raise _RowFault(f"{_quoted(text)} is no e-mail address.") from None
    return text


def _longest(name: str) -> int:
    return getattr(Member._meta.get_field(name), "max_length", None) or 0


def _switch_of(name: str, cell: str) -> bool:
    word = cell.casefold()
    if word not in YES | NO:
        raise _RowFault(f"{LABELS[name].capitalize()} is {_quoted(cell)}: write yes or no.")
    return word in YES


def _date_of(cell: str) -> date:
    for pattern in DATES:
        try:
            return datetime.strptime(cell, pattern).date()  # noqa: DTZ007 - a day has no zone
        except ValueError:
            continue
    raise _RowFault(f"{_quoted(cell)} is no date. Write it as 2026-11-21.")


def _notes_of(cell: str) -> str:
    longest = _longest("director_notes")
    lines = cell.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    text = "\n".join(seen_text(line).rstrip() for line in lines).strip()
    if len(text) > longest:
        raise _RowFault(f"The notes are longer than {longest} characters.")
    return text


def _quoted(text: str) -> str:
    return f"“{text[:40]}{'…' if len(text) > 40 else ''}”"


# -- doing it ----------------------------------------------------------------------------


def apply_import(*, club: Club, acting: Acting, text: str, fingerprint: str, client_id: str) -> ImportPlan | None:
    """Does what the preview said; lines with faults are left out. None where this submission did it before.

    Raises Refused where members were changed since the preview, and FileFault for a text that is no list.
    """
    with deed(club, acting, client_id) as doing:  # of two imports at once the second finds the first's members
        if doing.was_done:
            return None
        plan = plan_import(club, text, may_note=acting.may(Action.READ_NOTES))
        if plan.fingerprint != fingerprint:
            raise Refused("Members were changed since this list was looked at. Look at what would change now.")
        _apply(club, acting, plan)
        entered = ", ".join(f"{new.fields['number']} {new.fields['name']}" for new in plan.new)
        told = f"{len(plan.new)} new, {len(plan.changed)} changed"
        doing.tell("took members over from a file", told, after=entered)
    return plan


def _apply(club: Club, acting: Acting, plan: ImportPlan) -> None:
    Member.objects.bulk_create([Member(club=club, **new.fields) for new in plan.new])
    for changed in plan.changed:
        before = {name: getattr(changed.member, name) for name in changed.fields}
        for name, value in changed.fields.items():
            setattr(changed.member, name, value)
        changed.member.save(update_fields=list(changed.fields))
        log_change(member=changed.member, before=before, changed=list(changed.fields), acting=acting)


# -- the same as a file ------------------------------------------------------------------


def file_header(*, may_note: bool) -> list[str]:
    return [HEADINGS[name][0] for name in _columns(may_note)]


def file_rows(club: Club, *, may_note: bool) -> Iterator[list[object]]:
    """Every member as a line that `plan_import` reads back unchanged."""
    for member in club.members.order_by("number"):
        yield [_cell(getattr(member, name)) for name in _columns(may_note)]


def _columns(may_note: bool) -> tuple[str, ...]:
    return FIELDS if may_note else tuple(name for name in FIELDS if name != "director_notes")


def _cell(value: object) -> object:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value.isoformat() if isinstance(value, date) else value
