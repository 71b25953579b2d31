"""Sentences about players: "You lead", "Doris leads"."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.play.seat_view import SeatView
from scoring.rules.cards import Seat, Side
from scoring.rules.notation import lowered
from scoring.score_card.names import Names

YOU = "You"
_IRREGULAR = {"have": "has", "pass": "passes", "are": "is"}


@dataclass(frozen=True, slots=True)
class Voice:
    """The people at the table as `you` speaks to them, by first names; `you` is None for watchers. For
    `stand_ins` a Club player decides."""

    names: Names
    you: Seat | None
    stand_ins: frozenset[Seat] = frozenset()

    def name(self, seat: Seat) -> str:
        return YOU if seat == self.you else self.names.short(seat)

    def inside(self, seat: Seat) -> str:
        """A name inside a sentence: `you`, `Doris`."""
        return lowered(YOU) if seat == self.you else self.names.short(seat)

    def says(self, seat: Seat, verb: str) -> str:
        if seat == self.you:
            return f"{YOU} {verb}"
        return f"{self.names.short(seat)} {_IRREGULAR.get(verb, verb + 's')}"

    def possessive(self, seat: Seat) -> str:
        return "your" if seat == self.you else f"{self.names.short(seat)}’s"

    def side(self, side: Side) -> str:
        """`You & Walter`, `Doris & Stan`, or the team's own name."""
        book = self.names.book
        if self.names.given_sides.get(side) or self.you not in book.seats_of(side):
            return self.names.short_side(side)
        others = [self.names.short(seat) for seat in book.seats_of(side) if seat != self.you]
        return " & ".join([YOU, *others])

    @property
    def sides(self) -> dict[Side, str]:
        return {side: self.side(side) for side in self.names.book.sides}


def voice_of(
    view: SeatView, names: Names, *, is_watching: bool = False, stand_ins: frozenset[Seat] = frozenset()
) -> Voice:
    return Voice(names.under(view.book), None if is_watching else view.seat, stand_ins)
