"""Players' wishes, the tables that a count makes by them, and wishes impossible at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import TypeAlias

from scoring.rules.notation import NUMBERS

from .schedule import FOUR, Pair, Player, Seating, Shape, Side, usual_sides

Naming: TypeAlias = Callable[[Player], str]


@dataclass(frozen=True, slots=True)
class Wishes:
    """All of them hard but `volunteers` and `sat_out_last`. Wishes about people who are not here are not looked at.

    not_partners  pairs who will not partner: couples
    never_meet    pairs who may not sit at one table
    partners      pairs who always partner. Where one sits out, the other plays with another.
    stationary    players who keep one table number all evening; no two of them share a table unless they always partner
    at_table      players who stay at the table of this number, stationary as well
    shapes        the evening's kinds of tables, the main one first. Another takes in those who would else sit out
    volunteers    gladly sit out, so they do before all others
    sat_out_last  sat out the night before, so others do before them
    in_sides      fixed sides only: whole sides sit out, and without one there is no place
    half_move     of fixed sides: the first at each table keeps it, the others move
    """

    not_partners: frozenset[Pair] = frozenset()
    never_meet: frozenset[Pair] = frozenset()
    partners: frozenset[Pair] = frozenset()
    stationary: frozenset[Player] = frozenset()
    at_table: frozenset[tuple[Player, int]] = frozenset()
    volunteers: frozenset[Player] = frozenset()
    sat_out_last: frozenset[Player] = frozenset()
    shapes: tuple[Shape, ...] = (FOUR,)
    in_sides: bool = False
    half_move: bool = False

    def __post_init__(self) -> None:
        for pair in self.not_partners | self.never_meet | self.partners:
            if len(pair) != 2:
                raise ValueError(f"a pair is two different players, not {sorted(pair)}")

    @property
    def main(self) -> Shape:
        return self.shapes[0]

    @property
    def plans_partners(self) -> bool:
        return any(shape.has_partners for shape in self.shapes)

    def shape(self, seats: int) -> Shape:
        """The kind of table of so many seats; of another evening's size the usual one."""
        return next((shape for shape in self.shapes if shape.seats == seats), Shape(seats, usual_sides(seats)))

    def seated(self, number: int, seats: tuple[Player, ...], boards: int = 0) -> Seating:
        return Seating(number, seats, boards, self.shape(len(seats)).sides)


def by_number(player: Player) -> str:
    return f"player {player}"


def impossible(players: Collection[Player], wishes: Wishes, name: Naming = by_number) -> tuple[str, ...]:
    """Sentences on all that these players can't have at once, by counting; a search may find more."""
    here = frozenset(players)
    if few := too_few(here, wishes):
        return (few,)
    sentences = [
        *_contradictions(here, wishes, name),
        *_lonely(here, wishes, name),
        *_too_many_pairs(here, wishes),
        *_too_few_tables(here, wishes, name),
        *_same_table(here, wishes, name),
    ]
    return tuple(sentence[0].upper() + sentence[1:] for sentence in sentences)


def too_few(here: Collection[Player], wishes: Wishes) -> str:
    """A sentence where these don't fill a table."""
    shape = min(wishes.shapes, key=lambda shape: shape.seats)
    if not wishes.in_sides:
        words = f"There are {len(here)} players; a table needs {NUMBERS[shape.seats]}."
        return words if len(here) < shape.seats else ""
    there, (one, many) = len(sides_of(here, wishes)), shape.side_words
    are = f"is 1 {one}" if there == 1 else f"are {there or 'no'} {many}"
    return f"There {are}; a table needs {NUMBERS[shape.sides]}." if there < shape.sides else ""


def among(here: Collection[Player], pairs: Collection[Pair]) -> list[Pair]:
    return sorted((pair for pair in pairs if pair <= set(here)), key=sorted)


def sides_of(here: Collection[Player], wishes: Wishes) -> list[Side]:
    """The sides of which all are here, each of so many as the evening's tables seat together."""
    size = wishes.main.side_size
    together = {one: {one} for one in here}
    for pair in among(here, wishes.partners) if size > 1 else ():
        for one in pair:
            together[one] |= pair
    return sorted({tuple(sorted(found)) for found in together.values() if len(found) == size})


def mates_among(here: Collection[Player], wishes: Wishes) -> dict[Player, Player]:
    return {player: other for pair in among(here, wishes.partners) for player in pair for other in pair - {player}}


def both(pair: Pair, name: Naming) -> str:
    return " and ".join(name(player) for player in sorted(pair))


