"""An entry of a card as all that is worked out from entries reads it. Pure. What its kinds hold is told in `sheet`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any


@dataclass(frozen=True, slots=True)
class EntryData:
    """One entry, without its row."""

    number: int
    kind: str
    hand: int | None = None
    payload: Mapping[str, Any] = field(default_factory=dict)
    client_id: str = ""
    device: str = ""
    reason: str = ""
    by_director: bool = False
    at: datetime | None = None
