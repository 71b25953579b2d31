"""The table of who may do what, ready to print: `league.acting.permissions.MAY` in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from league.acting.permissions import Acting, Action, may
from league.models import Role

COLUMNS: Final = (*Role.Kind, None)
NOBODY_LABEL: Final = "Everybody"


@dataclass(frozen=True, slots=True)
class Permission:
    """One line: what it is about, and for each column whether it may."""

    action: str
    cells: tuple[tuple[str, bool], ...]


@dataclass(frozen=True, slots=True)
class PermissionTable:
    columns: tuple[str, ...]
    lines: tuple[Permission, ...]
    you: str


def permission_table(acting: Acting) -> PermissionTable:
    """Every action there is, in the order of the table."""
    labels = tuple(kind.label if kind else NOBODY_LABEL for kind in COLUMNS)
    lines = tuple(
        Permission(
            action=action.value[0].upper() + action.value[1:],
            cells=tuple((label, may(kind, action)) for label, kind in zip(labels, COLUMNS, strict=True)),
        )
        for action in Action
    )
    you = acting.kind.label if acting.kind else NOBODY_LABEL
    return PermissionTable(columns=labels, lines=lines, you=you)
