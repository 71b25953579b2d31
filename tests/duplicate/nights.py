"""Ten nights of 24 bots, played as a duplicate and as ordinary evenings; and how strong each bot truly is."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from statistics import correlation, fmean, stdev
from typing import NamedTuple, TypeAlias

from scoring.boards.boards import Board, dealt_board
from scoring.boards.comparison import Method, Result, compared, margin
from scoring.play.bots.club import ClubBot
from scoring.play.bots.limits import Limit
from scoring.play.bots.quick import result
from scoring.play.state import Cards, begin
from scoring.rules.book import RuleBook, built_in_book
from scoring.rules.cards import Side
from scoring.rules.deal_score import score_deal
from scoring.rules.dealing import Dealt

PLAYERS = 24
NIGHTS = 10
ROUNDS = 6
HANDS = 4  # boards of a round; everybody plays 24 a night
# The best bot judges every hand as the Club does; the others misjudge it by so much more each, of all points in tricks.
STEP = 0.03
AFTER = (1, 5, NIGHTS)


class Misjudging(ClubBot):
    """A club player who takes each hand for more or less than it is worth."""

    def __init__(self, off: float) -> None:
        super().__init__()
        self._off = off

    def judges(self, hand: Cards, limit: Limit | None) -> None:
        super().judges(hand, limit and replace(limit, amount=limit.amount + self._off))


Figures: TypeAlias = Mapping[int, Sequence[float]]
"""After so many nights what everybody has of a night, on average."""


@dataclass(frozen=True)
class Season:
    """What the nights of a season came to: at the duplicate by each way to compare, and the points of the ordinary
    nights."""

    duplicate: Mapping[Method, Figures]
    ordinary: Figures


def play_season(key: str, seed: int) -> Season:
    """The same seating for both kinds of night. At the duplicate all tables share a set of boards in each round."""
    book, chance = built_in_book(key).for_players, random.Random(f"{key} season {seed}")
    shares = {method: _nothing() for method in Method}
    points = _nothing()
    for night, number in product(range(NIGHTS), range(ROUNDS)):
        people = chance.sample(range(PLAYERS), PLAYERS)
        tables = [people[at : at + 4] for at in range(0, PLAYERS, 4)]
        for board in range(number * HANDS + 1, (number + 1) * HANDS + 1):
            same = dealt_board(book, f"{key} {seed} {night}", board)
            results = [Result(at, played(book, same, four, chance)) for at, four in enumerate(tables)]
            for method, side in product(Method, book.sides):
                for at, share in compared(results, side, method).items():
                    _add(shares[method][night], of_side(tables[int(str(at))], side), float(share))
            for at, four in enumerate(tables):
                own = dealt_board(book, f"{key} {seed} {night} table {at}", board)
                for side, score in played(book, own, four, chance).items():
                    _add(points[night], of_side(four, side), score)
    return Season({method: _so_far(nights) for method, nights in shares.items()}, _so_far(points))


def _nothing() -> list[list[float]]:
    return [[0.0] * PLAYERS for _ in range(NIGHTS)]


def _add(night: list[float], players: Sequence[int], figure: float) -> None:
    for one in players:
        night[one] += figure


def _so_far(nights: Sequence[Sequence[float]]) -> Figures:
    return {
        number: [sum(night[one] for night in nights[:number]) / number for one in range(PLAYERS)] for number in AFTER
    }


def of_side(four: Sequence[int], side: Side) -> Sequence[int]:
    """The two of a side; the four sit N, E, S, W."""
    return four[::2] if side == "NS" else four[1::2]


def played(book: RuleBook, board: Board, players: Sequence[int], chance: random.Random) -> Mapping[Side, int]:
    """What a table makes of a board, scored alone."""
    noise = [chance.gauss(0, STEP * one * book.total_points) for one in players]
    bots = {seat: Misjudging(off) for seat, off in zip(book.seats, noise, strict=True)}
    _, record = result(begin(book, board.dealer, Dealt(board.hands, board.kitty), off_board=()), bots)
    assert record is not None, "no board is dealt again"
    return score_deal(book, record).scores


def worths(key: str, seed: int, deals: int) -> Sequence[tuple[float, int]]:
    """What the side of each player made above the other, added up over the deals they sat at, and how many these were:
    among players who are drawn anew for each of so many `deals`."""
    book, chance = built_in_book(key).for_players, random.Random(f"{key} worth {seed}")
    made, sat = [0.0] * PLAYERS, [0] * PLAYERS
    for number in range(1, deals + 1):
        four = chance.sample(range(PLAYERS), 4)
        scores = played(book, dealt_board(book, f"{key} worth {seed}", number), four, chance)
        for side in book.sides:
            for one in of_side(four, side):
                made[one] += float(margin(scores, side))
                sat[one] += 1
    return list(zip(made, sat, strict=True))


class Told(NamedTuple):
    """How well the lists of seasons agree with true strength: the mean correlation of a way to compare, and by how much
    it is more than that of ordinary nights, each with half of its 95% interval; in how many seasons it was more."""

    agrees: tuple[float, float]
    more: tuple[float, float]
    closer: int


def told_of(seasons: Sequence[Season], worth: Sequence[float], nights: int, method: Method | None) -> Told:
    """Of one way to compare, or without one of the ordinary nights."""
    usual = [correlation(season.ordinary[nights], worth) for season in seasons]
    found = [correlation(season.duplicate[method][nights], worth) for season in seasons] if method else usual
    more = [one - other for one, other in zip(found, usual, strict=True)]
    return Told(_mean(found), _mean(more), sum(each > 0 for each in more))


def _mean(found: Sequence[float]) -> tuple[float, float]:
    return fmean(found), 1.96 * stdev(found) / len(found) ** 0.5
