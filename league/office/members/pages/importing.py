"""Members from a file in words: the page that asks for it, and the changes an import would make."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from league.acting.answers import FormPage
from league.acting.list_form import CELL, LONGEST_TYPED, column_choices
from league.acting.lists import quoted
from league.models import Club
from league.office.clubs.pages.navigation import address_of
from league.office.members.deeds.importing import LAST_FIRST, NOBODY_KNOWN, TURNS, ImportPlan, Question, Said
from league.office.members.files import HEADINGS
from league.office.members.forms.importing import WHO
from pinochle_club.ground.dates import calendar_day
from scoring.rules.notation import counted

NOT_SEEN: Final = "This is what would change now. Nothing has been imported yet."
MOST_MENDED: Final = 60
TURN_KEYS: Final = {"turned": "Turn around", "plain": "Drop the comma", "kept": "Leave as written"}
# What is too long to be typed in a box is put right in the spreadsheet.
NOT_TYPED: Final = frozenset({"director_notes"})


def list_page(club: Club) -> FormPage:
    says = "First you see what would change. Nothing is saved until you say so."
    back = "Back to the members", address_of("members", club.slug)
    return FormPage("Import members", "Show what would change", back, says=(says,), is_plain=True)


def preview_of(plan: ImportPlan) -> Mapping[str, Any]:
    mends = list(_mends(plan))
    counts = (
        f"{len(plan.new)} new",
        f"{len(plan.changed)} changed",
        f"{plan.unchanged} unchanged",
        *([f"{counted(len(plan.questions), 'line')} to ask about"] if plan.questions else []),
        *([f"{counted(len({fault.line for fault in plan.faults}), 'line')} with a problem"] if plan.faults else []),
    )
    return {
        "plan": plan,
        "summary": ", ".join(counts),
        "first_days": counted(len(plan.first_days), "date") if plan.first_days else "",
        "new": [(new, _read_as(plan, new.line)) for new in plan.new],
        "changed": [(changed, _read_as(plan, changed.line)) for changed in plan.changed],
        "questions": [_question(question) for question in plan.questions],
        "turning": _turning(plan) if plan.last_first else None,
        "columns": column_choices(plan.columns, HEADINGS),
        "mends": [mend for mend in mends if mend["says"]],
        "corrected": [mend for mend in mends if not mend["says"]],
    }


def shown_of(plan: ImportPlan) -> Said:
    fixes = {cell: value for mend in _mends(plan) for cell, _, _, value in mend["boxes"]}
    return replace(plan.said, fixes=fixes, columns=tuple(field for field, _ in plan.columns))


def _mends(plan: ImportPlan) -> Iterator[dict[str, Any]]:
    """Lines with a problem, and those put right: the problem, and cells to be corrected."""
    says: dict[int, list[str]] = {}
    fields: dict[int, dict[str, None]] = {}
    for fault in plan.faults:
        says.setdefault(fault.line, []).append(fault.says)
        if len(says) <= MOST_MENDED:
            fields.setdefault(fault.line, {}).update(dict.fromkeys(fault.fields))
    taken = {one.line for one in (*plan.new, *plan.changed)}
    for line, own in fields.items():
        if own and line not in taken:  # nothing of it comes in: the whole line can be typed again
            own.update(dict.fromkeys(name for name in plan.cells[line] if name in HEADINGS))
    for line, field in plan.said.fixes:
        if line in plan.cells:
            fields.setdefault(line, {})[field] = None
    for line in sorted({*says, *fields}):
        boxes = [
            ((line, field), f"{CELL}{line}-{field}", HEADINGS[field][0], _held(plan, line, field))
            for field in fields.get(line, ())
            if field not in NOT_TYPED
        ]
        yield {"line": line, "says": " ".join(says.get(line, ())), "boxes": boxes, "cells": [box[1:] for box in boxes]}


def _held(plan: ImportPlan, line: int, field: str) -> str:
    return " ".join(plan.cells.get(line, {}).get(field, "").split())[:LONGEST_TYPED].strip()


def _read_as(plan: ImportPlan, line: int) -> str:
    """`“1987” is read as January 1, 1987.`; empty where a date has its day."""
    if line not in plan.first_days:
        return ""
    cell, day = plan.first_days[line]
    return f"{quoted(cell)} is {'left out' if plan.said.skips_years else f'read as {calendar_day(day)}'}."


def _turning(plan: ImportPlan) -> Mapping[str, Any]:
    """`Turn around: Ann Lee`, and the other ways in which `Lee, Ann` may be meant."""
    example = LAST_FIRST.fullmatch(plan.last_first[0])
    assert example is not None
    ways = {way: becomes.format(*example.groups()) for way, becomes in TURNS.items()}
    return {
        "example": plan.last_first[0],
        "asks": f"{counted(len(plan.last_first), 'name')} with a comma:",
        "becomes": ways.get(plan.said.turned, ""),
        "keys": [(way, f"{TURN_KEYS[way]}: {name}") for way, name in ways.items() if way != plan.said.turned],
    }


def _question(question: Question) -> Mapping[str, Any]:
    """`Is this Ruth Abernathy, number 1?` with its choices."""
    people = [(str(member.number), f"{member.name}, number {member.number}") for member in question.people]
    return {
        "line": question.line,
        "name": question.name,
        "field": f"{WHO}{question.line}",
        "choices": [
            {"value": value, "label": label, "is_on": value == question.answer}
            for value, label in (*people, (NOBODY_KNOWN, "Someone new with the same name"))
        ],
    }
