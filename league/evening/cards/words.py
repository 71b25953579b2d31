"""What boards came to, in words: a share, what a percentage is made of, and how a share of a board came about. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, Final, Protocol

from league.models import BoardDecision
from scoring.boards.comparison import Method
from scoring.rules.cards import Side
from scoring.rules.notation import counted, decimal_words, figure_text, figure_words

from .boards import PARTS, Share, Shares, TravelerRow, rounded

Kind = BoardDecision.Kind
NOTHING: Final = "–"
DIRECTIONS: Final = {"NS": "N-S", "EW": "E-W"}
PLACES_SAY: Final = {
    Method.MATCHPOINTS: "For each board a side gets 1 for every table that did worse with the same cards, and ½ for "
    "one that did as well. The percentage is of the most there was on the boards that each played.",
    Method.DATUM: "For each board a side gets what it made above the average of all tables with the same cards. The "
    "points of all boards that each played are added up.",
    Method.CROSS: "For each board a side gets what it made above each other table with the same cards, on average. The "
    "points of all boards that each played are added up.",
}


class ComparedBy(Protocol):
    """An event, a series, or what tells of one: what it counts by (`Method`), empty where points count."""

    @property
    def compared(self) -> Any: ...
    @property
    def is_duplicate(self) -> bool: ...


def share_text(method: Method, figure: Fraction, digits: int = 1) -> str:
    """`68.8%`; where points are compared `+34.5`."""
    shown = figure * 100 if method is Method.MATCHPOINTS else figure
    text = decimal_words(shown, digits) if digits else figure_text(rounded(shown))
    return f"{text}%" if method is Method.MATCHPOINTS else f"{'+' if figure > 0 else ''}{text}"


def shares_text(shares: Shares, digits: int = 2) -> str:
    """`61.43%`, `+34.50`, a dash of no boards. Two digits, so that who stands above another has more."""
    return share_text(shares.method, shares.figure, digits) if shares.boards else NOTHING


def total_text(event: ComparedBy, total: int, figure: Callable[[int], str] = figure_text, *, digits: int = 2) -> str:
    """The total of a standing: `812`, as the `figure` says points; at a duplicate `61.43%`, with so many digits."""
    if not event.is_duplicate:
        return figure(total)
    method = Method(event.compared)
    return share_text(method, Fraction(total, PARTS[method]), digits)


def total_words(event: ComparedBy, total: int, figure: Callable[[int], str] = figure_words) -> str:
    """The same with its unit: `1,812 points`, `61.43%`, `+34.50 points`; points as the `figure` says them."""
    if not event.is_duplicate:
        return f"{figure(total)} {'point' if abs(total) == 1 else 'points'}"
    return total_text(event, total) + ("" if event.compared == Method.MATCHPOINTS else " points")


def gap_text(event: ComparedBy, gap: int) -> str:
    """How far one total is from another, which is never below zero: `31`, at a duplicate `1.25%`, `3.50`."""
    return total_text(event, gap).removeprefix("+") if event.is_duplicate else figure_words(gap)


def margin_text(figure: Fraction) -> str:
    """`+52`, `−8.5`: what a side made above the other."""
    text = decimal_words(figure).removesuffix(".0")
    return f"+{text}" if figure > 0 else text


def direction_words(side: Side) -> str:
    """`N-S`; a player of three is a side by themselves."""
    return DIRECTIONS.get(side, side)


# -- how a share came about ----------------------------------------------------------------


def share_says(share: Share, method: Method) -> str:
    """`better than 5 of 8, level with 1: 5½ of 8, 68.8%`."""
    return row_says(share.row, share.side, share.traveler, method)


def row_says(row: TravelerRow, side: Side, traveler: tuple[TravelerRow, ...], method: Method) -> str:
    """How what a side has of a board came about; or why it has nothing of it."""
    if row.decided is not None and row.decided.kind == Kind.LEFT_OUT:
        return "not played at this table, and counts for nobody there"
    if side not in row.shares:
        return "doesn’t count" if row.line is not None else "not played yet"
    text = share_text(method, row.shares[side])
    if row.decided is not None:
        return f"an average given by the director: {text}"
    others = [one for one in traveler if one.is_compared and one.group == row.group and one is not row]
    if method is not Method.MATCHPOINTS:
        return f"{_own_and_average(row, side, method)}{_group(row, traveler, others)}: {text}"
    return ", ".join(_beaten(row, side, traveler, others)) + f"{_of(row, side, others)}{text}"


def _own_and_average(row: TravelerRow, side: Side, method: Method) -> str:
    made = row.margin(side)
    if method is Method.CROSS:
        return f"{margin_text(made)}, beside every other table"
    return f"{margin_text(made)}, the average is {margin_text(made - row.shares[side])}"


def _beaten(
    row: TravelerRow, side: Side, traveler: tuple[TravelerRow, ...], others: list[TravelerRow]
) -> Iterator[str]:
    better, level = beaten(row, side, others)
    among = _group(row, traveler, others)
    if not others:
        yield f"nobody else played it{among}"
    elif better == len(others):
        yield f"better than all {better}{among}" if better > 1 else f"better than the other table{among}"
    elif better == level == 0:
        yield f"behind all {len(others)}{among}" if len(others) > 1 else f"behind the other table{among}"
    elif better == 0:
        yield f"level with {level} of {len(others)}{among}"
    else:
        yield f"better than {better} of {len(others)}{among}"
        if level:
            yield f"level with {level}"
    if row.bots:
        yield f"bots’ results stand in for {counted(row.bots, 'more table')}"
    if (had := len(others) + 1 + row.bots) < row.expected:
        yield f"played {_times(had)} of {row.expected}, made up for by Neuberg’s formula"


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


def _group(row: TravelerRow, traveler: tuple[TravelerRow, ...], others: list[TravelerRow]) -> str:
    """Whom a side is compared with where the cards changed on the way."""
    is_fouled = any(one.is_compared and one.group != row.group for one in traveler)
    return " with the same cards (the board was fouled)" if is_fouled else ""


def _of(row: TravelerRow, side: Side, others: list[TravelerRow]) -> str:
    """`: 5½ of 8, ` where some were level; else what is before a share that says it all, or was made up."""
    better, level = beaten(row, side, others)
    if not level or row.bots or len(others) + 1 < row.expected:
        return ": "
    half = "½" if level % 2 else ""
    whole = better + level // 2
    return f": {whole or ''}{half} of {len(others)}, "


def beaten(row: TravelerRow, side: Side, others: list[TravelerRow]) -> tuple[int, int]:
    """How many of the others did worse with these cards, and how many did as well."""
    own, margins = row.margin(side), [one.margin(side) for one in others]
    return sum(own > each for each in margins), margins.count(own)
