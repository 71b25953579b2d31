"""All tie-breaks, with words and figures; and lots. Pure."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from itertools import permutations
from typing import Final, TypeAlias

from scoring.rules.notation import counted, decimal_words, figure_words, number

from .parting import AtTable, Figure, Figures, Tally, TieBreak, Who


def _count(figure: Callable[[Tally], int], *, fewest: bool = False) -> Callable[[Sequence[Tally]], Figures]:
    return lambda level: {
        one.who: Figure(-figure(one) if fewest else figure(one), figure_words(figure(one))) for one in level
    }


ROUNDS_WON: Final = TieBreak(
    "wins",
    "Rounds won",
    _count(lambda one: one.rounds_won),
    sentence="more rounds won",
    level="in rounds won",
    words=lambda mine, theirs, _: f"{mine.says} {'round' if mine.value == 1 else 'rounds'} won to {theirs.says}",
)
HIGH_ROUND: Final = TieBreak(
    "high_round",
    "Highest round",
    _count(lambda one: one.high_round),
    sentence="the higher single round",
    level="in the highest round",
    words=lambda mine, theirs, _: f"highest round {mine.says} to {theirs.says}",
)
HANDS_WON: Final = TieBreak(
    "hands_won",
    "Hands won",
    _count(lambda one: one.hands_won),
)
FEWEST_SETS: Final = TieBreak(
    "fewest_sets",
    "Fewest sets",
    _count(lambda one: one.sets, fewest=True),
    sentence="fewer sets",
    level="in sets",
    words=lambda mine, theirs, _: f"fewer sets, {mine.says} to {theirs.says}",
    counts="Times set",
)
TOTAL: Final = TieBreak(
    "total",
    "All points",
    _count(lambda one: one.total),
    sentence="more points in all",
    level="in points",
    words=lambda mine, theirs, _: f"more points in all, {mine.says} to {theirs.says}",
)
AVERAGE: Final = TieBreak(
    "average",
    "Average per round",
    lambda level: {one.who: Figure(one.average, decimal_words(one.average)) for one in level},
    sentence="the better average",
    level="on average",
    words=lambda mine, theirs, _: "better average, {} to {}".format(*apart(mine.value, theirs.value)),
)


def apart(mine: Fraction | int, theirs: Fraction | int) -> tuple[str, str]:
    """Two averages, with as many digits as show the greater."""
    digits = next((one for one in range(1, 6) if decimal_words(mine, one) != decimal_words(theirs, one)), 6)
    return decimal_words(mine, digits), decimal_words(theirs, digits)


# -- head to head --------------------------------------------------------------------------

# By person and opponent the rounds won and lost against them, and how many they played.
Met: TypeAlias = Mapping[Who, Mapping[Who, tuple[int, int, int]]]


def _met(level: Sequence[Tally]) -> Met:
    tables: dict[Hashable, list[AtTable]] = defaultdict(list)
    for tally in level:
        for sat in tally.at_tables:
            tables[sat.where].append(sat)
    met: dict[Who, dict[Who, tuple[int, int, int]]] = {one.who: {} for one in level}
    for there in tables.values():
        for one, other in permutations(there, 2):
            if one.side != other.side and one.who != other.who:
                won, lost, played = met[one.who].get(other.who, (0, 0, 0))
                met[one.who][other.who] = (won + one.won, lost + other.won, played + 1)
    return met


def _head_to_head(level: Sequence[Tally]) -> Figures | None:
    """Rounds won less those lost among tied players; None unless all met each other."""
    met = _met(level)
    if any(len(against) < len(level) - 1 for against in met.values()):
        return None
    found = {}
    for who, against in met.items():
        won, lost, played = (sum(record) for record in zip(*against.values(), strict=True))
        found[who] = Figure(won - lost, f"{won}–{lost}", (won, lost, played))
    return found


def _head_to_head_words(mine: Figure, theirs: Figure, among: int) -> str:
    if among > 2:
        return f"better head to head among the {number(among)}, {mine.says} to {theirs.says}"
    won, lost, played = mine.record
    if won < played:
        return f"won {counted(won, 'round')} to {lost} head to head"
    rounds = {1: "the one round", 2: "both rounds"}.get(won, f"all {number(won)} rounds")
    return f"won {rounds} head to head"


HEAD_TO_HEAD: Final = TieBreak(
    "head_to_head",
    "Head to head",
    _head_to_head,
    sentence="more rounds won against each other, where all who are level met",
    level="head to head",
    words=_head_to_head_words,
)

BY_CODE: Final[Mapping[str, TieBreak]] = {
    "rounds_won": ROUNDS_WON,  # as the settings of an event call it
    **{one.code: one for one in (HEAD_TO_HEAD, ROUNDS_WON, HIGH_ROUND, HANDS_WON, FEWEST_SETS, TOTAL, AVERAGE)},
}

# -- lots ----------------------------------------------------------------------------------

DRAW: Final = "draw"
HIGHEST_LOT: Final = 9_999


def lot_of(seed: int, number: int) -> float:
    """A person's lot. It depends on no other person's, so that a seed draws the same again."""
    return random.Random(f"{seed}:{number}").random()


def lot_words(lot: float) -> str:
    """A lot as people read it, from 1 to 9,999."""
    return figure_words(1 + int(lot * HIGHEST_LOT))


def lots(drawn: Mapping[int, float]) -> TieBreak:
    """Drawn lots by a person's id, of a pair by the lower id. The higher is first."""
    return TieBreak(
        DRAW,
        "Lots",
        lambda level: {one.who: Figure(Fraction(drawn.get(one.player, 0.0)), "") for one in level},
        level="in the draw",
        words=lambda mine, theirs, _: "won the draw",
    )
