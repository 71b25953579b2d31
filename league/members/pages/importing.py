"""What an import would change, ready to print."""

from __future__ import annotations

from dataclasses import dataclass

from league.members.deeds.importing import Fault, ImportPlan, NewMember
from league.members.deeds.members import LABELS, in_words


@dataclass(frozen=True, slots=True)
class NewLine:
    number: int
    name: str
    details: str
    note: str


@dataclass(frozen=True, slots=True)
class ChangedLine:
    number: int
    name: str
    changes: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True)
class PreviewContext:
    summary: str
    new: tuple[NewLine, ...]
    changed: tuple[ChangedLine, ...]
    faults: tuple[Fault, ...]
    ignored: str
    does_something: bool
    key: str


def preview_context(plan: ImportPlan) -> PreviewContext:
    """Everything the list would do, in the order of its lines."""
    counts = (
        f"{len(plan.new)} new",
        f"{len(plan.changed)} changed",
        f"{plan.unchanged} unchanged",
        *([f"{_lines(len(plan.faults))} with a fault"] if plan.faults else []),
    )
    return PreviewContext(
        summary=", ".join(counts),
        new=tuple(_new_line(new) for new in plan.new),
        changed=tuple(
            ChangedLine(changed.member.number, changed.member.name, changed.changes) for changed in plan.changed
        ),
        faults=tuple(plan.faults),
        ignored=", ".join(plan.ignored),
        does_something=plan.does_something,
        key="Take the others over" if plan.faults else "Take them over",
    )


def _lines(number: int) -> str:
    return "1 line" if number == 1 else f"{number} lines"


def _new_line(new: NewMember) -> NewLine:
    shown = {name: value for name, value in new.fields.items() if name not in ("number", "name")}
    details = ", ".join(f"{LABELS[name]}: {in_words(value)}" for name, value in shown.items())
    return NewLine(new.fields["number"], new.fields["name"], details, new.note)
