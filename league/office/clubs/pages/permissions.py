"""Each role's rights, ready to print: `league.acting.permissions.MAY` in words."""

from __future__ import annotations

from typing import Final

from league.acting.permissions import Acting, Action, may
from league.models import Role

COLUMNS: Final = (*Role.Kind, None)
NOBODY_LABEL: Final = "Everybody"


def _label(kind: Role.Kind | None) -> str:
    return kind.label if kind else NOBODY_LABEL


def permission_table(acting: Acting) -> dict[str, object]:
    return {
        "columns": [_label(kind) for kind in COLUMNS],
        "lines": [
            (action.value[0].upper() + action.value[1:], [(_label(kind), may(kind, action)) for kind in COLUMNS])
            for action in Action
        ],
        "you": _label(acting.kind),
    }
