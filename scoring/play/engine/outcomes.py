"""Playouts' outcomes as numbers in the book's order of sides and seats."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from typing import NamedTuple, overload


class Outcome(NamedTuple):
    """A deal played out: points by side, tricks by seat, the last trick's seat (-1: none)."""

    takes: tuple[int, ...]
    tricks: tuple[int, ...]
    last: int


class Outcomes(Sequence[Outcome]):
    __slots__ = ("flat", "seats", "sides", "width")

    def __init__(self, number: int, sides: int, seats: int) -> None:
        self.sides = sides
        self.seats = seats
        self.width = sides + seats + 1
        self.flat = array("i", bytes(4 * number * self.width))

    def takes(self) -> Iterator[tuple[int, ...]]:
        return zip(*(self.flat[side :: self.width] for side in range(self.sides)), strict=True)

    def last(self) -> array[int]:
        return self.flat[self.width - 1 :: self.width]

    def part(self, first: int, number: int) -> Outcomes:
        part = Outcomes(0, self.sides, self.seats)
        part.flat = self.flat[first * self.width : (first + number) * self.width]
        return part

    def __len__(self) -> int:
        return len(self.flat) // self.width

    @overload
    def __getitem__(self, place: int) -> Outcome: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Outcome]: ...
    def __getitem__(self, place: int | slice) -> Outcome | Sequence[Outcome]:
        if isinstance(place, slice):
            return [self[each] for each in range(*place.indices(len(self)))]
        if place < 0:
            place += len(self)
        if not 0 <= place < len(self):
            raise IndexError(place)
        line = self.flat[place * self.width : (place + 1) * self.width]
        return Outcome(tuple(line[: self.sides]), tuple(line[self.sides : -1]), line[-1])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Outcomes) and (self.width, self.flat) == (other.width, other.flat)

    __hash__ = None  # type: ignore[assignment]
