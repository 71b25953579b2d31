"""Two options side by side in the same playouts, for reasons that tell the difference."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from statistics import fmean
from typing import Final

from scoring.play.seat_view import SeatView, side_melds
from scoring.play.table import Contrast

from .stakes import Result
from .weighing import gap

_FIGURES: Final = ("made", "set", "beaten", "kept", "take")


@dataclass
class Notes:
    """An option's sample results in order; for cards also the place of the `last` trick's winner."""

    results: list[Result] = field(default_factory=list)
    last: array[int] = field(default_factory=partial(array, "i"))


def contrasts(view: SeatView, best: Notes, other: Notes) -> Iterator[Contrast]:
    """The best option beside another, in the samples both had."""
    number = min(len(best.results), len(other.results))
    amounts = {"made": view.bid, "kept": side_melds(view)[view.side]}
    own = {view.book.seats.index(seat) for seat in view.book.seats_of(view.side)}
    for what in (*_FIGURES, "last") if best.last else _FIGURES:
        ones, others = (
            [place in own for place in notes.last[:number]]
            if what == "last"
            else [getattr(result, what) for result in notes.results[:number]]
            for notes in (best, other)
        )
        yield Contrast(what, fmean(ones), fmean(others), gap(ones, others).error, amounts.get(what) or None)
