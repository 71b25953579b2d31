"""Winners move: the next round from each table's winners.

Table 1 is the head. Winners go up a table; losers stay, or go down one. Winners at the head stay; where losers stay,
the head's go to the last table. Of more than two sides the first goes up and the last down, and those between them
stay: as many come to a table as leave it. Arrivals are split, so that each partners one who was there. Sit-outs come
in at the last table. Where players left, one of the table below moves up.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final, Literal, TypeAlias

from .planning import Impossible, plan, table_homes, table_numbers
from .schedule import Player, RoundSeating, Schedule, Seating, Shape, meetings_of
from .sit_outs import Shares
from .wishes import Naming, Sizes, Wishes, both, by_number, impossible, mates_among, sizes_for

# Pairing of the four at a table: newcomers with those who were there; the highest score with the lowest; by lot; or
# not at all, since everybody has a partner for the evening.
Pairing: TypeAlias = Literal["split", "high_low", "draw", "together"]
Losers: TypeAlias = Literal["stay", "down"]

FIRST_ROUND_STEPS: Final = 20_000


def first_round(
    players: Collection[Player], rng: random.Random, wishes: Wishes | None = None, *, name: Naming = by_number
) -> RoundSeating:
    """The first round, by lot."""
    return plan(players, 1, seed=rng.getrandbits(32), wishes=wishes, effort=FIRST_ROUND_STEPS, name=name)[0]


def next_round(
    previous: RoundSeating,
    winners: Mapping[int, int],
    *,
    rng: random.Random,
    partners: Pairing = "split",
    losers: Losers = "stay",
    last: Mapping[int, int] | None = None,
    scores: Mapping[Player, int] | None = None,
    players: Collection[Player] | None = None,
    sitting_out: Collection[Player] | None = None,
    wishes: Wishes | None = None,
    before: Schedule = (),
    name: Naming = by_number,
) -> RoundSeating:
    """The round after `previous`.

    `winners` by table number: the side, from 0: N and S, E and W; where each is alone the winner's seat. Where more
    than two play at a table, `last` is the side with the least. `scores` are for "high_low". `players` are those here
    now; None: the same. `sitting_out`: the director's choice; None: by turn, lower tables first. `before` are the
    night's rounds before `previous`, which may be their last. Raises `Impossible` where no round can be made, or a
    winner is missing.
    """
    wishes = wishes or Wishes()
    here = frozenset(previous.players if players is None else players)
    if problems := impossible(here, wishes, name):
        raise Impossible(*problems)
    night = before if before and before[-1] == previous else (*before, previous)
    by_rule = ladder(previous, winners, losers, last)
    out = _who_sits_out(by_rule, here, night, wishes, rng) if sitting_out is None else frozenset(sitting_out) & here
    playing = here - out
    sizes = sizes_for(playing, wishes)
    if sizes.out:
        raise Impossible(f"{len(playing)} players don’t fill the tables. {sizes.out} more must sit out.")
    tables = [[player for player in table if player in playing] for table in by_rule]
    arriving = sorted(playing - {player for table in tables for player in table})
    rng.shuffle(arriving)
    tables[-1] += arriving
    tables = _filled(tables, sizes, rng, mates_among(playing, wishes) if wishes.in_sides else {})
    homes = table_homes(wishes, night, playing)
    numbers = table_numbers(len(tables), homes.values())
    tables = _mended(tables, numbers, homes, wishes, rng)
    _refuse_broken(tables, wishes, name)
    table_pairing = _Pairing(partners, previous, scores or {}, night, wishes, rng)
    seated = (table_pairing.seats(number, table) for number, table in zip(numbers, tables, strict=True))
    return RoundSeating(tuple(seated), tuple(sorted(out)))


# -- who goes where


def ladder(
    previous: RoundSeating, winners: Mapping[int, int], losers: Losers, last: Mapping[int, int] | None = None
) -> list[list[Player]]:
    """The tables by the rule alone, from the head down; some may have left, others come."""
    tables = sorted(previous.tables, key=lambda table: table.number)
    ladder: list[list[Player]] = [[] for _ in tables]
    lowest = len(tables) - 1
    many_sides = len({table.sides for table in tables}) == 1 and tables[0].sides > 2
    for place, table in enumerate(tables):
        won = winning_side(table, winners)
        ladder[max(0, place - 1)] += won
        leaves = _last_of(table, winners, last or {}) if many_sides else table.seats
        lost = [player for player in table.seats if player in leaves and player not in won]
        ladder[place] += [player for player in table.seats if player not in leaves and player not in won]
        if losers == "down":
            ladder[min(lowest, place + 1)] += lost
        else:
            ladder[lowest if place == 0 else place] += lost
    return ladder


def winning_side(table: Seating, winners: Mapping[int, int]) -> tuple[Player, ...]:
    won = winners.get(table.number)
    if won is None or won not in range(table.sides):
        raise Impossible(f"Who won at table {table.number}?")
    return table.teams[won]


def _last_of(table: Seating, winners: Mapping[int, int], last: Mapping[int, int]) -> tuple[Player, ...]:
    """The side that leaves; of a round seated before it was kept who was last, the one on the winners' left."""
    return table.teams[last.get(table.number, winners[table.number] + 1) % table.sides]


