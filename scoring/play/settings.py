"""A player's table settings: sorting, pace, offers. Pure.

Kept as a short text (a cookie, a field), read leniently: unknown values fall back to defaults, so an old cookie breaks
no page.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, Final, Literal

Sort = Literal["trump_first", "alternating"]
Pace = Literal["slow", "normal", "fast", "instant"]

SORTS: Final[tuple[Sort, ...]] = ("trump_first", "alternating")
PACES: Final[tuple[Pace, ...]] = ("slow", "normal", "fast", "instant")
MILLISECONDS: Final[dict[Pace, int]] = {"slow": 2000, "normal": 1100, "fast": 500, "instant": 0}


@dataclass(frozen=True, slots=True)
class TableSettings:
    """`throw_in_offered`, `meld_bids` and `count_own_meld` are the game's, too."""

    sort: Sort = "trump_first"
    four_colours: bool = False
    pace: Pace = "normal"
    one_tap: bool = False
    count_own_meld: bool = False
    throw_in_offered: bool = True
    meld_bids: bool = True
    letter_keys: bool = True
    sounds: bool = False
    beginners_help: bool = True

    @property
    def milliseconds(self) -> int:
        """The unit of all pauses; 0: all at once."""
        return MILLISECONDS[self.pace]


def settings_to_json(settings: TableSettings) -> str:
    return json.dumps(asdict(settings), separators=(",", ":"))


def settings_from_json(text: str) -> TableSettings:
    """Settings from `settings_to_json`; anything else in it is left at its default."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):  # brackets within brackets
        return TableSettings()
    if not isinstance(data, dict):
        return TableSettings()
    known = {part.name: part.default for part in fields(TableSettings)}
    return TableSettings(**{name: value for name, value in data.items() if name in known and _fits(name, value)})


def _fits(name: str, value: Any) -> bool:
    choices: dict[str, tuple[str, ...]] = {"sort": SORTS, "pace": PACES}
    return value in choices[name] if name in choices else isinstance(value, bool)


def settings_from_form(posted: Mapping[str, str]) -> TableSettings:
    data = {
        part.name: posted.get(part.name) if part.name in ("sort", "pace") else part.name in posted
        for part in fields(TableSettings)
    }
    return settings_from_json(json.dumps(data))
