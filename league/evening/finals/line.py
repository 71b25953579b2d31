"""The line of a cut: who is in, who is out, and who stands level at it. Pure: figures in, people by number out.

A tie is narrowed by one tie-break after the other. Each parts those who are level into groups; whole groups fall above
or below the line, and only a group that still spans it goes on to the next.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Final, TypeAlias

# Somebody who stands in the line: an entrant's id.
Player: TypeAlias = int


@dataclass(frozen=True, slots=True)
class Tally:
    """What somebody's rounds come to. `met` counts by opponent the rounds won against them less those lost; whoever
    never was an opponent is not in it."""

    player: Player
    total: int
    rounds_won: int = 0
    high_round: int = 0
    hands_won: int = 0
    sets: int = 0
    met: Mapping[Player, int] = field(default_factory=dict)


# By player what a tie-break says of those who are level, the higher the better; None where it says nothing of them.
Figures: TypeAlias = Mapping[Player, float]
TieBreak: TypeAlias = Callable[[Sequence[Tally]], Figures | None]


@dataclass(frozen=True, slots=True)
class Line:
    """Where the cut falls. `level` are those who tie at it for `seats` places, fewer than they are; none where the line
    is clear. `above` and `below` are in order, the first first."""

    above: tuple[Tally, ...]
    level: tuple[Tally, ...]
    below: tuple[Tally, ...]
    seats: int = 0

    @property
    def is_clear(self) -> bool:
        return not self.level

    @property
    def inside(self) -> tuple[Player, ...]:
        """Who is surely in, the first first."""
        return tuple(one.player for one in self.above)


def line_at(tallies: Iterable[Tally], places: int) -> Line:
    """The line below the best `places` by points."""
    return _narrowed(Line((), tuple(tallies), (), places), {one.player: one.total for one in tallies})


def narrowed(line: Line, tie_breaks: Iterable[TieBreak]) -> Line:
    """The line after these tie-breaks, as many of them as it takes."""
    for tie_break in tie_breaks:
        figures = tie_break(line.level) if line.level else None
        if figures is not None:
            line = _narrowed(line, figures)
    return line


def with_more_seats(line: Line) -> Line:
    """Everybody who is level at the line is in."""
    return Line((*line.above, *line.level), (), line.below)


def _narrowed(line: Line, figures: Figures) -> Line:
    """The level ones parted by a figure; those who have the same stay level where their group spans the line."""
    above, below, seats = list(line.above), list[Tally](), line.seats
    level: tuple[Tally, ...] = ()

    def figure(one: Tally) -> float:
        return -figures[one.player]

    for _, found in groupby(sorted(line.level, key=figure), key=figure):
        group = tuple(found)
        if level or not seats:
            below += group
        elif len(group) <= seats:
            above += group
            seats -= len(group)
        else:
            level = group
    return Line(tuple(above), level, (*below, *line.below), seats if level else 0)


# -- tie-breaks ----------------------------------------------------------------------------


def most(figure: Callable[[Tally], float]) -> TieBreak:
    """Whoever has most of something."""
    return lambda level: {one.player: figure(one) for one in level}


def head_to_head(level: Sequence[Tally]) -> Figures | None:
    """Rounds won against the others who are level less those lost; nothing unless everybody met everybody."""
    players = {one.player for one in level}
    if any(players - {one.player} - one.met.keys() for one in level):
        return None
    return {one.player: sum(won for other, won in one.met.items() if other in players) for one in level}


def extra_hand(points: Mapping[Player, int]) -> TieBreak:
    """What an extra hand came to; nothing unless all who are level played in it."""
    return lambda level: points if all(one.player in points for one in level) else None


def lots(seed: int) -> TieBreak:
    """Each draws a lot. It depends on nobody else's, so that the same seed gives everybody the same once more."""
    return lambda level: {one.player: lot_of(seed, one.player) for one in level}


def lot_of(seed: int, player: Player) -> float:
    return random.Random(f"{seed}:{player}").random()


HIGHEST_LOT: Final = 9_999

BY_CODE: Final[Mapping[str, TieBreak]] = {
    "rounds_won": most(lambda one: one.rounds_won),
    "high_round": most(lambda one: one.high_round),
    "hands_won": most(lambda one: one.hands_won),
    "fewest_sets": most(lambda one: -one.sets),
    "head_to_head": head_to_head,
}


def lots_drawn(level: Sequence[Tally], seed: int) -> tuple[tuple[Player, int], ...]:
    """What each drew, from 1 to 9,999 as people read it; the highest first."""
    drawn = sorted(((lot_of(seed, one.player), one.player) for one in level), reverse=True)
    return tuple((player, 1 + int(lot * HIGHEST_LOT)) for lot, player in drawn)


# -- an extra hand -------------------------------------------------------------------------

SEATS_AT_A_TABLE: Final = 4


def extra_tables(
    level: Sequence[Player], fill_ins: Sequence[Player | None], chance: random.Random
) -> tuple[tuple[Player | None, ...], ...]:
    """Who sits where in an extra hand, N E S W by table. Those who tie are drawn and dealt out to as few tables as will
    do, two of them as opponents; `fill_ins`, best first, take the seats that are left, None where there is nobody."""
    drawn = list(level)
    chance.shuffle(drawn)
    count = -(-len(drawn) // SEATS_AT_A_TABLE)
    others = iter(fill_ins)
    tables = []
    for at in range(count):
        seated: list[Player | None] = [*drawn[at::count]]
        seated += [next(others, None) for _ in range(SEATS_AT_A_TABLE - len(seated))]
        tables.append(tuple(seated))
    return tuple(tables)


def times_met(rounds: Iterable[tuple[Player, Player, int]]) -> dict[Player, dict[Player, int]]:
    """`Tally.met` of everybody: from each meeting of two opponents, with 1 where the first won it, −1 or 0."""
    found: dict[Player, Counter[Player]] = {}
    for one, other, won in rounds:
        found.setdefault(one, Counter())[other] += won
        found.setdefault(other, Counter())[one] -= won
    return {player: dict(met) for player, met in found.items()}
