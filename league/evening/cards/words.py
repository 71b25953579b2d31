"""Results of boards in words: shares, percentages, and how each came about. Pure."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final, Protocol

from league.models import BoardDecision
from scoring.boards.comparison import ENDS_LEFT_OUT_FROM, LEVEL, Method, margin, share_beaten
from scoring.rules.cards import Side
from scoring.rules.notation import counted, decimal_words, figure_text, figure_words

from .boards import PARTS, Share, Shares, TravelerRow, rounded
from .standings import wins_and_points

Kind = BoardDecision.Kind
NOTHING: Final = "–"
DIRECTIONS: Final = {"NS": "N-S", "EW": "E-W"}
RESULT: Final = (
    "A result is what a side scored above the other side; where three play, above the mean of the other two. The two "
    "parts of a fouled board are compared apart."
)
GIVEN: Final = "An average that the director gives is worth 5 points for each 10% above 50%."
ENDS: Final = "without the highest and the lowest"
PLACES_SAY: Final = {
    Method.MATCHPOINTS: f"{RESULT} For each board a side gets 1 for every table that did worse with the same cards, "
    "and ½ for one that did as well. The percentage is of the most there was on the boards that each played. Where "
    "a board, or a part of a fouled one, has fewer results than others, Neuberg’s formula makes up for them: (sum + ½) "
    "× results due ÷ results had − ½, of one less than the results due.",
    Method.DATUM: f"{RESULT} For each board a side gets what its result is above the average of all tables with the "
    f"same cards; from six tables on, that is the average {ENDS}. The points of all boards that each played are added "
    f"up. {GIVEN}",
    Method.CROSS: f"{RESULT} For each board a side gets what its result is above that of each other table with the "
    "same cards, on average; no table is left out. The points of all boards that each played are added up. "
    f"{GIVEN}",
}


class ComparedBy(Protocol):
    """Anything with a `Method`, which is empty where points count, alone or after rounds won."""

    @property
    def compared(self) -> Any: ...
    @property
    def is_by_wins(self) -> bool: ...
    @property
    def is_duplicate(self) -> bool: ...


def share_text(method: Method, figure: Fraction, digits: int = 1) -> str:
    """`68.8%`; where points are compared `+34.5`."""
    shown = figure * 100 if method is Method.MATCHPOINTS else figure
    text = decimal_words(shown, digits) if digits else figure_text(rounded(shown))
    return f"{text}%" if method is Method.MATCHPOINTS else f"{'+' if figure > 0 else ''}{text}"


def shares_text(shares: Shares, digits: int = 2) -> str:
    """`61.43%`, `+34.50`, a dash without boards. Two digits show who is ahead."""
    return share_text(shares.method, shares.figure, digits) if shares.boards else NOTHING


def total_text(event: ComparedBy, total: int, *, digits: int = 2) -> str:
    """Points: `1,812`; at a duplicate `61.43%`."""
    if not event.is_duplicate:
        return figure_words(total)
    method = Method(event.compared)
    return share_text(method, Fraction(total, PARTS[method]), digits)


def total_words(event: ComparedBy, total: int) -> str:
    """`1,812 points`, `61.43%`, `+34.50 points`."""
    if not event.is_duplicate:
        return f"{figure_words(total)} {'point' if abs(total) == 1 else 'points'}"
    return total_text(event, total) + ("" if event.compared == Method.MATCHPOINTS else " points")


def standing_text(event: ComparedBy, total: int) -> str:
    """A standing's total: `1,812`, `61.43%`; by rounds won `2 won, 812`."""
    if not event.is_by_wins:
        return total_text(event, total)
    wins, points = wins_and_points(total)
    return f"{wins} won, {figure_words(points)}"


def standing_words(event: ComparedBy, total: int) -> str:
    """`1,812 points`, `61.43%`; by rounds won `2 rounds won and 812 points`."""
    if not event.is_by_wins:
        return total_words(event, total)
    wins, points = wins_and_points(total)
    return f"{counted(wins, 'round')} won and {total_words(event, points)}"


def gap_text(event: ComparedBy, gap: int) -> str:
    """The gap between two totals: `31`, at a duplicate `1.25%`, `3.50`; `1 round` where as many were won more."""
    if event.is_by_wins:
        wins, points = wins_and_points(abs(gap))
        return counted(wins, "round") if wins else figure_words(points)
    return total_text(event, gap).removeprefix("+") if event.is_duplicate else figure_words(gap)


def margin_text(figure: Fraction) -> str:
    """`+52`, `−8.5`, `+26.75`."""
    text = decimal_words(figure, 1 if (10 * figure).denominator == 1 else 2).removesuffix(".0")
    return f"+{text}" if figure > 0 else text


def direction_words(side: Side) -> str:
    """`N-S`; each of three players is a side."""
    return DIRECTIONS.get(side, side)


