"""Those who are level, parted by one tie-break after the other: into places, or into who is in and who is out. Pure.

A tie-break is asked of exactly those who are still level. Where it parts them, each group that is left is asked by it
again, which matters head to head, and then by the next. A cut falls into the group that spans its last place: the
groups before it are in, those after it out.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import groupby
from typing import Final, Protocol, TypeAlias

# A person, or the two of a pair, by their ids in order.
Who: TypeAlias = tuple[int, ...]
# Players who sat at the table to the end have the hands of the round; a player who was replaced has not.
AT_THE_TABLE: Final = ("played", "substitute")


class AtTable(Protocol):
    """A round of somebody who sat at a table to its end; `where` is the same for everybody at that table. A round that
    ended level is `won` by nobody."""

    @property
    def who(self) -> Who: ...
    @property
    def where(self) -> Hashable: ...
    @property
    def side(self) -> str: ...
    @property
    def won(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class Tally:
    """What somebody's rounds come to: `rounds` are those an average is over, `high_round` and all after it are of those
    at a table. Head to head asks `at_tables`, of which more may be there than were added up."""

    who: Who
    total: int = 0
    rounds: int = 0
    rounds_won: int = 0
    high_round: int = 0
    hands_won: int = 0
    sets: int = 0
    at_tables: Sequence[AtTable] = field(default=(), compare=False, repr=False)

    @property
    def player(self) -> int:
        """The person; of a pair the one with the lower id."""
        return self.who[0]

    @property
    def average(self) -> Fraction:
        return Fraction(self.total, self.rounds) if self.rounds else Fraction(0)


@dataclass(frozen=True, slots=True)
class Figure:
    """What a tie-break says of somebody: the greater `value` stands first, `says` is the figure for people. `record`
    are the rounds won, lost and played head to head."""

    value: Fraction | int
    says: str
    record: tuple[int, int, int] = (0, 0, 0)


Figures: TypeAlias = Mapping[Who, Figure]


@dataclass(frozen=True, slots=True)
class TieBreak:
    """`figures` are of those who are level, None where it says nothing of them. `title` is what it is called, `counts`
    what its figure is called where that is something else, `sentence` that of printed rules, `level` how a sentence
    names those it leaves level; `words` tell what put one above another, of so many who were level."""

    code: str
    title: str
    figures: Callable[[Sequence[Tally]], Figures | None]
    sentence: str = ""
    level: str = ""
    words: Callable[[Figure, Figure, int], str] = lambda mine, theirs, _: f"{mine.says} to {theirs.says}"
    counts: str = ""


# -- places ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Parting:
    """What put a group above the next: the tie-break, both figures, those before it that left them level, and how many
    it was asked of."""

    by: TieBreak
    mine: Figure
    theirs: Figure
    passed: tuple[TieBreak, ...]
    among: int

    @property
    def says(self) -> str:
        return self.by.words(self.mine, self.theirs, self.among)


@dataclass(frozen=True, slots=True)
class Group:
    """Those whom nothing parts, or one alone; `below` is what parts them from the next, None for the last. `passed` are
    the tie-breaks that left them level."""

    level: tuple[Tally, ...]
    passed: tuple[TieBreak, ...] = ()
    below: Parting | None = None


def parted(level: Sequence[Tally], chain: Sequence[TieBreak], passed: tuple[TieBreak, ...] = ()) -> tuple[Group, ...]:
    """Those who are level in their order by a chain of tie-breaks, the first first."""
    if len(level) < 2 or not chain:
        return (Group(tuple(level), passed),)
    first = chain[0]
    figures = first.figures(level)
    if figures is None:
        return parted(level, chain[1:], passed)
    order = sorted(level, key=lambda one: -figures[one.who].value)
    groups = [tuple(group) for _, group in groupby(order, key=lambda one: figures[one.who].value)]
    if len(groups) == 1:
        return parted(groups[0], chain[1:], (*passed, first))
    found = list(parted(groups[0], chain, passed))
    for group in groups[1:]:
        above, below = found[-1], parted(group, chain, passed)
        mine, theirs = figures[above.level[-1].who], figures[below[0].level[0].who]
        found[-1] = replace(above, below=Parting(first, mine, theirs, passed, len(level)))
        found += below
    return tuple(found)


# -- a line ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Line:
    """Where a cut falls. `level` are those who tie at it for `seats` places, fewer than they are; none where the line
    is clear. `above` and `below` are in order, the first first."""

    above: tuple[Tally, ...]
    level: tuple[Tally, ...]
    below: tuple[Tally, ...]
    seats: int = 0

    @property
    def is_clear(self) -> bool:
        return not self.level

    @property
    def inside(self) -> tuple[int, ...]:
        """Who is surely in, the first first."""
        return tuple(one.player for one in self.above)


def cut_at(tallies: Iterable[Tally], places: int, chain: Sequence[TieBreak]) -> Line:
    """The line below the best `places` by these tie-breaks."""
    return narrowed(Line((), tuple(tallies), (), places), chain)


def narrowed(line: Line, chain: Sequence[TieBreak]) -> Line:
    """The line after these tie-breaks, asked of those who are level at it: only a group that spans it stays so."""
    above, below, seats = list(line.above), list[Tally](), line.seats
    level: tuple[Tally, ...] = ()
    for group in parted(line.level, chain):
        if level or not seats:
            below += group.level
        elif len(group.level) <= seats:
            above += group.level
            seats -= len(group.level)
        else:
            level = group.level
    return Line(tuple(above), level, (*below, *line.below), seats if level else 0)


def with_more_seats(line: Line) -> Line:
    """Everybody who is level at the line is in."""
    return Line((*line.above, *line.level), (), line.below)
