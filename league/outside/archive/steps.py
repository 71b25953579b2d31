"""Steps from an older version of the format to the next. `STEPS[0]` leads from version 1 to 2.

A new field or table needs none. A renamed, dropped or changed one needs a step, and `format.VERSION` counts up.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final


def _same(table: str, row: dict[str, Any]) -> dict[str, Any]:
    return row


@dataclass(frozen=True)
class Step:
    """`row` makes a row of a table, by its new name, that of the next version. `was_called` has the older names of
    tables by their new ones; those `gone` are no longer read."""

    row: Callable[[str, dict[str, Any]], dict[str, Any]] = _same
    was_called: Mapping[str, str] = field(default_factory=dict)
    gone: frozenset[str] = frozenset()


def _notice_of_blocks(table: str, row: dict[str, Any]) -> dict[str, Any]:
    """The text of a notice was typed as a whole; now that is one block."""
    if table != "notices":
        return row
    left = {name: value for name, value in row.items() if name not in ("text", "written_from")}
    whole = {"key": "whole", "text": row.get("text", ""), "written_from": row.get("written_from", "")}
    return {**left, "blocks": [whole] if whole["text"] else []}


STEPS: Final[list[Step]] = [Step(row=_notice_of_blocks)]
