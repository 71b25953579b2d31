"""What the boards of a duplicate say in the rows of its evening: everybody's share of each round and place, and what
others made of the cards that a side held. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from fractions import Fraction
from math import floor
from typing import Final, TypeAlias

from league.evening.cards.boards import Boards, Share, TravelerRow
from league.evening.cards.pairs import Pair
from league.evening.cards.reading import Scorer, TableReading
from league.models import Event
from scoring.boards.comparison import Method
from scoring.rules.cards import Side

from .facts import Facts

# A share of a row is kept in so many parts of a board, or of a point.
PARTS: Final[Mapping[Method, int]] = {Method.MATCHPOINTS: 10_000, Method.DATUM: 100, Method.CROSS: 100}
Shared: TypeAlias = tuple[int | None, int]


def share_of_round(boards: Boards, scorer: Scorer, number: int) -> Shared:
    """What a player or a pair has of a round as a row keeps it, and of how many boards; of none, None."""
    own = [one.share for one in _shares_of(boards, scorer) if one.row.round_number == number]
    return (_rounded(sum(own, Fraction(0)) * PARTS[boards.method]), len(own)) if own else (None, 0)


def places_by_boards(event: Event, boards: Boards, scorers: Collection[Scorer]) -> Mapping[object, int]:
    """Everybody's place by what their boards came to, shared by those who are level: in one list, or among those who
    sat the same way. Who was compared at no board comes last."""
    worths = {
        one.pk: ("" if event.one_list else _way(shares), bool(shares), boards.total(_key(one)))
        for one in scorers
        for shares in [_shares_of(boards, one)]
    }
    return {
        pk: 1 + sum(other[0] == own[0] and other[1:] > own[1:] for other in worths.values())
        for pk, own in worths.items()
    }


def board_facts(boards: Boards, table: TableReading, side: Side) -> Facts:
    """Of a side's boards at a table: at how many `others` they were played with the same cards, added up, and the
    `datum`, what its seats made there above the mean of all sides, in hundredths of a point; nothing where nobody
    else played them."""
    others, datum = 0, Fraction(0)
    for number in table.sheet.setup.boards if table.sheet else ():
        rows = [row for row in boards.travelers.get(number, ()) if row.line is not None and row.decided is None]
        own = next((row for row in rows if row.table.table.pk == table.table.pk), None)
        beside = [row for row in rows if own and row is not own and row.group == own.group]
        if beside and number not in boards.voided:
            others += len(beside)
            datum += sum((_above_mean(row, side) for row in beside), Fraction(0)) / len(beside)
    return {"others": others, "datum": _rounded(datum * 100)} if others else {}


def _above_mean(row: TravelerRow, side: Side) -> Fraction:
    return row.scores[side] - Fraction(sum(row.scores.values()), len(row.scores))


def _key(scorer: Scorer) -> int:
    """By whom a pair's shares are known: each of the two has them."""
    return int(scorer.one.pk if isinstance(scorer, Pair) else scorer.pk)


def _shares_of(boards: Boards, scorer: Scorer) -> tuple[Share, ...]:
    return boards.shares.get(_key(scorer), ())


def _way(shares: Collection[Share]) -> Side:
    """Which way somebody sat at most boards."""
    return Counter(one.side for one in shares).most_common(1)[0][0] if shares else ""


def _rounded(figure: Fraction) -> int:
    """To the nearest, halves up."""
    return floor(figure + Fraction(1, 2))
