"""Results of a duplicate's boards: each traveler, and each entrant's share of each board. Compared by
`scoring.boards.comparison`; the director's decisions (`BoardDecision`) lie on top."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Final

from league.models import BoardDecision, Entrant, Event, EventBoard, RoundSeat
from scoring.boards.comparison import LEAST_FIELD, Method, Result, compared, margin
from scoring.rules.cards import Side
from scoring.score_card.people import is_done_before, is_replaced_by
from scoring.score_card.sheet import Line

from .tables import Beside, RoundReading, TableReading

Kind = BoardDecision.Kind
# Points for every ten percent that a director gives or takes where points are compared.
TEN_PERCENT: Final = 5
# Kept figures are whole numbers: so many to a share of a board, or to a point.
PARTS: Final = {Method.MATCHPOINTS: 10_000, Method.DATUM: 100, Method.CROSS: 100}


@dataclass(frozen=True)
class TravelerRow:
    """A board at one table. `line` is None before play. `shares` by side are 0 to 1 by matchpoints, else points.
    `decided` replaces the result, `group` tells other cards apart, `expected` is how often the board was to be played,
    and `bots` results were made up from `bot_scores`."""

    board: int
    round_number: int
    table: TableReading
    line: Line | None
    scores: Mapping[Side, int]
    shares: Mapping[Side, Fraction] = field(default_factory=dict)
    group: int = 0
    decided: BoardDecision | None = None
    expected: int = 0
    bots: int = 0
    bot_scores: Sequence[Mapping[Side, int]] = ()

    @property
    def is_compared(self) -> bool:
        """Whether other tables are compared with it: played, and not decided."""
        return self.line is not None and self.decided is None

    def margin(self, side: Side) -> Fraction:
        return margin(self.scores, side)


@dataclass(frozen=True, slots=True)
class Share:
    entrant: Entrant
    side: Side
    row: TravelerRow
    traveler: tuple[TravelerRow, ...] = field(default=(), repr=False)

    @property
    def share(self) -> Fraction:
        return self.row.shares[self.side]


@dataclass(frozen=True, slots=True)
class Shares:
    """The sum of shares of some `boards`; `of` has them one by one."""

    method: Method
    total: Fraction = Fraction(0)
    boards: int = 0
    of: tuple[Share, ...] = field(default=(), compare=False, repr=False)

    @property
    def figure(self) -> Fraction:
        """The mean share from 0 to 1 by matchpoints, else the sum of points."""
        return self.total / self.boards if self.boards and self.method is Method.MATCHPOINTS else self.total

    @property
    def counted(self) -> int:
        """The figure in ten-thousandths, or hundredths of a point."""
        return rounded(self.figure * PARTS[self.method])


def rounded(figure: Fraction) -> int:
    """A whole number; halves away from zero."""
    size = int(abs(figure) + Fraction(1, 2))
    return size if figure >= 0 else -size


def together(shares: Iterable[Shares | None]) -> Shares | None:
    """The sum of rounds; None without boards."""
    own = [one for one in shares if one is not None]
    if not own:
        return None
    total = sum((one.total for one in own), Fraction(0))
    return Shares(own[0].method, total, sum(one.boards for one in own), tuple(each for one in own for each in one.of))


@dataclass(frozen=True)
class Boards:
    method: Method
    travelers: Mapping[int, tuple[TravelerRow, ...]] = field(default_factory=dict)
    shares: Mapping[int, tuple[Share, ...]] = field(default_factory=dict)
    voided: frozenset[int] = frozenset()

    def total(self, entrant: int) -> Fraction:
        return shares_of(self.method, self.shares.get(entrant, ())).figure


def widest(boards: Boards, numbers: Collection[int]) -> tuple[TravelerRow, TravelerRow] | None:
    found: list[tuple[Fraction, TravelerRow, TravelerRow]] = []
    for number in sorted(numbers):
        played = [row for row in boards.travelers.get(number, ()) if row.is_compared and row.shares]
        for group in {row.group for row in played}:
            own = [row for row in played if row.group == group]
            made = {at: row.margin(next(iter(row.scores))) for at, row in enumerate(own)}
            best, worst = max(made, key=lambda at: made[at]), min(made, key=lambda at: made[at])
            found.append((made[best] - made[worst], own[best], own[worst]))
    most = max(found, key=lambda one: one[0], default=None)
    return most[1:] if most and most[0] > 0 else None


def shares_of(method: Method, own: Sequence[Share]) -> Shares:
    return Shares(method, sum((one.share for one in own), Fraction(0)), len(own), tuple(own))


def beside_of(event: Event) -> Beside:
    fields = EventBoard.objects.filter(dealt__event=event).exclude(field=[]).values_list("number", "field")
    return Beside(tuple(event.board_decisions.filter(is_taken_back=False)), dict(fields))


def read_boards(event: Event, rounds: Iterable[RoundReading]) -> Boards:
    """The boards of these rounds (two queries at most)."""
    rounds = tuple(rounds)
    beside = (rounds[0].beside if rounds else None) or beside_of(event)
    return compared_boards(Method(event.compared), rounds, beside.decisions, beside.fields)


def shares_by_round(boards: Boards) -> Mapping[tuple[int, int], Shares]:
    found: dict[tuple[int, int], list[Share]] = {}
    for pk, own in boards.shares.items():
        for one in own:
            found.setdefault((pk, one.row.round_number), []).append(one)
    return {key: shares_of(boards.method, own) for key, own in found.items()}


def compared_boards(
    method: Method,
    rounds: Iterable[RoundReading],
    decisions: Sequence[BoardDecision] = (),
    fields: Mapping[int, Sequence[Mapping[Side, int]]] | None = None,
) -> Boards:
    """The boards from what was read. The latest decision about a board at a table holds."""
    voided = frozenset(one.number for one in decisions if one.kind == Kind.VOID)
    decided = {(one.number, one.table_id): one for one in decisions if one.kind in (Kind.AVERAGE, Kind.LEFT_OUT)}
    fouled = {(one.number, one.table_id) for one in decisions if one.kind == Kind.FOULED}
    by_board: dict[int, list[TravelerRow]] = {}
    for row in _rows(rounds, decided, fouled):
        by_board.setdefault(row.board, []).append(row)
    counted = [sum(row.is_compared for row in rows) for number, rows in by_board.items() if number not in voided]
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
    """Every board at every table, in the order played. A fouled one starts a new group at its table."""
    groups: Counter[int] = Counter()
    for number, _, row in sorted(_dealt(rounds, decided), key=lambda each: each[:2]):
        if (number, row.table.table.pk) in fouled:
            groups[number] += 1
        yield replace(row, group=groups[number], decided=decided.get((number, row.table.table.pk)))


def _dealt(
    rounds: Iterable[RoundReading], decided: Collection[tuple[int, int | None]]
) -> Iterator[tuple[int, tuple[int, int, int], TravelerRow]]:
    """Each board of each counting card with its sort key, then boards that a decision took off the card."""
    off: dict[int | None, list[int]] = {}
    for number, table_id in decided:
        off.setdefault(table_id, []).append(number)
    for reading in rounds:
        for table in reading.tables:
            if table.sheet is None or reading.event_round.is_extra_hand or not table.table.counts:
                continue
            done = () if table.has_totals_alone else table.sheet.done_lines
            lines = {line.board: line for line in done if line.score and not line.is_void}
            on_card = table.sheet.setup.boards
            boards = (*on_card, *(number for number in off.get(table.table.pk, ()) if number not in on_card))
            for place, number in enumerate(boards):
                line, moment = lines.get(number), (reading.event_round.number, place, table.number)
                scores = line.score.scores if line and line.score else {}
                yield number, moment, TravelerRow(number, reading.event_round.number, table, line, scores)


def _traveler(
    rows: Sequence[TravelerRow],
    method: Method,
    expected: int,
    bots: Sequence[Mapping[Side, int]],
    is_void: bool,
) -> Iterator[TravelerRow]:
    played = [row for row in rows if row.is_compared]
    results = [Result(row.table.table.pk, row.scores, row.group) for row in played]
    sides = list(played[0].scores) if played else []
    groups = Counter(row.group for row in played)
    shares: dict[Hashable, dict[Side, Fraction]] = {}
    for side in sides:
        beside = [margin(scores, side) for scores in bots]
        for table, share in compared(results, side, method, expected=expected, field=beside).items():
            shares.setdefault(table, {})[side] = share
    for row in rows:
        has_bots = bots and method is Method.MATCHPOINTS and not row.group
        filled = max(0, LEAST_FIELD - groups[row.group]) if has_bots else 0
        row = replace(row, expected=max(expected, len(played)), bots=filled, bot_scores=bots if filled else ())
        if is_void or (row.decided is not None and row.decided.kind == Kind.LEFT_OUT):
            yield row
        elif row.decided is None:
            yield replace(row, shares=shares.get(row.table.table.pk, {}))
        else:
            yield replace(row, shares=average_shares(row.decided, method))


def average_shares(decision: BoardDecision, method: Method) -> dict[Side, Fraction]:
    """The director's average by side. In points, 50 % is 0, and each ten above or below are `TEN_PERCENT` points."""
    if method is Method.MATCHPOINTS:
        return {side: Fraction(percent, 100) for side, percent in decision.shares.items()}
    return {side: Fraction((percent - 50) * TEN_PERCENT, 10) for side, percent in decision.shares.items()}


