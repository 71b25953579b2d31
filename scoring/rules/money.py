"""The money sheet of a game: what each set took from a player, and what the winner takes at the end. Implements the
section *money* of a rule book. Amounts of a line, the kitty's included, add up to 0, and so do all of them together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from .book import RuleBook
from .book.money import SetKind
from .cards import Side
from .deal_score import Outcome
from .game import GameResult, off_board

Reason = Literal["renege", "in_play", "unplayed", "on_board", "off_board"]


@dataclass(frozen=True, slots=True)
class MoneyLine:
    """One set on the money sheet, on deal `hand` (None: at the end of the game)."""

    side: Side
    hand: int | None
    kind: SetKind
    reason: Reason
    amounts: Mapping[Side, int]
    kitty: int


@dataclass(frozen=True, slots=True)
class MoneySheet:
    """The lines in order, their sum, and once the game is won each side's gain or payment."""

    lines: tuple[MoneyLine, ...]
    totals: Mapping[Side, int]
    kitty: int
    paid: Mapping[Side, int]


def money_sheet(book: RuleBook, game: GameResult) -> MoneySheet | None:
    """The money sheet of a game; None in a book that is not played for money."""
    if book.money is None:
        return None
    lines = tuple(_lines(book, game))
    totals = {side: sum(line.amounts[side] for line in lines) for side in book.sides}
    paid: dict[Side, int] = {}
    if game.won:  # the winner takes what each of the others is down; a loser who is up neither pays nor gets
        losses = {side: min(0, totals[side]) for side in book.others(game.won.side)}
        paid = {side: losses.get(side, -sum(losses.values())) for side in book.sides}
    return MoneySheet(lines, totals, sum(line.kitty for line in lines), paid)


def _lines(book: RuleBook, game: GameResult) -> Iterator[MoneyLine]:
    money = book.money
    assert money is not None, book.key
    kinds: Mapping[Reason, SetKind] = {
        "renege": money.renege, "in_play": money.set_in_play, "unplayed": money.set_unplayed
    }  # fmt: skip
    for hand, score in enumerate(game.scores, start=1):
        reason: Reason = "in_play" if score.played else "unplayed"
        if score.outcome is Outcome.RENEGE:
            reason = "renege"
        for side in filter(score.is_set, score.sides):
            yield _line(book, side, hand, kinds[reason], reason)
    if game.won is None:
        return
    outside = off_board(book, game.totals)
    for side in book.others(game.won.side):
        if side in outside:
            yield _line(book, side, None, money.loser_off_board, "off_board")
        else:
            yield _line(book, side, None, money.loser_on_board, "on_board")


def _line(book: RuleBook, side: Side, hand: int | None, kind: SetKind, reason: Reason) -> MoneyLine:
    money = book.money
    assert money is not None, book.key
    amounts = {other: money.to_others(kind) for other in book.sides} | {side: -money.cost(kind)}
    return MoneyLine(side, hand, kind, reason, amounts, -sum(amounts.values()))
