"""Boards in words: results beside the field, and standings."""

from __future__ import annotations

from collections.abc import Container, Sequence
from fractions import Fraction
from typing import Final

from scoring.models import PlaySet
from scoring.play.membership import Hall, Names
from scoring.play.sets import Beside, Standing, Who, total_of
from scoring.rules.notation import counted

STILL: Final = "The bots are still playing"


def percent(share: Fraction) -> str:
    """`61%`, rounded half up."""
    return f"{int(share * 100 + Fraction(1, 2))}%"


def field_words(play_set: PlaySet, hall: Hall | None) -> str:
    """What results are compared with."""
    if hall is not None:
        return "the hall"
    return "the week’s field" if play_set.week else "the field"


def beside_words(beside: Beside) -> str:
    """`Better than 14 of 20, level with 2`"""
    if beside.share is None:
        return STILL
    level = f", level with {beside.level}" if beside.level else ""
    return f"Better than {beside.worse} of {beside.others}{level}"


def board_words(beside: Beside) -> str:
    """`Better than 14 of 20, level with 2: 75%`"""
    return beside_words(beside) + (f": {percent(beside.share)}" if beside.share is not None else ".")


def so_far_words(rows: Sequence[Beside], count: int, against: str) -> str:
    """`61% against the hall`, and how many boards are left."""
    total = total_of(rows)
    if total is None:
        return f"{STILL}. Your percentage comes in a moment." if rows else ""
    so_far = f" after {counted(len(rows), 'board')}, {count - len(rows)} to go" if len(rows) < count else ""
    return f"{percent(total)} against {against}{so_far}"


def standing_rows(found: Sequence[Standing], own: Container[Who], names: Names) -> tuple[list[dict[str, object]], str]:
    """Rows of people who may be named, the reader (`own`) included, and a sentence on how many others there are. Ties
    share a place."""
    rows: list[dict[str, object]] = []
    shares = [one.share for one in found]
    for one in found:
        player, _, table, _ = one.who
        name, is_you = names.get(player or 0, ""), one.who in own
        if name or is_you:
            you = "You and friends" if table else "You"
            shown = f"{name} (you)" if name and is_you else name or you
            rows.append({"place": 1 + shares.index(one.share), "name": shown, "share": percent(one.share)})
    others = len(found) - len(rows)
    return rows, f"{counted(others, 'other player')} also played all of them." if others else ""
