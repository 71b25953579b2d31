"""Boards in words: results beside the field, and standings."""

from __future__ import annotations

from collections.abc import Container, Sequence
from fractions import Fraction
from typing import Final

from scoring.models import PlaySet
from scoring.play.membership import Hall, Names
from scoring.play.sets import Beside, Who, total_of
from scoring.rules.notation import counted

STILL: Final = "The bots are still playing"


def percent(share: Fraction) -> str:
    """`61%`, rounded half up."""
    return f"{int(share * 100 + Fraction(1, 2))}%"


def field_words(play_set: PlaySet, hall: Hall | None) -> str:
    if hall is not None:
        return "the hall"
    return "the week’s field" if play_set.week else "the field"


def beside_words(beside: Beside) -> str:
    if beside.share is None:
        return STILL
    level = f", level with {beside.level}" if beside.level else ""
    return f"Better than {beside.worse} of {beside.others}{level}"


def board_words(beside: Beside) -> str:
    return beside_words(beside) + (f": {percent(beside.share)}" if beside.share is not None else ".")


def so_far_words(rows: Sequence[Beside], count: int, against: str) -> str:
    """`61% against the hall`, and how many boards are left."""
    total = total_of(rows)
    if total is None:
        return f"{STILL}. Your percentage comes in a moment." if rows else ""
    so_far = f" after {counted(len(rows), 'board')}, {count - len(rows)} to go" if len(rows) < count else ""
    return f"{percent(total)} against {against}{so_far}"


def standing_rows(
    found: Sequence[tuple[Who, Fraction]], own: Container[Who], names: Names
) -> tuple[list[dict[str, object]], str]:
    """Rows of people who may be named, the reader (`own`) included; and how many others there are. Ties share a
    place."""
    rows: list[dict[str, object]] = []
    shares = [share for _, share in found]
    for who, share in found:
        player, _, table, _ = who
        name, is_you = names.get(player or 0, ""), who in own
        if name or is_you:
            you = "You and friends" if table else "You"
            shown = f"{name} (you)" if name and is_you else name or you
            rows.append({"place": 1 + shares.index(share), "name": shown, "share": percent(share)})
    others = len(found) - len(rows)
    return rows, f"{counted(others, 'other player')} also played all of them." if others else ""