def _contradictions(here: frozenset[Player], wishes: Wishes, name: Naming) -> Iterator[str]:
    fixed = among(here, wishes.partners)
    for pair in fixed:
        if pair in wishes.never_meet:
            yield f"{both(pair, name)} are always to be partners, and never to meet."
        elif pair in wishes.not_partners:
            yield f"{both(pair, name)} are always to be partners, and never to be partners."
    for player, times in sorted(Counter(player for pair in fixed for player in pair).items()):
        if times > 1:
            others = sorted(other for pair in fixed if player in pair for other in pair - {player})
            yield f"{name(player)} cannot always partner {' and '.join(map(name, others))} at once."


def _lonely(here: frozenset[Player], wishes: Wishes, name: Naming) -> Iterator[str]:
    held = {player for pair in among(here, wishes.partners) for player in pair}
    smallest = min(shape.seats for shape in wishes.shapes)
    for player in sorted(here):
        others = here - {player}
        table = {other for other in others if frozenset((player, other)) not in wishes.never_meet}
        if len(table) < smallest - 1:
            yield f"{name(player)} may sit with {len(table)} of the others, which isn’t enough for a table."
        elif player not in held and all(shape.side_size == 2 for shape in wishes.shapes):
            free = {other for other in table if frozenset((player, other)) not in wishes.not_partners} - held
            # Where one of a fixed pair sits out, the other is free for a round; a search may find its way.
            if not free and len(here) % wishes.main.seats == 0:
                yield f"Nobody is left to partner {name(player)}."


def _too_many_pairs(here: frozenset[Player], wishes: Wishes) -> Iterator[str]:
    """A side of three has room for one pair that always partners."""
    pairs, sizes = len(among(here, wishes.partners)), sizes_for(here, wishes)
    room = sum(shape.pairs for shape in sizes.tables)
    if wishes.main.side_size > 2 and pairs > room + sizes.out // 2:
        yield (
            f"{pairs} pairs always play together, but the tables have room for {room}: "
            f"{NUMBERS[wishes.main.side_size // 2]} on each side of {NUMBERS[wishes.main.side_size]}."
        )


def _too_few_tables(here: frozenset[Player], wishes: Wishes, name: Naming) -> Iterator[str]:
    tables = len(sizes_for(here, replace(wishes, partners=frozenset())).tables)
    keepers = sorted(here & wishes.stationary)
    together = sum(1 for pair in among(keepers, wishes.partners))
    if len(keepers) - together > tables:
        yield (
            f"{len(keepers)} players stay at their table and can’t share one, but there {_tables(tables)}: "
            f"{', '.join(map(name, keepers))}."
        )
    if tables == 1:
        for pair in among(here, wishes.never_meet):
            yield f"There is only one table, so {both(pair, name)} meet there."


def _same_table(here: frozenset[Player], wishes: Wishes, name: Naming) -> Iterator[str]:
    staying: dict[int, list[Player]] = {}
    for player, number in sorted(wishes.at_table):
        if player in here:
            staying.setdefault(number, []).append(player)
    for number, players in staying.items():
        if len(players) > 1 and frozenset(players) not in wishes.partners:
            yield f"{' and '.join(map(name, players))} can’t both stay at table {number}. Give one another table."


def _tables(number: int) -> str:
    return "is only one table" if number == 1 else f"are only {number} tables"


# -- how many tables


@dataclass(frozen=True, slots=True)
class Sizes:
    """The tables of a round, those of the main kind first, and how many sit out."""

    tables: tuple[Shape, ...]
    out: int


def sizes_for(players: Collection[Player], wishes: Wishes) -> Sizes:
    """As few sit out as can be, then as few tables as can be are of another kind than the main one. Fixed partners come
    first: at a table of three nobody is a partner, so then some sit out."""
    count, main, others = len(players), wishes.main, wishes.shapes[1:]
    couples = len(among(players, wishes.partners))
    best: tuple[tuple[bool, int, int], Sizes] | None = None
    for times in product(*(range(count // shape.seats + 1) for shape in others)):
        rest = count - sum(many * shape.seats for many, shape in zip(times, others, strict=True))
        if rest < 0:
            continue
        tables = (main,) * (rest // main.seats)
        tables += tuple(shape for many, shape in zip(times, others, strict=True) for _ in range(many))
        out = rest % main.seats
        is_short = couples > sum(shape.pairs for shape in tables) + out // 2
        rank = (is_short, out, sum(times))
        if best is None or rank < best[0]:
            best = rank, Sizes(tables, out)
    assert best is not None
    return best[1]
