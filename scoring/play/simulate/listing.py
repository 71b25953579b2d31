"""A report as lines of text, and as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any, Final

from scoring.rules.notation import MINUS

from .measures import Unit
from .report import Bucket, Distribution, Figure, Report, Spread
from .tally import Interval

# -- figures in words --------------------------------------------------------------------


def value_text(value: float | None, unit: Unit) -> str:
    """`23.4%`, `54.3`; a dash where there was nothing to count."""
    if value is None:
        return "–"
    number = f"{value * 100:.1f}%" if unit == "share" else f"{value:.1f}"
    return number.replace("-", MINUS)


def interval_text(interval: Interval | None, unit: Unit) -> str:
    if interval is None:
        return "–"
    low, high = (value_text(end, unit).removesuffix("%") for end in (interval.low, interval.high))
    return f"{value_text(interval.value, unit)} ({low} to {high})"


def difference_text(difference: Interval | None, unit: Unit) -> str:
    """`+1.7 ± 0.3`; of shares in percentage points."""
    if difference is None:
        return "–"
    scale = 100 if unit == "share" else 1
    number, half = round(difference.value * scale, 2), difference.half * scale
    sign = "+" if number > 0 else MINUS if number < 0 else ""
    return f"{sign}{abs(number):.2f} ± {half:.2f}"


NOT_SHOWN: Final = "no difference shown yet"
MOST_TOLD: Final = 1_000_000


def more_hands(figure: Figure, most: int = MOST_TOLD) -> str:
    """How many more hands would tell, of `most` that can be played: `about 2,400 more hands would tell, if it is this
    large`."""
    if figure.verdict != "not_shown":
        return ""
    if most <= 0:
        return "too small to show in so many hands"
    if figure.more_deals is None or figure.more_deals > most:
        return f"even {most:,} more hands may not tell"
    return f"about {figure.more_deals:,} more hands would tell, if it is this large"


def sentence(figure: Figure) -> str:
    """`Bids that are set: 23.4% → 25.1 % (+1.70 ± 0.30)`, or with `no difference shown yet` and what would tell."""
    if figure.difference is None:
        return f"{figure.title}: {interval_text(figure.first, figure.unit)}"
    words = f"{figure.title}: {short_text(figure)} ({difference_text(figure.difference, figure.unit)})"
    return words if figure.verdict != "not_shown" else f"{words}: {NOT_SHOWN}; {more_hands(figure)}"


def short_text(figure: Figure) -> str:
    both = [figure.first] if figure.second is None else [figure.first, figure.second]
    return " → ".join(value_text(end.value if end else None, figure.unit) for end in both)


def bucket_text(bucket: Bucket) -> str:
    low = str(bucket.low).replace("-", MINUS)
    if bucket.high is None:
        return f"{low} or more"
    return low if bucket.high == bucket.low else f"{low} to {str(bucket.high).replace('-', MINUS)}"


# -- text --------------------------------------------------------------------------------


def text_lines(report: Report) -> Iterator[str]:
    yield "Figures" + (", before → after (difference)" if report.is_comparison else ", with 95% intervals")
    yield from (f"  {sentence(figure)}" for figure in report.figures if figure.is_there)
    yield ""
    yield "Distributions" + (", before | after" if report.is_comparison else "")
    yield from _aligned([("", "mean", "p50", "p90", "p99"), *map(_spread_row, report.distributions)])
    yield ""
    yield "Bids that win the auction"
    bids = next(found for found in report.distributions if found.key == "bid")
    yield from _aligned([(bucket_text(bucket), *_shares(bucket)) for bucket in bids.buckets])
    yield ""
    is_compared = report.places[0].figures[0].difference is not None
    yield "By seat" + (", before → after" if is_compared else "")
    titles = tuple(figure.title for figure in report.places[0].figures)
    yield from _aligned([("", *titles), *((place.title, *map(short_text, place.figures)) for place in report.places)])
    yield ""
    if report.changed is not None:
        yield report.changed_words
    yield from report.method


def _spread_row(found: Distribution) -> tuple[str, ...]:
    both = [found.first] if found.second is None else [found.first, found.second]
    cells = zip(*(_spread_cells(spread) for spread in both), strict=True)
    return (found.title, *(" | ".join(pair) for pair in cells))


def _spread_cells(spread: Spread | None) -> tuple[str, ...]:
    if spread is None:
        return ("–",) * 4
    whole = (str(number).replace("-", MINUS) for number in (spread.p50, spread.p90, spread.p99))
    return (value_text(spread.mean, "points"), *whole)


def _shares(bucket: Bucket) -> Iterator[str]:
    yield value_text(bucket.first, "share")
    if bucket.second is not None:
        yield value_text(bucket.second, "share")


def _aligned(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for first, *rest in rows:
        cells = (cell.rjust(width) for cell, width in zip(rest, widths[1:], strict=True))
        yield "  ".join(["", first.ljust(widths[0]), *cells]).rstrip()


# -- file --------------------------------------------------------------------------------


def json_text(report: Report, **about: Any) -> str:
    """The report as JSON, with what it is `about`: book, seed, bots."""
    return json.dumps({**about, **asdict(report)}, indent=1, ensure_ascii=False) + "\n"
