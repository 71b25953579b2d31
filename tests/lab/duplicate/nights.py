"""Ten nights of 24 bots, played as a duplicate and as ordinary evenings; and how strong each bot truly is."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from statistics import correlation, fmean, stdev
from typing import Any, Final, NamedTuple, TypeAlias

from scoring.boards.boards import Board, dealt_board
from scoring.boards.comparison import Method, Result, compared, margin, shares
from scoring.play.actions import PlayCard
from scoring.play.bots.club import ClubBot
from scoring.play.bots.limits import Limit
from scoring.play.bots.quick import before_the_cards, result
from scoring.play.seat_view import OpenView, SeatView
from scoring.play.state import Cards, DealState, act, begin, record_of
from scoring.play.table import Decision
from scoring.rules.book import RuleBook, built_in_book
from scoring.rules.cards import Seat, Side
from scoring.rules.deal_score import DealRecord, score_deal
from scoring.rules.dealing import Dealt

PLAYERS = 24
NIGHTS = 10
ROUNDS = 6
HANDS = 4  # boards of a round; everybody plays 24 a night
# The best bot judges every hand as the Club does; the others misjudge it by so much more each, of all points in tricks.
STEP = 0.03
AFTER = (1, 5, NIGHTS)

Scores: TypeAlias = Mapping[Side, int]


class Kind(NamedTuple):
    """How bots differ beside how they judge: in a share of their plays, so much more each, they slip. With how many
    seasons and deals that is measured, and what their seeds begin with."""

    slip: float
    seasons: int
    deals: int
    seed: str


# Numbers and seeds of "play" were written down, and committed, before anything was played. What they are to answer: do
# matchpoints agree better with true strength after ten nights than the points of ordinary nights do?
KINDS: Final = {"judge": Kind(0.0, 20, 27_000, ""), "play": Kind(0.01, 10, 6_000, "slips ")}


class Misjudging(ClubBot):
    """A club player who takes each hand for more or less than it is worth."""

    def __init__(self, off: float) -> None:
        super().__init__()
        self._off = off

    def judges(self, hand: Cards, limit: Limit | None) -> None:
        super().judges(hand, limit and replace(limit, amount=limit.amount + self._off))


class Slipping(Misjudging):
    """One who also slips: plays any card that is legal in place of the Club's."""

    def __init__(self, off: float, share: float, chance: random.Random) -> None:
        super().__init__(off)
        self._share, self._chance = share, chance

    def play(self, view: SeatView) -> Decision:
        if self._chance.random() < self._share:
            return Decision(PlayCard(view.seat, self._chance.choice(view.asked.cards)), "")
        return super().play(view)


Figures: TypeAlias = Mapping[int, Sequence[float]]
"""After so many nights what everybody has of a night, on average."""
ORDINARY: Final = "points"
WAYS: Final = {
    ORDINARY: "ordinary: points",
    "margins": "ordinary: points less the others’",
    "matchpoints": "duplicate: matchpoints",
    "datum": "duplicate: over the average",
    "cross": "duplicate: cross points",
    "own": "duplicate: matchpoints of own points alone",
}
"""Each way to make a list of the same players: ordinary nights, duplicate by the three methods of the app, and one that
it doesn't have, as if a result were a side's own points and not less the others'."""


def play_season(key: str, kind: Kind, seed: int) -> Mapping[str, Figures]:
    """By each way. The same seating for both kinds of night; at the duplicate all tables share a set of boards."""
    book, chance = built_in_book(key).for_players, random.Random(f"{kind.seed}{key} season {seed}")
    found = {way: [[0.0] * PLAYERS for _ in range(NIGHTS)] for way in WAYS}
    for night, number in product(range(NIGHTS), range(ROUNDS)):
        people = chance.sample(range(PLAYERS), PLAYERS)
        tables = [people[at : at + 4] for at in range(0, PLAYERS, 4)]
        for board in range(number * HANDS + 1, (number + 1) * HANDS + 1):
            cards = f"{kind.seed}{key} {seed} {night}"
            same = dealt_board(book, cards, board)
            at_all = [played(book, same, four, chance, kind) for four in tables]
            alone = [
                played(book, dealt_board(book, f"{cards} table {at}", board), four, chance, kind)
                for at, four in enumerate(tables)
            ]
            for side, (way, figures) in product(book.sides, _all_ways(book, at_all, alone).items()):
                for four, figure in zip(tables, figures[side], strict=True):
                    for one in of_side(four, side):
                        found[way][night][one] += float(figure)
    return {way: _so_far(nights) for way, nights in found.items()}


