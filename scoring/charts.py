"""The frame that every chart drawn by the server has: lines across it at round figures, words at its axes.

Figures are in units of the picture, which is as wide as a phone, so that its words stay readable there. Pure; colors
and words of the page are not decided here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

WIDTH: Final = 360
RIGHT, TOP, BOTTOM = 18, 14, 34


@dataclass(frozen=True, slots=True)
class Mark:
    """A word at an axis: where it stands, and what it says."""

    at: float
    text: str
    anchor: str = "middle"


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """Lines across with their figures on the left, and words below."""

    lines: tuple[Mark, ...]
    labels: tuple[Mark, ...]
    height: int
    left: int
    width: int = WIDTH
    right: int = WIDTH - RIGHT

    @property
    def bottom(self) -> int:
        return self.height - BOTTOM

    @property
    def label_y(self) -> int:
        return self.height - 10


def height_of(share: float, height: int) -> float:
    """How far down a share of the scale lies in a picture of this height: 0 on its lowest line, 1 on its highest."""
    return round(height - BOTTOM - (height - BOTTOM - TOP) * share, 1)


def scale_of(least: float, most: float, steps: Sequence[float], most_lines: int) -> tuple[int, int, float]:
    """Few lines at round figures from below the least to above the most: the first and the last, counted in steps, and
    the step between two."""
    for step in steps:
        low, high = int(least // step), int(-(-most // step))
        if high - low <= most_lines:
            break
    return low, max(high, low + 1), step