def _who_sits_out(
    by_rule: Sequence[Sequence[Player]], here: frozenset[Player], night: Schedule, wishes: Wishes, rng: random.Random
) -> frozenset[Player]:
    """Sit-outs by turn, then from the lowest table, so that tables above stay whole."""
    height = {player: -place for place, table in enumerate(by_rule) for player in table}
    number = sizes_for(here, wishes).out
    return frozenset(Shares(night).draw(here, number, wishes, rng, rank=lambda player: height.get(player, 0)))


def _filled(
    tables: list[list[Player]], sizes: Sizes, rng: random.Random, mates: Mapping[Player, Player]
) -> list[list[Player]]:
    """Tables of the needed sizes, other kinds at the bottom; players move up or down a table, with their `mates`."""
    wanted = [shape.seats for shape in sizes.tables]
    tables = [list(table) for table in tables]
    tables += [[] for _ in range(len(wanted) - len(tables))]

    def one_of(table: list[Player]) -> list[Player]:
        one = table[rng.randrange(len(table))]
        leaving = [one, mates[one]] if one in mates else [one]
        for player in leaving:
            table.remove(player)
        return leaving

    for place, size in enumerate(wanted):
        while len(tables[place]) < size:
            tables[place] += one_of(next(table for table in tables[place + 1 :] if table))
        while len(tables[place]) > size:
            if place + 1 == len(tables):
                tables.append([])
            tables[place + 1] += one_of(tables[place])
    assert not any(tables[len(wanted) :]), tables
    return tables[: len(wanted)]


# -- wishes: exchanges between tables until they hold


def _mended(
    tables: list[list[Player]], numbers: Sequence[int], homes: Mapping[Player, int], wishes: Wishes, rng: random.Random
) -> list[list[Player]]:
    everybody = {player for table in tables for player in table}
    mates = mates_among(everybody, wishes)

    def trouble(place: int, table: Sequence[Player]) -> int:
        return (
            sum(1 for pair in combinations(table, 2) if frozenset(pair) in wishes.never_meet)
            + sum(1 for player in table if homes.get(player, numbers[place]) != numbers[place])
            + sum(
                1
                for player in table
                if player in mates and (mates[player] not in table or not wishes.shape(len(table)).has_partners)
            )
        )

    troubles = [trouble(place, table) for place, table in enumerate(tables)]
    for _ in range(4 * sum(troubles)):
        best: tuple[int, float, list[tuple[int, list[Player]]]] | None = None
        for one, other, ones, others in _exchanges(tables, troubles, mates):
            gain = troubles[one] + troubles[other] - trouble(one, ones) - trouble(other, others)
            key = (gain, rng.random() - abs(one - other))
            if gain > 0 and (best is None or key > best[:2]):
                best = (*key, [(one, ones), (other, others)])
        if best is None:
            break
        for place, table in best[2]:
            tables[place] = table
            troubles[place] = trouble(place, table)
    return tables


