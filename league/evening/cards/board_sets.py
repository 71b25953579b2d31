"""A table's boards in a round, and where each goes next, in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from league.models import RoundTable
from league.words import boards_words
from scoring.score_card.sheet import Line, Sheet

from .deeds import boards_of
from .reading import TableReading


@dataclass(frozen=True, slots=True)
class BoardSetWords:
    """`boards` as in `boards 9–12`; `begins` and `passes` are empty unless tables share a set."""

    boards: str
    begins: str = ""
    passes: str = ""

    @property
    def relay(self) -> str:
        """`begin with board 3, pass each on to table 2`."""
        return ", ".join(filter(None, (self.begins, self.passes)))

    @property
    def all(self) -> str:
        """`boards 1–4, begin with board 3, pass each on to table 2`."""
        return ", ".join(filter(None, (self.boards, self.relay)))


NO_BOARD_SET: Final = BoardSetWords("")


def board_sets_in_words(tables: Iterable[RoundTable], hands: int) -> Mapping[int, BoardSetWords]:
    by_set: dict[int, list[int]] = {}
    for table in tables:
        if table.board_set:
            by_set.setdefault(table.board_set, []).append(table.number)
    return {
        number: BoardSetWords(boards_words(board_set, hands), *_relay(board_set, hands, at, sorted(numbers)))
        for board_set, numbers in by_set.items()
        for at, number in enumerate(sorted(numbers))
    }


def _relay(board_set: int, hands: int, at: int, sharing: list[int]) -> tuple[str, ...]:
    """Tables that share a set begin one board apart and pass each on; the first passes on to the last."""
    if len(sharing) == 1:
        return ()
    first = boards_of(board_set, hands)[at % hands]
    return f"begin with board {first}", f"pass each on to table {sharing[at - 1]}"


def line_of_board(sheet: Sheet, board: int) -> Line | None:
    return next((line for line in sheet.lines if line.board == board), None)


def boards_left(table: TableReading) -> tuple[int, ...]:
    """Boards still to be played on a table's card; none before its round started and under typed totals."""
    if table.sheet is None or table.has_totals_alone:
        return ()
    played = {line.board for line in table.sheet.done_lines}
    return tuple(number for number in table.sheet.setup.boards if number not in played)
