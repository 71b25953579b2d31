"""What parts those who are level in a season: a chain of links, each with its name and everybody's figure. Pure.

A link is asked of exactly those who are still level. Where it parts them, each group that is left is asked by it once
more, which matters head to head, and then by the next.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby
from typing import Final, TypeAlias

from scoring.rules.notation import counted, decimal_words, figure_words, number

from .rules import TIE_BREAKS

# A member, or the two of a pair, by their ids in order.
Who: TypeAlias = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Tally:
    """What the nights that count come to; `rounds` are those an average is over, `high_round` is of those played."""

    who: Who
    total: int = 0
    rounds: int = 0
    rounds_won: int = 0
    high_round: int = 0
    sets: int = 0

    @property
    def average(self) -> Fraction:
        return Fraction(self.total, self.rounds) if self.rounds else Fraction(0)


@dataclass(frozen=True, slots=True)
class Figure:
    """What a link says of somebody: the greater `value` stands first, `says` is the figure for people. `record` are
    the rounds won, lost and played head to head."""

    value: Fraction
    says: str
    record: tuple[int, int, int] = (0, 0, 0)


Figures: TypeAlias = Mapping[Who, Figure]


@dataclass(frozen=True, slots=True)
class Link:
    """One tie-break. `figures` are of those who are level, None where it says nothing of them; `level` is how a
    sentence names those it leaves level; `words` tell what put one above another, of so many who were level."""

    code: str
    name: str
    level: str
    figures: Callable[[Sequence[Tally]], Figures | None]
    words: Callable[[Figure, Figure, int], str]


@dataclass(frozen=True, slots=True)
class Parting:
    """What put a group above the next: the link, both figures, the links before it that left them level, and how many
    it was asked of."""

    link: Link
    mine: Figure
    theirs: Figure
    passed: tuple[Link, ...]
    among: int

    @property
    def says(self) -> str:
        return self.link.words(self.mine, self.theirs, self.among)


@dataclass(frozen=True, slots=True)
class Group:
    """Those whom no link parts, or one alone; `below` is what parts them from the next, None for the last. `passed` are
    the links that left them level."""

    level: tuple[Tally, ...]
    passed: tuple[Link, ...] = ()
    below: Parting | None = None


def parted(level: Sequence[Tally], chain: Sequence[Link], passed: tuple[Link, ...] = ()) -> tuple[Group, ...]:
    """Those who are level in their order by the links of a chain, the first first."""
    if len(level) < 2 or not chain:
        return (Group(tuple(level), passed),)
    link = chain[0]
    figures = link.figures(level)
    if figures is None:
        return parted(level, chain[1:], passed)
    order = sorted(level, key=lambda one: (-figures[one.who].value, one.who))
    groups = [tuple(group) for _, group in groupby(order, key=lambda one: figures[one.who].value)]
    if len(groups) == 1:
        return parted(groups[0], chain[1:], (*passed, link))
    found = list(parted(groups[0], chain, passed))
    for group in groups[1:]:
        above, below = found[-1], parted(group, chain, passed)
        mine, theirs = figures[above.level[-1].who], figures[below[0].level[0].who]
        found[-1] = replace(above, below=Parting(link, mine, theirs, passed, len(level)))
        found += below
    return tuple(found)


# -- how figures are written -----------------------------------------------------------------


def apart(mine: Fraction, theirs: Fraction) -> tuple[str, str]:
    """Two averages with as many digits as it takes to see the greater one."""
    digits = next((one for one in range(1, 6) if decimal_words(mine, one) != decimal_words(theirs, one)), 6)
    return decimal_words(mine, digits), decimal_words(theirs, digits)


# -- the links -------------------------------------------------------------------------------


def _count(figure: Callable[[Tally], int], *, fewest: bool = False) -> Callable[[Sequence[Tally]], Figures]:
    return lambda level: {
        one.who: Figure(Fraction(-figure(one) if fewest else figure(one)), figure_words(figure(one))) for one in level
    }


def _link(
    code: str, level: str, figures: Callable[[Sequence[Tally]], Figures | None], words: Callable[[str, str], str]
) -> Link:
    return Link(code, TIE_BREAKS[code][0], level, figures, lambda mine, theirs, _: words(mine.says, theirs.says))


WINS: Final = _link(
    "wins",
    "in rounds won",
    _count(lambda one: one.rounds_won),
    lambda mine, theirs: f"{mine} {'round' if mine == '1' else 'rounds'} won to {theirs}",
)
HIGH_ROUND: Final = _link(
    "high_round",
    "in the highest round",
    _count(lambda one: one.high_round),
    lambda mine, theirs: f"highest round {mine} to {theirs}",
)
FEWEST_SETS: Final = _link(
    "fewest_sets",
    "in sets",
    _count(lambda one: one.sets, fewest=True),
    lambda mine, theirs: f"fewer sets, {mine} to {theirs}",
)
TOTAL: Final = _link(
    "total",
    "in points",
    _count(lambda one: one.total),
    lambda mine, theirs: f"more points in all, {mine} to {theirs}",
)
AVERAGE: Final = Link(
    "average",
    TIE_BREAKS["average"][0],
    "on average",
    lambda level: {one.who: Figure(one.average, decimal_words(one.average)) for one in level},
    lambda mine, theirs, _: "better average, {} to {}".format(*apart(mine.value, theirs.value)),
)

# By player and opponent the rounds won and lost against them, and how many they played; and who finds that of some.
Met: TypeAlias = Mapping[Who, Mapping[Who, tuple[int, int, int]]]
Meetings: TypeAlias = Callable[[Collection[Who]], Met]


def head_to_head(meetings: Meetings) -> Link:
    """Rounds won against the others who are level less those lost; nothing unless everybody met everybody."""

    def figures(level: Sequence[Tally]) -> Figures | None:
        players = [one.who for one in level]
        known = meetings(players)
        if any(len(known[one]) < len(players) - 1 for one in players):
            return None
        found = {}
        for one in players:
            against = [known[one][other] for other in players if other != one]
            won, lost, played = (sum(record) for record in zip(*against, strict=True))
            found[one] = Figure(Fraction(won - lost), f"{won}–{lost}", (won, lost, played))
        return found

    return Link("head_to_head", TIE_BREAKS["head_to_head"][0], "head to head", figures, _met_words)


def _met_words(mine: Figure, theirs: Figure, among: int) -> str:
    if among > 2:
        return f"better head to head among the {number(among)}, {mine.says} to {theirs.says}"
    won, lost, played = mine.record
    if won < played:
        return f"won {counted(won, 'round')} to {lost} head to head"
    rounds = {1: "the one round", 2: "both rounds"}.get(won, f"all {number(won)} rounds")
    return f"won {rounds} head to head"


DRAW: Final = "draw"


def lots(drawn: Mapping[int, float]) -> Link:
    """Lots that were drawn, by the member's id; of a pair that of the one with the lower id. The higher is first."""
    return Link(
        DRAW,
        "Lots",
        "in the draw",
        lambda level: {one.who: Figure(Fraction(drawn.get(one.who[0], 0.0)), "") for one in level},
        lambda mine, theirs, _: "won the draw",
    )


def chain_of(codes: Iterable[str], meetings: Meetings) -> tuple[Link, ...]:
    """The links with these codes (`rules.TieBreak`), in their order."""
    known = {one.code: one for one in (head_to_head(meetings), WINS, HIGH_ROUND, FEWEST_SETS, TOTAL, AVERAGE)}
    return tuple(known[code] for code in codes)