def _all_ways(book: RuleBook, at_all: Sequence[Scores], alone: Sequence[Scores]) -> Mapping[str, Mapping[Side, Any]]:
    """What a board comes to at each table, `at_all` with the same cards and `alone` with its own."""
    results = [Result(at, scores) for at, scores in enumerate(at_all)]
    ways = {
        method.value: {side: list(compared(results, side, method).values()) for side in book.sides} for method in Method
    }
    own = {side: shares([Fraction(scores[side]) for scores in at_all]) for side in book.sides}
    points = {side: [scores[side] for scores in alone] for side in book.sides}
    return {
        ORDINARY: points,
        "margins": {side: [margin(scores, side) for scores in alone] for side in book.sides},
        **ways,
        "own": own,
    }


def _so_far(nights: Sequence[Sequence[float]]) -> Figures:
    return {
        number: [sum(night[one] for night in nights[:number]) / number for one in range(PLAYERS)] for number in AFTER
    }


def of_side(four: Sequence[int], side: Side) -> Sequence[int]:
    """The two of a side; the four sit N, E, S, W."""
    return four[::2] if side == "NS" else four[1::2]


def played(book: RuleBook, board: Board, players: Sequence[int], chance: random.Random, kind: Kind) -> Scores:
    """What a table makes of a board, scored alone."""
    at = dict(zip(book.seats, players, strict=True))
    offs = {seat: chance.gauss(0, STEP * one * book.total_points) for seat, one in at.items()}
    begun = begin(book, board.dealer, Dealt(board.hands, board.kitty), off_board=())
    if kind.slip:
        slipping = {seat: Slipping(off, kind.slip * at[seat], chance) for seat, off in offs.items()}
        record: DealRecord | None = _card_by_card(begun, slipping)
    else:
        record = result(begun, {seat: Misjudging(off) for seat, off in offs.items()})[1]
    assert record is not None, "no board is dealt again"
    return score_deal(book, record).scores


def _card_by_card(begun: DealState, bots: Mapping[Seat, ClubBot]) -> DealRecord:
    own = before_the_cards(begun, bots)
    views = {seat: OpenView(own, seat) for seat in bots}
    while own.to_act is not None:
        act(own, bots[own.to_act].choose(views[own.to_act]).action)
    return record_of(own)


def worths(key: str, kind: Kind, seed: int, deals: int) -> Sequence[tuple[float, int]]:
    """What the side of each player made above the other, added up over the deals they sat at, and how many these were:
    among players who are drawn anew for each of so many `deals`."""
    name = f"{kind.seed}{key} worth {seed}"
    book, chance = built_in_book(key).for_players, random.Random(name)
    made, sat = [0.0] * PLAYERS, [0] * PLAYERS
    for number in range(1, deals + 1):
        four = chance.sample(range(PLAYERS), 4)
        scores = played(book, dealt_board(book, name, number), four, chance, kind)
        for side in book.sides:
            for one in of_side(four, side):
                made[one] += float(margin(scores, side))
                sat[one] += 1
    return list(zip(made, sat, strict=True))


class Told(NamedTuple):
    """How well the lists of seasons agree with true strength: the mean correlation of a way to make them, and by how
    much it is more than that of ordinary nights, each with half of its 95% interval; and in how many it was more."""

    agrees: tuple[float, float]
    more: tuple[float, float]
    closer: int


def told_of(seasons: Sequence[Mapping[str, Figures]], worth: Sequence[float], nights: int, way: str) -> Told:
    usual, found = (
        [correlation(season[one][nights], worth) for season in seasons] for one in (ORDINARY, way)
    )  # fmt: skip
    more = [one - other for one, other in zip(found, usual, strict=True)]
    return Told(_mean(found), _mean(more), sum(each > 0 for each in more))


def _mean(found: Sequence[float]) -> tuple[float, float]:
    return fmean(found), 1.96 * stdev(found) / len(found) ** 0.5
