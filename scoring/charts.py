"""The frame of every chart drawn by the server: lines at round figures, words at the axes. Figures are in units of the
picture, as wide as a phone, so that its words stay readable. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

WIDTH: Final = 360
RIGHT, TOP, BOTTOM = 18, 14, 34


@dataclass(frozen=True, slots=True)
class Mark:
    """A word at an axis, and its place."""

    at: float
    text: str
    anchor: str = "middle"


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """Lines across with their figures on the left, words below, and what is drawn between: `dots` around a `path`,
    numbered `paths`, or `columns`."""

    lines: tuple[Mark, ...]
    labels: tuple[Mark, ...]
    height: int
    left: int
    dots: tuple[dict[str, Any], ...] = ()
    path: str = ""
    paths: tuple[dict[str, Any], ...] = ()
    columns: tuple[dict[str, Any], ...] = ()
    width: int = WIDTH
    right: int = WIDTH - RIGHT

    @property
    def bottom(self) -> int:
        return self.height - BOTTOM

    @property
    def label_y(self) -> int:
        return self.height - 10


def height_of(share: float, height: int) -> float:
    """The distance from the top for a share of the scale: 0 on the lowest line, 1 on the highest."""
    return round(height - BOTTOM - (height - BOTTOM - TOP) * share, 1)


def scale_of(least: float, most: float, steps: Sequence[float], most_lines: int) -> tuple[int, int, float]:
    """A few lines at round figures from below the least to above the most: the first and last, counted in steps, and
    the step."""
    for step in steps:
        low, high = int(least // step), int(-(-most // step))
        if high - low <= most_lines:
            break
    return low, max(high, low + 1), step


# -- progress: a dot for each figure, a line for the average so far --------------------------

PROGRESS_HEIGHT: Final = 210
PROGRESS_LEFT: Final = 58
MOST_LINES: Final = 5
PROGRESS_STEPS: Final = tuple(step * 10**power for power in range(7) for step in (1, 2, 5))
MOST_LARGE_DOTS: Final = 40


@dataclass(frozen=True, slots=True)
class Value:
    """One dot, such as a night: its label, figure and running average."""

    label: str
    value: Fraction | float
    running: Fraction | float
    title: str


def progress_chart(values: Sequence[Value]) -> Chart | None:
    """The picture of values in order; None for fewer than two."""
    if len(values) < 2:
        return None
    figures = [figure for one in values for figure in (one.value, one.running)]
    low, high, step = scale_of(float(min(figures)), float(max(figures)), PROGRESS_STEPS, MOST_LINES)

    def x(at: int) -> float:
        room = (WIDTH - PROGRESS_LEFT - RIGHT - 16) / (len(values) - 1)
        return round(PROGRESS_LEFT + 8 + room * at, 1)

    def y(figure: Fraction | float) -> float:
        return height_of((float(figure) / step - low) / (high - low), PROGRESS_HEIGHT)

    radius = 4.5 if len(values) <= MOST_LARGE_DOTS else 2.5
    return Chart(
        dots=tuple(
            {"x": x(at), "y": y(one.value), "radius": radius, "title": one.title} for at, one in enumerate(values)
        ),
        path=" ".join(f"{x(at)},{y(one.running)}" for at, one in enumerate(values)),
        lines=tuple(Mark(y(step * at), f"{step * at:,}".replace("-", "−")) for at in range(low, high + 1)),
        labels=(
            Mark(PROGRESS_LEFT, values[0].label, "start"),
            Mark(WIDTH - RIGHT, values[-1].label, "end"),
        ),
        height=PROGRESS_HEIGHT,
        left=PROGRESS_LEFT,
    )


# -- lines: a share of each of a few over time ------------------------------------------------

LINES_LEFT: Final = 50
QUARTERS: Final = (0, 25, 50, 75, 100)
NUMBERS_APART: Final = 15  # of the numbers at the ends of lines


def line_chart(labels: Sequence[str], shares: Sequence[Sequence[float]]) -> Chart | None:
    """The picture of several shares, from 0 to 1, at each label; None for fewer than two labels. Each line's number,
    from 1, stands at height `at` beside its end."""
    if len(labels) < 2:
        return None

    def x(at: int) -> float:
        return round(LINES_LEFT + (WIDTH - LINES_LEFT - RIGHT - 6) / (len(labels) - 1) * at, 1)

    def y(share: float) -> float:
        return height_of(share, PROGRESS_HEIGHT)

    ends = _apart([y(one[-1]) for one in shares])
    return Chart(
        paths=tuple(
            {"number": number, "path": " ".join(f"{x(at)},{y(share)}" for at, share in enumerate(one)), "at": end}
            for number, (one, end) in enumerate(zip(shares, ends, strict=True), start=1)
        ),
        lines=tuple(Mark(y(percent / 100), f"{percent}%") for percent in QUARTERS),
        labels=(Mark(LINES_LEFT, labels[0], "start"), Mark(WIDTH - RIGHT, labels[-1], "end")),
        height=PROGRESS_HEIGHT,
        left=LINES_LEFT,
        right=WIDTH - RIGHT - 6,
    )


def _apart(ends: Sequence[float]) -> list[float]:
    """The places of line numbers, moved apart where they would overlap: the lowest at its line, the others above it."""
    found: dict[int, float] = {}
    ceiling = float(PROGRESS_HEIGHT - BOTTOM)
    for at in sorted(range(len(ends)), key=lambda at: (ends[at], at), reverse=True):
        found[at] = min(ends[at], ceiling)
        ceiling = found[at] - NUMBERS_APART
    return [round(found[at], 1) for at in range(len(ends))]
