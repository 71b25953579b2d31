"""How somebody's nights went, as a picture: a dot for each night and a line for the average so far. Pure.

Figures are in units of the picture, which is as wide as a phone, so that its words stay readable there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from typing import Final

WIDTH: Final = 360
HEIGHT: Final = 210
LEFT, RIGHT, TOP, BOTTOM = 58, 14, 12, 34
MOST_LINES: Final = 5
STEPS: Final = tuple(step * 10**power for power in range(7) for step in (1, 2, 5))
MOST_LARGE_DOTS: Final = 40


@dataclass(frozen=True, slots=True)
class Value:
    """One night: what it is called, its average and the average so far."""

    label: str
    value: Fraction
    running: Fraction
    title: str


@dataclass(frozen=True, slots=True)
class Dot:
    x: float
    y: float
    title: str


@dataclass(frozen=True, slots=True)
class Mark:
    """A word at an axis: where it stands, and what it says."""

    at: float
    text: str
    anchor: str = "middle"


@dataclass(frozen=True, slots=True)
class ProgressChart:
    """Dots, the line through `path`, lines of the grid with their figures, and days below."""

    dots: tuple[Dot, ...]
    path: str
    lines: tuple[Mark, ...]
    labels: tuple[Mark, ...]
    radius: float
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    bottom: int = HEIGHT - BOTTOM
    label_y: int = HEIGHT - 10


def progress_chart(nights: Sequence[Value]) -> ProgressChart | None:
    """The picture of some nights in order; none of fewer than two."""
    if len(nights) < 2:
        return None
    low, high, step = _scale([figure for one in nights for figure in (one.value, one.running)])

    def x(at: int) -> float:
        room = (WIDTH - LEFT - RIGHT - 16) / (len(nights) - 1)
        return round(LEFT + 8 + room * at, 1)

    def y(figure: Fraction | int) -> float:
        return round(HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * float(figure - low) / (high - low), 1)

    return ProgressChart(
        dots=tuple(Dot(x(at), y(one.value), one.title) for at, one in enumerate(nights)),
        path=" ".join(f"{x(at)},{y(one.running)}" for at, one in enumerate(nights)),
        lines=tuple(Mark(y(figure), f"{figure:,}".replace("-", "−")) for figure in range(low, high + 1, step)),
        labels=(
            Mark(LEFT, nights[0].label, "start"),
            Mark(WIDTH - RIGHT, nights[-1].label, "end"),
        ),
        radius=4.5 if len(nights) <= MOST_LARGE_DOTS else 2.5,
    )


def _scale(figures: Sequence[Fraction]) -> tuple[int, int, int]:
    """Where the picture begins and ends, and how far its lines are apart: round figures, few lines."""
    least, most = min(figures), max(figures)
    for step in STEPS:
        low, high = floor(least / step) * step, ceil(most / step) * step
        if (high - low) // step <= MOST_LINES:
            break
    return low, max(high, low + step), step
