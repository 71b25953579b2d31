"""How somebody's nights went, as a picture: a dot for each night and a line for the average so far. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from scoring.charts import RIGHT, WIDTH, Chart, Mark, height_of, scale_of

HEIGHT: Final = 210
LEFT: Final = 58
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


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgressChart(Chart):
    """Dots, the line through `path`, and days below."""

    dots: tuple[Dot, ...]
    path: str
    radius: float


def progress_chart(nights: Sequence[Value]) -> ProgressChart | None:
    """The picture of some nights in order; none of fewer than two."""
    if len(nights) < 2:
        return None
    figures = [figure for one in nights for figure in (one.value, one.running)]
    low, high, step = scale_of(float(min(figures)), float(max(figures)), STEPS, MOST_LINES)

    def x(at: int) -> float:
        room = (WIDTH - LEFT - RIGHT - 16) / (len(nights) - 1)
        return round(LEFT + 8 + room * at, 1)

    def y(figure: Fraction | float) -> float:
        return height_of((float(figure) / step - low) / (high - low), HEIGHT)

    return ProgressChart(
        dots=tuple(Dot(x(at), y(one.value), one.title) for at, one in enumerate(nights)),
        path=" ".join(f"{x(at)},{y(one.running)}" for at, one in enumerate(nights)),
        lines=tuple(Mark(y(step * at), f"{step * at:,}".replace("-", "−")) for at in range(low, high + 1)),
        labels=(
            Mark(LEFT, nights[0].label, "start"),
            Mark(WIDTH - RIGHT, nights[-1].label, "end"),
        ),
        height=HEIGHT,
        left=LEFT,
        radius=4.5 if len(nights) <= MOST_LARGE_DOTS else 2.5,
    )
