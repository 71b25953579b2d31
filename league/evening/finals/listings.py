"""The cut as lists."""

from __future__ import annotations

from collections.abc import Sequence

from pinochle_club.ground.listings import PAGE, Column, Figure, Name, PlainList


class CutList(PlainList):
    """Players on one side of the line, or level at it with their tie-breaks."""

    media = PAGE
    previous_key, next_key = "Before", "After"

    place = Figure("Place")
    name = Name("Player")
    figures = Column("Tie-breaks", beside="")
    points = Figure("Points")

    def __init__(self, lines: Sequence[dict[str, str]]) -> None:
        super().__init__(lines, exclude=() if any(line["figures"] for line in lines) else ("figures",))