def _by_entrant(travelers: Mapping[int, tuple[TravelerRow, ...]]) -> dict[int, tuple[Share, ...]]:
    found: dict[int, list[Share]] = {}
    for rows in travelers.values():
        for row in rows:
            for side, entrant in holders(row) if row.shares else ():
                if side not in row.shares:  # an archive may say anything
                    continue
                found.setdefault(entrant.pk, []).append(Share(entrant, side, row, rows))
    return {pk: tuple(sorted(own, key=lambda one: (one.row.round_number, one.row.board))) for pk, own in found.items()}


def holders(row: TravelerRow) -> Iterator[tuple[Side, Entrant]]:
    """The entrants to whom a board's result counts, as for points. After a change of chairs they are those who sat
    there for that hand. A replaced player keeps the boards done before, the replacement has the later ones."""
    assert row.table.sheet is not None, "a board stands on a card"
    for name, seat in row.table.seats.items():
        entrant = _holder(row, name, seat)
        if entrant is not None and not entrant.is_house_player:
            yield row.table.sheet.book.side_of(name), entrant


def _holder(row: TravelerRow, name: str, seat: RoundSeat) -> Entrant | None:
    assert row.table.sheet is not None, "a board stands on a card"
    replaced = is_replaced_by(row.table.sheet, name)
    if replaced is None or is_done_before(row.line, replaced.number):
        return row.table.player_of(name, row.line.number) if row.line and row.table.sat else seat.entrant
    return seat.replacement