def _exchanges(
    tables: Sequence[list[Player]], troubles: Sequence[int], mates: Mapping[Player, Player]
) -> Iterator[tuple[int, int, list[Player], list[Player]]]:
    for one, other in combinations(range(len(tables)), 2):
        if not troubles[one] + troubles[other]:
            continue
        for count in (1, 2) if mates else (1,):
            for leaving in combinations(tables[one], count):
                for coming in combinations(tables[other], count):
                    yield (
                        one,
                        other,
                        [player for player in tables[one] if player not in leaving] + list(coming),
                        [player for player in tables[other] if player not in coming] + list(leaving),
                    )


def _refuse_broken(tables: Sequence[Sequence[Player]], wishes: Wishes, name: Naming) -> None:
    met = [
        frozenset(pair)
        for table in tables
        for pair in combinations(sorted(table), 2)
        if frozenset(pair) in wishes.never_meet
    ]
    if met:
        raise Impossible(*(f"We couldn’t find a seating where {both(pair, name)} don’t meet." for pair in met))


# -- who partners whom


class _Pairing:
    def __init__(
        self,
        kind: Pairing,
        previous: RoundSeating,
        scores: Mapping[Player, int],
        night: Schedule,
        wishes: Wishes,
        rng: random.Random,
    ) -> None:
        self.kind = kind
        self.scores = scores
        self.wishes = wishes
        self.rng = rng
        self.was_at = {player: table.number for table in previous.tables for player in table.seats}
        self.old_partners = {pair for table in previous.tables for pair in table.partnerships}
        self.met = meetings_of([night])

    def seats(self, number: int, table: Sequence[Player]) -> Seating:
        order = list(table)
        self.rng.shuffle(order)
        shape = self.wishes.shape(len(order))
        if not shape.has_partners:
            return self.wishes.seated(number, tuple(order))
        if self.kind == "high_low":
            order.sort(key=lambda player: -self.scores.get(player, 0))  # chance decides between equals
            order = _snaking(order, shape)
        ways = [tuple(order[one] for one in way) for way in ways_to_sit(shape)]
        if self.kind == "draw":
            self.rng.shuffle(ways)
        best = min(ways, key=lambda way: self._cost(self.wishes.seated(number, way)))
        turn = self.rng.randrange(shape.seats)
        return self.wishes.seated(number, best[turn:] + best[:turn])

    def _cost(self, table: Seating) -> tuple[int, ...]:
        """Wishes first. For "split" then: no kept partner, newcomers apart, least met tonight."""
        sides = table.partnerships
        fixed = {pair for pair in self.wishes.partners if pair <= set(table.seats)}
        wishes = sum(1 for pair in sides if pair in self.wishes.not_partners) + len(fixed - set(sides))
        if self.kind != "split":
            return (wishes,)
        was_here = {player for player in table.seats if self.was_at.get(player) == table.number}
        return (
            wishes,
            sum(1 for pair in sides if pair in self.old_partners),
            sum(1 for one, other in map(sorted, sides) if (one in was_here) == (other in was_here)),
            sum(self.met.partnered.get(pair, 0) for pair in sides),
            sum(self.met.opposed.get(pair, 0) for pair in table.oppositions),
        )


def _snaking(order: Sequence[Player], shape: Shape) -> list[Player]:
    """From the highest down to each side in turn and back: the highest with the lowest."""
    rows = [order[first : first + shape.sides] for first in range(0, shape.seats, shape.sides)]
    return [player for at, row in enumerate(rows) for player in (row[::-1] if at % 2 else row)]


@lru_cache(maxsize=16)
def ways_to_sit(shape: Shape) -> tuple[tuple[int, ...], ...]:
    """Each way to make sides of so many, as they sit; first as they are."""
    return tuple(
        tuple(side[at] for at in range(shape.side_size) for side in sides)
        for sides in _divided(tuple(range(shape.seats)), shape)
    )


def _divided(people: tuple[int, ...], shape: Shape) -> list[tuple[tuple[int, ...], ...]]:
    if not people:
        return [()]
    as_they_are = people[:: len(people) * shape.sides // shape.seats]
    sides = [(people[0], *others) for others in combinations(people[1:], shape.side_size - 1)]
    sides.sort(key=lambda side: side != as_they_are)
    return [
        (side, *rest) for side in sides for rest in _divided(tuple(one for one in people if one not in side), shape)
    ]
