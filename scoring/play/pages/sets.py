"""Sets of boards in words: what somebody made of each beside the field, and who has played them all."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from scoring.models import PlaySet
from scoring.play.membership import Hall, Names
from scoring.play.sets import Beside, Standing, Who, total_of
from scoring.rules.notation import counted

STILL: Final = "The bots are still playing"


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A board as its player made it; `review` is the address of its hands, empty where they are not to be seen here."""

    number: int
    margin: int
    words: str
    share: str
    review: str


@dataclass(frozen=True, slots=True)
class StandingRow:
    """Somebody who has played all boards."""

    place: int
    name: str
    share: str


def percent(share: Fraction) -> str:
    """`61%`, as is usual rounded half up."""
    return f"{int(share * 100 + Fraction(1, 2))}%"


def field_words(play_set: PlaySet, hall: Hall | None) -> str:
    """What a result is compared with, in a word."""
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
    """The same with the percentage, for the table: `Better than 14 of 20, level with 2: 75%`"""
    return beside_words(beside) + (f": {percent(beside.share)}" if beside.share is not None else ".")


def board_rows(rows: Sequence[Beside], reviews: Mapping[int, str]) -> list[BoardRow]:
    """The rows of the list; `reviews` by deal."""
    return [
        BoardRow(
            number=row.played.number,
            margin=round(row.played.margin),
            words=beside_words(row),
            share=percent(row.share) if row.share is not None else "–",
            review=reviews.get(row.played.deal, ""),
        )
        for row in rows
    ]


def so_far_words(rows: Sequence[Beside], count: int, against: str) -> str:
    """`61% against the hall`, and after how many boards while there are more to play."""
    total = total_of(rows)
    if total is None:
        return f"{STILL}. Your percentage comes in a moment." if rows else ""
    so_far = f" after {counted(len(rows), 'board')}, {count - len(rows)} to go" if len(rows) < count else ""
    return f"{percent(total)} against {against}{so_far}"


def standing_rows(found: Sequence[Standing], own: Container[Who], names: Names) -> tuple[list[StandingRow], str]:
    """The rows of those who may be named, and of who looks (`own`), with a sentence on how many others there are: the
    same boards are played by strangers. Who is level shares a place."""
    rows, shares = [], [one.share for one in found]
    for one in found:
        player, _, table, _ = one.who
        name, is_you = names.get(player or 0, ""), one.who in own
        if name or is_you:
            you = "You and friends" if table else "You"
            shown = f"{name} (you)" if name and is_you else name or you
            rows.append(StandingRow(1 + shares.index(one.share), shown, percent(one.share)))
    others = len(found) - len(rows)
    return rows, f"{counted(others, 'other player')} also played all of them." if others else ""
