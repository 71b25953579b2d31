"""Figures as a page says them, and when two say the same."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction as Fraction


def halves_up(points: Sequence[int]) -> int:
    """Their average in whole points; of −9.5 that is −9."""
    return math.floor(Fraction(sum(points), len(points)) + Fraction(1, 2)) if points else 0


def decimal(figure: Fraction, digits: int) -> Decimal:
    exact = Decimal(figure.numerator) / Decimal(figure.denominator)
    return exact.quantize(Decimal(1).scaleb(-digits), rounding=ROUND_HALF_UP)


def dollars(cents: int) -> str:
    """`$3`, `$0.25`, `−$1.50`."""
    whole, rest = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}${whole}" + (f".{rest:02}" if rest else "")


def plain(figure: str) -> str:
    """Without what the eye wants: separators, signs in print, words behind a number, marks of totals typed alone."""
    text = figure.strip().replace("−", "-").replace("–", "-").replace("†", "").replace("\N{NO-BREAK SPACE}", " ")
    text = re.sub(r"(?<=\d),(?=\d{3}\b)", "", text).removeprefix("+")
    text = re.sub(r"^\$-", "-$", text)
    text = re.sub(r"^(-?\$?\d+)\.0+$", r"\1", text)
    text = re.sub(r"^(-?\$?\d[\d.]*) (points?|nights?|sets?|rounds?|pts)$", r"\1", text)
    text = re.sub(r"^(\d+)(st|nd|rd|th)\b( place)?", r"\1", text)
    return text.casefold()


def is_same(said: str, figures: Sequence[str]) -> bool:
    """Whether what was read is one of these; an average or percentage may have fewer digits."""
    if plain(said) in map(plain, figures):
        return True
    read = re.fullmatch(r"(-?\d+(?:\.(\d+))?)(%?)", plain(said))
    if read is None:
        return False
    exact = [found for figure in figures if (found := re.fullmatch(r"(-?\d+\.\d+)(%?)", figure))]
    digits = len(read[2] or "")
    return any(one[2] == read[3] and decimal(Fraction(one[1]), digits) == Decimal(read[1]) for one in exact)
