"""Order tied players by one tie-break after the other, or cut a list at a line. Pure. A tie-break is asked of exactly
those still level. Each group it leaves is asked by it again, which matters head to head, then by the next. A cut falls
into the group that spans its last place."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import groupby
from typing import Final, Protocol, TypeAlias

# A person's id, or both ids of a pair in order.
Who: TypeAlias = tuple[int, ...]
# Players who sat at the table to the end have the hands of the round; a player who was replaced has not.
AT_THE_TABLE: Final = ("played", "substitute")


class AtTable(Protocol):
    """A round of a player who stayed to its end; `where` is the same for all at the table."""

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
    """A player's rounds added up: an average is over `rounds`, while `high_round` and all after it count rounds at a
    table. Head to head asks `at_tables`, which may be more than were added up."""

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
    """A player's figure by a tie-break: the greater `value` stands first. `record` is of head to head."""

    value: Fraction | int
    says: str
    record: tuple[int, int, int] = (0, 0, 0)


Figures: TypeAlias = Mapping[Who, Figure]


@dataclass(frozen=True, slots=True)
class TieBreak:
    """`figures` of level players, None where it can't tell. `counts` names its figure where that isn't `title`,
    `sentence` is for printed rules, `level` names what players are level in, `words` says why one of so many stood
    above another."""

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
    """Players whom nothing parts, or one alone; `below` parts them from the next, which `passed` did not."""

    level: tuple[Tally, ...]
    passed: tuple[TieBreak, ...] = ()
    below: Parting | None = None


def ranked(level: Sequence[Tally], chain: Sequence[TieBreak], passed: tuple[TieBreak, ...] = ()) -> tuple[Group, ...]:
    """Order tied players by a chain of tie-breaks, best first."""
    if len(level) < 2 or not chain:
        return (Group(tuple(level), passed),)
    first = chain[0]
    figures = first.figures(level)
    if figures is None:
        return ranked(level, chain[1:], passed)
    order = sorted(level, key=lambda one: -figures[one.who].value)
    groups = [tuple(group) for _, group in groupby(order, key=lambda one: figures[one.who].value)]
    if len(groups) == 1:
        return ranked(groups[0], chain[1:], (*passed, first))
    found = list(ranked(groups[0], chain, passed))
    for group in groups[1:]:
        above, below = found[-1], ranked(group, chain, passed)
        mine, theirs = figures[above.level[-1].who], figures[below[0].level[0].who]
        found[-1] = replace(above, below=Parting(first, mine, theirs, passed, len(level)))
        found += below
    return tuple(found)


# -- a line ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Line:
    """The line of a cut: `level` players tie there for fewer `seats`; none where it is clear."""

    above: tuple[Tally, ...]
    level: tuple[Tally, ...]
    below: tuple[Tally, ...]
    seats: int = 0

    @property
    def is_clear(self) -> bool:
        return not self.level

    @property
    def inside(self) -> tuple[int, ...]:
        return tuple(one.player for one in self.above)


def cut_at(tallies: Iterable[Tally], places: int, chain: Sequence[TieBreak]) -> Line:
    """The line below the best `places` by these tie-breaks."""
    return narrowed(Line((), tuple(tallies), (), places), chain)


def narrowed(line: Line, chain: Sequence[TieBreak]) -> Line:
    """The line after these tie-breaks among those level at it: only a group that spans it stays level."""
    above, below, seats = list(line.above), list[Tally](), line.seats
    level: tuple[Tally, ...] = ()
    for group in ranked(line.level, chain):
        if level or not seats:
            below += group.level
        elif len(group.level) <= seats:
            above += group.level
            seats -= len(group.level)
        else:
            level = group.level
    return Line(tuple(above), level, (*below, *line.below), seats if level else 0)


def with_more_seats(line: Line) -> Line:
    """The line with all who are level at it in."""
    return Line((*line.above, *line.level), (), line.below)
