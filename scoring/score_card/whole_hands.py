"""A hand written all at once, from paper or by a tablet without contact: entered step by step, or corrected where it
differs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Protocol
from uuid import NAMESPACE_URL, uuid5

from .entries import Figures
from .recording import Recorded
from .sheet import STEPS, EntryData, Line, Sheet

KINDS: Final = (*STEPS, "correct")


class Enter(Protocol):
    """Records one entry of the hand: `recording.record` with its writer given."""

    def __call__(
        self, *, kind: str, hand: int, payload: Mapping[str, Any], client_id: str, seen: int, known: Sheet
    ) -> Recorded: ...


@dataclass(frozen=True, slots=True)
class TypedHand:
    """A typed, checked hand; `parts` holds the figures of each step."""

    number: int
    parts: Mapping[str, Mapping[str, Any]]

    @property
    def whole(self) -> dict[str, Any]:
        return {name: value for step in STEPS for name, value in self.parts[step].items()}


@dataclass(slots=True)
class Typing:
    """One submission of hands. The first entry is checked against the version its writer had `seen`, the rest follow
    it."""

    enter: Enter
    client_id: str
    seen: int

    def write(self, sheet: Sheet, hand: TypedHand) -> Sheet:
        """The sheet with the hand on it, in the transaction that writes all or nothing. Raises what `recording.record`
        raises."""
        line = sheet.line(hand.number)
        if line is not None and line.is_done:
            return sheet if says(line, hand.whole) else self._record(sheet, "correct", hand.number, hand.whole)
        for step in STEPS:
            line = sheet.line(hand.number)
            if line is None or step not in line.entered or not says(line, hand.parts[step]):
                sheet = self._record(sheet, step, hand.number, hand.parts[step])
        return sheet

    def _record(self, sheet: Sheet, kind: str, number: int, payload: Mapping[str, Any]) -> Sheet:
        done = self.enter(
            kind=kind,
            hand=number,
            payload=payload,
            client_id=id_of(self.client_id, number, kind),
            seen=self.seen,
            known=sheet,
        )
        self.seen = done.sheet.version
        return done.sheet


def id_of(client_id: str, number: int, kind: str) -> str:
    """The id of an entry made by a submission of whole hands."""
    return str(uuid5(NAMESPACE_URL, f"{client_id}/{number}/{kind}"))


def entries_of(sheet: Sheet, client_id: str, number: int) -> tuple[EntryData, ...]:
    """The entries that the same submission has made of a hand."""
    ids = {id_of(client_id, number, kind) for kind in KINDS}
    return tuple(entry for entry in sheet.entries if entry.client_id in ids)


def says(line: Line, payload: Mapping[str, Any]) -> bool:
    """Whether the line already has these figures."""
    stands = replace(line.figures, dealer=line.dealer, board=line.board)
    said = Figures.parse(payload).named
    return all((getattr(stands, name) or None) == (value or None) for name, value in said.items() if name != "sure")
