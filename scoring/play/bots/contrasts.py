"""Two options side by side in the same playouts, for reasons that tell the difference."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from statistics import fmean
from typing import Final

from scoring.play.seat_view import SeatView, side_melds
from scoring.play.table import Contrast

from .stakes import Result
from .weighing import gap

_FIGURES: Final = ("made", "set", "beaten", "kept", "take")


def contrasts(
    view: SeatView, best: Sequence[Result], other: Sequence[Result], last: Sequence[array[int]] = ()
) -> Iterator[Contrast]:
    """The best option beside another, in the samples both had; `last` are the places of both's last trick's winners."""
    number = min(len(best), len(other))
    amounts = {"made": view.bid, "kept": side_melds(view)[view.side]}
    for what in _FIGURES:
        ones, others = ([getattr(result, what) for result in results[:number]] for results in (best, other))
        yield Contrast(what, fmean(ones), fmean(others), gap(ones, others).error, amounts.get(what) or None)
    if last:
        own = {view.book.seats.index(seat) for seat in view.book.seats_of(view.side)}
        wins, loses = ([place in own for place in places[:number]] for places in last)
        yield Contrast("last", fmean(wins), fmean(loses), gap(wins, loses).error)