# -- how a share came about ----------------------------------------------------------------


def share_says(share: Share, method: Method) -> str:
    """`better than 5 of 8, level with 1: 5½ of 8, 68.8%`."""
    return row_says(share.row, share.side, share.traveler, method)


def row_says(row: TravelerRow, side: Side, traveler: tuple[TravelerRow, ...], method: Method) -> str:
    """How a side's share of a board came about, or why it has none."""
    if row.decided is not None and row.decided.kind == Kind.LEFT_OUT:
        return "not played at this table, and counts for nobody there"
    if side not in row.shares:
        return "doesn’t count" if row.line is not None else "not played yet"
    text = share_text(method, row.shares[side])
    if row.decided is not None:
        points = "" if method is Method.MATCHPOINTS else f", 5 points for each 10% above 50%: {text}"
        return f"an average given by the director: {row.decided.shares[side]}%{points}"
    others = [one for one in traveler if one.is_compared and one.group == row.group and one is not row]
    among = _group(row, traveler)
    if method is Method.MATCHPOINTS:
        return f"{_beaten(row, side, others, among)}{_worked_out(row, side, others)}{text}"
    return f"{margin_text(row.margin(side))}, {_average(row, side, others, among, method)}: {text}"


def _average(row: TravelerRow, side: Side, others: list[TravelerRow], among: str, method: Method) -> str:
    """The average above which points are counted: of all with the same cards, or of the others."""
    if not others:
        return f"nobody else played it{among}"
    average = margin_text(row.margin(side) - row.shares[side])
    if method is Method.CROSS:
        there = f"{len(others)} other tables" if len(others) > 1 else "the other table"
        return f"the average of {there}{among} is {average}"
    return f"the average of {len(others) + 1} tables{among}{ends_words(len(others) + 1)} is {average}"


def ends_words(results: int) -> str:
    """How many results at either end the average leaves out."""
    return f" {ENDS}" if results >= ENDS_LEFT_OUT_FROM else ""


def _beaten(row: TravelerRow, side: Side, others: list[TravelerRow], among: str) -> str:
    better, level = beaten(row, side, others)
    if not others:
        return f"nobody else played it{among}"
    if better == len(others):
        return f"better than all {better}{among}" if better > 1 else f"better than the other table{among}"
    if better == level == 0:
        return f"behind all {len(others)}{among}" if len(others) > 1 else f"behind the other table{among}"
    if better == 0:
        return f"level with {level} of {len(others)}{among}"
    return f"better than {better} of {len(others)}{among}" + (f", level with {level}" if level else "")


def _worked_out(row: TravelerRow, side: Side, others: list[TravelerRow]) -> str:
    """`: 5½ of 8, ` and the sums that bots and Neuberg's formula add; else only a colon."""
    better, level = beaten(row, side, others)
    points, had, due, bots = better + Fraction(level, 2), len(others) + 1, row.expected, len(row.bot_scores)
    steps = [f": {amount_text(points)} of {len(others)}"] if level or 1 < had + row.bots < due else []
    if row.bots:
        worse = share_beaten(row.margin(side), [margin(scores, side) for scores in row.bot_scores])
        more = f"{row.bots} × {amount_text(worse * bots)} ÷ {bots}"
        steps = [
            f"; bots stand in for {counted(row.bots, 'more table')}, and {amount_text(worse * bots)} of their {bots} "
            f"results are worse: {amount_text(points)} + {more} = {amount_text(points + row.bots * worse)} of "
            f"{had + row.bots - 1}"
        ]
        points, had = points + row.bots * worse, had + row.bots
    if 1 < had < due:
        made_up = (points + LEVEL) * due / had - LEVEL
        steps.append(
            f"; {had} results of {due}, so by Neuberg’s formula ({amount_text(points)} + ½) × {due} ÷ {had} − ½ = "
            f"{amount_text(made_up)} of {due - 1}"
        )
    return f"{''.join(steps)}, " if steps else ": "


def amount_text(amount: Fraction) -> str:
    """`5`, `½`, `5½`, `2.33`."""
    whole, rest = divmod(amount, 1)
    if rest in (0, LEVEL):
        return f"{whole or ('' if rest else 0)}{'½' if rest else ''}"
    return decimal_words(amount, 2)


def _group(row: TravelerRow, traveler: tuple[TravelerRow, ...]) -> str:
    is_fouled = any(one.is_compared and one.group != row.group for one in traveler)
    return " with the same cards (the board was fouled)" if is_fouled else ""


def beaten(row: TravelerRow, side: Side, others: list[TravelerRow]) -> tuple[int, int]:
    own, margins = row.margin(side), [one.margin(side) for one in others]
    return sum(own > each for each in margins), margins.count(own)
