"""Players' wishes, and those impossible at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from .schedule import Pair, Player

Naming: TypeAlias = Callable[[Player], str]


@dataclass(frozen=True, slots=True)
class Wishes:
    """All of them hard but `volunteers` and `sat_out_last`. Wishes about people who are not here are not looked at.

    not_partners  pairs who will not partner: couples
    never_meet    pairs who may not sit at one table
    partners      pairs who always partner. Where one sits out, the other plays with another.
    stationary    players who keep one table number all evening; no two of them share a table unless they always partner
    at_table      players who stay at the table of this number, stationary as well
    three_handed  tables of three, as few as possible, instead of sit-outs where the count is no multiple of four
    volunteers    gladly sit out, so they do before all others
    sat_out_last  sat out the night before, so others do before them
    in_pairs      fixed partners only: whole pairs sit out, and without a partner there is no place
    half_move     of pairs: those in N and S keep the table, the others move
    """

    not_partners: frozenset[Pair] = frozenset()
    never_meet: frozenset[Pair] = frozenset()
    partners: frozenset[Pair] = frozenset()
    stationary: frozenset[Player] = frozenset()
    at_table: frozenset[tuple[Player, int]] = frozenset()
    volunteers: frozenset[Player] = frozenset()
    sat_out_last: frozenset[Player] = frozenset()
    three_handed: bool = False
    in_pairs: bool = False
    half_move: bool = False

    def __post_init__(self) -> None:
        for pair in self.not_partners | self.never_meet | self.partners:
            if len(pair) != 2:
                raise ValueError(f"a pair is two different players, not {sorted(pair)}")


def by_number(player: Player) -> str:
    return f"player {player}"


def impossible(players: Collection[Player], wishes: Wishes, name: Naming = by_number) -> tuple[str, ...]:
    """Sentences on all that these players can't have at once, by counting; a search may find more."""
    here = frozenset(players)
    needed = 3 if wishes.three_handed else 4
    if len(here) < needed:
        if wishes.in_pairs:
            return (f"There {'is 1 pair' if len(here) == 2 else 'are no pairs'}; a table needs two.",)
        return (f"There are {len(here)} players; a table needs {'three' if needed == 3 else 'four'}.",)
    sentences = [
        *_contradictions(here, wishes, name),
        *_lonely(here, wishes, name),
        *_too_few_tables(here, wishes, name),
        *_same_table(here, wishes, name),
    ]
    return tuple(sentence[0].upper() + sentence[1:] for sentence in sentences)


def among(here: Collection[Player], pairs: Collection[Pair]) -> list[Pair]:
    return sorted((pair for pair in pairs if pair <= set(here)), key=sorted)


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
    for player in sorted(here):
        others = here - {player}
        table = {other for other in others if frozenset((player, other)) not in wishes.never_meet}
        if len(table) < (2 if wishes.three_handed else 3):
            yield f"{name(player)} may sit with {len(table)} of the others, which isn’t enough for a table."
        elif player not in held and not wishes.three_handed:
            free = {other for other in table if frozenset((player, other)) not in wishes.not_partners} - held
            # Where one of a fixed pair sits out, the other is free for a round; a search may find its way.
            if not free and len(here) % 4 == 0:
                yield f"Nobody is left to partner {name(player)}."


def _too_few_tables(here: frozenset[Player], wishes: Wishes, name: Naming) -> Iterator[str]:
    tables = len(here) // 4
    if wishes.three_handed and len(here) != 5:
        tables = -(-len(here) // 4)
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
