"""A second computation of what an evening of boards comes to, as somebody with paper and the rules does it. Shares no
code with the app: each result is held against each other one, by 1 and ½, with the formulas as books print them.

A play is one board at one table: `round`, `place` on the table’s card, `number` of the table, `table` (its id),
`board`, `scores` by side or None, `players` by seat with their side. A decision is `(kind, board, table, shares)`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

HALF = Fraction(1, 2)


@dataclass
class Play:
    round: int
    place: int
    number: int
    table: int
    board: int
    scores: Mapping[str, int] | None
    players: Mapping[str, tuple[int, str]]
    group: int = 0


def naive_evening(
    method: str, plays: Sequence[Play], decisions: Sequence[tuple[str, int, int | None, Mapping[str, int]]],
    bots: Mapping[int, Sequence[Mapping[str, int]]],
) -> tuple[dict[tuple[int, int], dict[str, Fraction]], dict[int, Fraction]]:  # fmt: skip
    """What each side has of each board, by board and table, for all that count; and everybody's total."""
    void = {board for kind, board, _, _ in decisions if kind == "void"}
    instead = {(board, table): (kind, given) for kind, board, table, given in decisions if kind in AT_A_TABLE}
    for kind, board, table, _ in dict.fromkeys((kind, board, table, None) for kind, board, table, _ in decisions):
        if kind == "fouled":
            spoil(plays, board, table)
    real = [one for one in plays if one.scores and (one.board, one.table) not in instead and one.board not in void]
    beside: dict[tuple[int, int], list[Play]] = {}
    for one in real:
        beside.setdefault((one.board, one.group), []).append(one)
    most = max((sum(one.board == board for one in real) for board in {one.board for one in real}), default=0)
    found: dict[tuple[int, int], dict[str, Fraction]] = {}
    for one in plays:
        kind, given = instead.get((one.board, one.table), ("", {}))
        if one.board in void or kind == "left_out":
            continue
        if kind == "average":
            found[one.board, one.table] = {
                side: Fraction(percent, 100) if method == "matchpoints" else Fraction(percent - 50, 2)
                for side, percent in given.items()
            }
        elif one.scores:
            same = beside[one.board, one.group]
            fill = bots.get(one.board, ()) if one.group == 0 else ()  # they played the cards as they were dealt
            found[one.board, one.table] = {side: worth(method, one, same, side, most, fill) for side in one.scores}
    return found, totals(method, plays, found)


AT_A_TABLE = ("average", "left_out")


def spoil(plays: Sequence[Play], board: int, table: int | None) -> None:
    """From this table on the board has other cards: at each that plays it later."""
    order = sorted((one for one in plays if one.board == board), key=lambda one: (one.round, one.place, one.number))
    tables = [one.table for one in order]
    for one in order[tables.index(table) :] if table in tables else ():
        one.group += 1


def above(scores: Mapping[str, int], side: str) -> Fraction:
    rest = [scores[other] for other in scores if other != side]
    return scores[side] - Fraction(sum(rest), len(rest))


def worth(method: str, one: Play, same: Sequence[Play], side: str, most: int, fill: Sequence[Any]) -> Fraction:
    assert one.scores is not None
    own = above(one.scores, side)
    others = [above(other.scores or {}, side) for other in same if other is not one]
    if method == "cross":
        return sum((own - other for other in others), Fraction(0)) / max(len(others), 1)
    if method == "datum":
        field = sorted([own, *others])
        field = field[1:-1] if len(field) > 5 else field
        return own - sum(field, Fraction(0)) / len(field)
    points = sum((beats(own, other) for other in others), Fraction(0))
    had = len(others) + 1
    while fill and had < 8:  # one more table of bots, as good as all of them are on average
        points += sum((beats(own, above(scores, side)) for scores in fill), Fraction(0)) / len(fill)
        had += 1
    wanted = max(most, had)
    if wanted == 1:
        return HALF
    return (points * wanted / had + HALF * (wanted - had) / had) / (wanted - 1)


def beats(own: Fraction, other: Fraction) -> Fraction:
    return Fraction(1) if own > other else HALF if own == other else Fraction(0)


def totals(method: str, plays: Sequence[Play], found: Mapping[tuple[int, int], Any]) -> dict[int, Fraction]:
    lists: dict[int, list[Fraction]] = {}
    for one in plays:
        for person, side in one.players.values():
            if (one.board, one.table) in found and person:
                lists.setdefault(person, []).append(found[one.board, one.table][side])
    return {
        person: sum(own, Fraction(0)) / (len(own) if method == "matchpoints" else 1) for person, own in lists.items()
    }
