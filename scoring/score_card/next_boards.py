"""The board of a duplicate's hand, and faults in another. Pure."""

from __future__ import annotations

from .sheet import Line, Sheet


def wrong_board(sheet: Sheet, line: Line, board: int) -> str:
    """Why this board cannot be that hand; empty where it can. A finished hand may be corrected to any of the table's
    boards."""
    if board not in sheet.setup.boards:
        return f"Board {board} isn’t at this table this round."
    before = [other.board for other in sheet.lines if other.number < line.number]
    left = [number for number in sheet.setup.boards if number not in before]
    wanted = next(iter(left[line.number - 1 - len(before) :]), 0)  # hands between are typed in one go with it
    if line.is_done or board == wanted:
        return ""
    follows = f" Next is board {wanted}." if wanted else ""
    if any(other.board == board for other in sheet.lines if other.number != line.number):
        return f"You have played board {board}.{follows}"
    return f"Board {board} comes later.{follows}"


def boards_left(sheet: Sheet, line: Line) -> tuple[int, ...]:
    played = {other.board for other in sheet.lines if other.number != line.number}
    return tuple(number for number in sheet.setup.boards if number not in played)


def played_twice(sheet: Sheet) -> frozenset[int]:
    """The boards that two hands claim: a slip in one of them."""
    numbers = [line.board for line in sheet.lines if line.board]
    return frozenset(number for number in numbers if numbers.count(number) > 1)
