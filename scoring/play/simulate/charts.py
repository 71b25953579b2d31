"""Charts' columns; on a wide screen the figures stand beside them."""

from __future__ import annotations

from typing import Any, Final

from scoring.charts import BOTTOM, RIGHT, WIDTH, Chart, Mark, height_of, scale_of
from scoring.rules.notation import MINUS

from .report import Bucket, Distribution, Figure

HEIGHT: Final = 230
LEFT: Final = 62
STEPS: Final = (0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5)
MOST_LINES: Final = 4
LABEL_WIDTH: Final = 46


def column_chart(found: Distribution) -> Chart:
    """Columns over values, with grid lines and some values' labels; `series` 1 is the book, 2 the other one."""
    highest = max((share for bucket in found.buckets for share in _shares(bucket)), default=0)
    _, steps, step = scale_of(0, highest, STEPS, MOST_LINES)
    top = steps * step
    count = max(1, len(found.buckets))
    room = (WIDTH - LEFT - RIGHT) / count
    columns = [
        _column(bucket, series, share, LEFT + room * place, room, top)
        for place, bucket in enumerate(found.buckets)
        for series, share in enumerate(_shares(bucket), start=1)
    ]
    lines = [Mark(_y(step * number, top), _percent(step * number)) for number in range(steps + 1)]
    every = max(1, -(-LABEL_WIDTH * count // (WIDTH - LEFT - RIGHT)))
    labels = [
        Mark(round(LEFT + room * (place + 0.5), 1), _low(bucket))
        for place, bucket in enumerate(found.buckets)
        if place % every == 0
    ]
    return Chart(columns=tuple(columns), lines=tuple(lines), labels=tuple(labels), height=HEIGHT, left=LEFT)


def _shares(bucket: Bucket) -> tuple[float, ...]:
    return (bucket.first,) if bucket.second is None else (bucket.first, bucket.second)


def _column(bucket: Bucket, series: int, share: float, x: float, room: float, top: float) -> dict[str, Any]:
    many = len(_shares(bucket))
    width = room * 0.84 / many
    y = _y(share, top)
    return {
        "x": round(x + room * 0.08 + width * (series - 1), 1),
        "y": y,
        "width": round(max(1.0, width - (1 if many > 1 else 0)), 1),
        "height": round(HEIGHT - BOTTOM - y, 1),
        "series": series,
        "title": f"{_low(bucket)}: {_percent(share, 1)}",
    }


def _y(share: float, top: float) -> float:
    return height_of(share / top, HEIGHT)


def _percent(share: float, digits: int = 0) -> str:
    text = f"{share * 100:.{digits}f}"
    return f"{text.rstrip('0').rstrip('.') if '.' in text else text}%" if digits else f"{round(share * 100, 1):g}%"


def _low(bucket: Bucket) -> str:
    more = "+" if bucket.high is None else ""
    return f"{bucket.low}{more}".replace("-", MINUS)


# -- intervals -----------------------------------------------------------------------------

SPAN: Final = 200


def whiskers(figure: Figure) -> tuple[tuple[float, float, float, int], ...]:
    """A share's interval under each book on a line of `SPAN` units: low, high, the share, the series."""
    found = [(figure.first, 1), (figure.second, 2)]
    return tuple(
        (round(share.low * SPAN, 1), round(share.high * SPAN, 1), round(share.value * SPAN, 1), series)
        for share, series in found
        if share is not None
    )
