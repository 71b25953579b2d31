"""A field for a board: tables of Club players with the same cards, and their scores.

So that tables differ as people do, each bot takes hands for a little more or less, each side has its own ways with
cards, and every second table shows meld by bids. All follows from the `seed` and the players' version (`made_by`), kept
beside a field.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from scoring.boards.boards import Board
from scoring.play.actions import Redeal
from scoring.play.bots.club import ClubBot
from scoring.play.bots.limits import Limit
from scoring.play.bots.quick import result
from scoring.play.engine import engine_for
from scoring.play.engine.club_cards import Ways, usual_ways
from scoring.play.state import DealState, Phase, apply, begin, state_from_json
from scoring.rules.book import RuleBook, book_from_json
from scoring.rules.cards import Card, Side
from scoring.rules.deal_score import score_deal
from scoring.rules.dealing import Dealt

from .cluster import code

TABLES: Final = 20
# How far a hand is misjudged, of all points in tricks, and a value by which cards are played, as a share of it: so far
# that the deal explains as much of a result as it does at ordinary tables (`tests/lab/bots.md`).
NOISE: Final = 0.36
WAYS_OFF: Final = 0.6


class FieldBot(ClubBot):
    """A Club player who takes hands for `off` points too many."""

    def __init__(self, off: float, ways: Ways, *, meld_bids: bool) -> None:
        super().__init__(meld_bids=meld_bids, ways=ways)
        self._off = off

    def judges(self, hand: Sequence[Card], limit: Limit | None) -> None:
        super().judges(tuple(hand), limit and replace(limit, amount=limit.amount + self._off))


def deal_of(book: RuleBook, board: Board) -> DealState:
    """The board as dealt, scored alone at 0–0: nobody is off the board or throws in."""
    state = begin(book, board.dealer, Dealt(board.hands, board.kitty), off_board=())
    while state.phase is Phase.REDEAL and state.to_act is not None:
        state = apply(state, Redeal(state.to_act, claimed=False))
    return state


def field_of(book: RuleBook, board: Board, tables: int, seed: str) -> list[dict[Side, int]]:
    return _field(deal_of(book, board), tables, f"{seed} board {board.number}")


def field_from(book: str, data: str, tables: int, seed: str) -> list[dict[Side, int]]:
    """The same from a stored book and deal, for another process."""
    return _field(state_from_json(book_from_json(book), data), tables, seed)


def made_by() -> str:
    return code()[:16]


def _field(begun: DealState, tables: int, seed: str) -> list[dict[Side, int]]:
    chance = random.Random(f"{seed} field")
    return [dict(_played(begun, chance, meld_bids=table % 2 > 0)) for table in range(tables)]


def _played(begun: DealState, chance: random.Random, *, meld_bids: bool) -> Mapping[Side, int]:
    book, noise = begun.book, NOISE * begun.book.total_points
    ways = [_ways(book, chance) for _ in range(2)]  # more at one table cannot be played at once
    of_side = {side: ways[place % 2] for place, side in enumerate(book.sides)}
    bots = {
        seat: FieldBot(chance.gauss(0, noise), of_side[book.side_of(seat)], meld_bids=meld_bids) for seat in book.seats
    }
    _, record = result(begun, bots)
    assert record is not None, "a board is never dealt again"
    return score_deal(book, record).scores


def _ways(book: RuleBook, chance: random.Random) -> Ways:
    usual = usual_ways(engine_for(book).tables.tricks)
    return Ways(*(value * chance.gauss(1, WAYS_OFF) for value in usual))
