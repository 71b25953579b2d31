"""What the boards of a duplicate came to: each board's traveler, and everybody's share of each board they played.

Read from the cards every time, as all points are. Compared by `scoring.boards.comparison`; what the director decided
about a board (`BoardDecision`) lies on top. Writes nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Final

from league.models import BoardDecision, Entrant, Event, EventBoard
from scoring.boards.comparison import Method, Result, compared, margin
from scoring.rules.cards import Side
from scoring.score_card.sheet import Line

from .reading import RoundReading, TableReading

Kind = BoardDecision.Kind
# Points for every ten percent that a director gives or takes where points are compared.
TEN_PERCENT: Final = 5


@dataclass(frozen=True)
class TravelerRow:
    """What one table made of a board. `line` is None where nothing was played (yet). `shares` by side: from 0 to 1 by
    matchpoints, else points; none where the board counts for nobody there. `decided` is what the director put in place
    of what was played. `group` tells apart those who had other cards."""

    board: int
    round_number: int
    table: TableReading
    line: Line | None
    scores: Mapping[Side, int]
    shares: Mapping[Side, Fraction] = field(default_factory=dict)
    group: int = 0
    decided: BoardDecision | None = None

    def margin(self, side: Side) -> Fraction:
        """What the side's score is above that of the other."""
        return margin(self.scores, side)


@dataclass(frozen=True, slots=True)
class Share:
    """What one player has of one board."""

    entrant: Entrant
    side: Side
    row: TravelerRow

    @property
    def share(self) -> Fraction:
        return self.row.shares[self.side]


@dataclass(frozen=True)
class Boards:
    """All boards of an evening as they stand. `travelers` by board number; `shares` by entrant, in the order played."""

    method: Method
    travelers: Mapping[int, tuple[TravelerRow, ...]] = field(default_factory=dict)
    shares: Mapping[int, tuple[Share, ...]] = field(default_factory=dict)
    voided: frozenset[int] = frozenset()

    def total(self, entrant: int) -> Fraction:
        """By matchpoints the mean share, from 0 to 1; else the sum of points."""
        own = [one.share for one in self.shares.get(entrant, ())]
        total = sum(own, Fraction(0))
        return total / len(own) if own and self.method is Method.MATCHPOINTS else total


def read_boards(event: Event, rounds: Iterable[RoundReading]) -> Boards:
    """The boards of these rounds (two queries: decisions, and what bots made)."""
    decisions = list(event.board_decisions.filter(is_taken_back=False))
    fields = dict(EventBoard.objects.filter(dealt__event=event).exclude(field=[]).values_list("number", "field"))
    return compared_boards(Method(event.compared), rounds, decisions, fields)


def compared_boards(
    method: Method,
    rounds: Iterable[RoundReading],
    decisions: Sequence[BoardDecision] = (),
    fields: Mapping[int, Sequence[Mapping[Side, int]]] | None = None,
) -> Boards:
    """The same from what was read: no queries. What is decided last about a board at a table holds."""
    voided = frozenset(one.number for one in decisions if one.kind == Kind.VOID)
    decided = {(one.number, one.table_id): one for one in decisions if one.kind in (Kind.AVERAGE, Kind.LEFT_OUT)}
    fouled = {(one.number, one.table_id) for one in decisions if one.kind == Kind.FOULED}
    by_board: dict[int, list[TravelerRow]] = {}
    for row in _rows(rounds, decided, fouled):
        by_board.setdefault(row.board, []).append(row)
    counted = [sum(map(_is_compared, rows)) for number, rows in by_board.items() if number not in voided]
    travelers = {
        number: tuple(
            _traveler(rows, method, max(counted, default=0), (fields or {}).get(number, ()), number in voided)
        )
        for number, rows in sorted(by_board.items())
    }
    return Boards(method, travelers, _by_entrant(travelers), voided)


def _rows(
    rounds: Iterable[RoundReading],
    decided: Mapping[tuple[int, int | None], BoardDecision],
    fouled: Collection[tuple[int, int | None]],
) -> Iterator[TravelerRow]:
    """Every board at every table, in the order they were played; of a fouled one those from a table on are a group of
    their own. Within a round that shares a set a board is played where it comes first on the card, then second."""
    groups: Counter[int] = Counter()
    for number, _, row in sorted(_dealt(rounds), key=lambda each: each[:2]):
        if (number, row.table.table.pk) in fouled:
            groups[number] += 1
        yield replace(row, group=groups[number], decided=decided.get((number, row.table.table.pk)))


def _dealt(rounds: Iterable[RoundReading]) -> Iterator[tuple[int, tuple[int, int, int], TravelerRow]]:
    """Each board of each card, with what it is sorted by."""
    for reading in rounds:
        for table in reading.tables:
            if table.sheet is None or reading.event_round.is_extra_hand:
                continue
            lines = {line.board: line for line in table.sheet.done_lines if line.score and not line.is_void}
            for place, number in enumerate(table.sheet.setup.boards):
                line, moment = lines.get(number), (reading.event_round.number, place, table.number)
                scores = line.score.scores if line and line.score else {}
                yield number, moment, TravelerRow(number, reading.event_round.number, table, line, scores)


def _is_compared(row: TravelerRow) -> bool:
    """Whether others are compared with it: it was played, and the director put nothing in its place."""
    return row.line is not None and row.decided is None


def _traveler(
    rows: Sequence[TravelerRow],
    method: Method,
    expected: int,
    bots: Sequence[Mapping[Side, int]],
    is_void: bool,
) -> Iterator[TravelerRow]:
    """The rows of a board with everybody's share."""
    played = [row for row in rows if _is_compared(row)]
    results = [Result(row.table.table.pk, row.scores, row.group) for row in played]
    sides = list(played[0].scores) if played else []
    shares: dict[Hashable, dict[Side, Fraction]] = {}
    for side in sides:
        beside = [margin(scores, side) for scores in bots]
        for table, share in compared(results, side, method, expected=expected, field=beside).items():
            shares.setdefault(table, {})[side] = share
    for row in rows:
        if is_void:
            yield row
        elif row.decided is None:
            yield replace(row, shares=shares.get(row.table.table.pk, {}))
        elif row.decided.kind == Kind.AVERAGE:
            yield replace(row, shares=_average(row.decided, method))


def _average(decision: BoardDecision, method: Method) -> dict[Side, Fraction]:
    """What the director gave each side. By points there is no most that a percentage could be of: 50 % is the average,
    0 points, and each ten above or below are `TEN_PERCENT` points."""
    if method is Method.MATCHPOINTS:
        return {side: Fraction(percent, 100) for side, percent in decision.shares.items()}
    return {side: Fraction((percent - 50) * TEN_PERCENT, 10) for side, percent in decision.shares.items()}


def _by_entrant(travelers: Mapping[int, Sequence[TravelerRow]]) -> dict[int, tuple[Share, ...]]:
    """Who played holds what their side has, in the order played; house players have nothing."""
    found: dict[int, list[Share]] = {}
    for row in (row for rows in travelers.values() for row in rows if row.shares):
        book = row.table.sheet.book if row.table.sheet else None
        for seat, player in row.table.seats.items():
            has_share = book is not None and book.side_of(seat) in row.shares
            if book is not None and has_share and not player.entrant.is_house_player:
                found.setdefault(player.entrant_id, []).append(Share(player.entrant, book.side_of(seat), row))
    return {pk: tuple(sorted(own, key=lambda one: (one.row.round_number, one.row.board))) for pk, own in found.items()}
