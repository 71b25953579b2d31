"""A knock-out of fixed sides, two at a table: the next round from all rounds so far.

Winners go on. Who loses their first match goes on in the consolation bracket, until they lose there. In each bracket
the first of the order meets the last, the second the last but one, and so on, at tables in that order, and winners keep
the order of their matches: the best-placed meet as late as can be. In the first round the first of the order have byes,
as many as fill the bracket up; later one has a bye where the number is odd. Tied tables play an extra hand.

Who can't move plays at their table, and the match that would have been there at theirs; in the first round this changes
the order, which is that of the tables. Where two who can't move meet, it is at the table of the first of the order.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

from .planning import Impossible, table_homes, table_numbers
from .schedule import Player, RoundSeating, Schedule, Seating, Side
from .sides import seated
from .wishes import Wishes, sides_of

OVER: Final = "The knock-out is decided. There is no round left to play."

# The side that won by table: 0 for N and S, 1 for E and W. A table that is tied, or has no result, is missing.
Won: TypeAlias = Mapping[int, int]
# The tables of those who can't move.
Homes: TypeAlias = Mapping[Side, int]


@dataclass(frozen=True)
class KnockOut:
    """What a bracket follows from besides its rounds: who won in each, and for the draw what people had before."""

    won: tuple[Won, ...] = ()
    ranks: Mapping[Player, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Match:
    """Two sides at a table, the `winner` once it is known, in the main bracket or the consolation's."""

    table: int
    sides: tuple[Side, ...]
    is_main: bool
    winner: Side | None = None

    @property
    def loser(self) -> Side | None:
        return next((one for one in self.sides if one != self.winner), None) if self.winner else None


@dataclass(frozen=True)
class Bracket:
    """Where some rounds led: sides still `inside` and in `consolation`, in their order. `rounds` are their matches, an
    extra hand's among those that it decides; `begun` have played one. `tied` are tables of the last."""

    inside: tuple[Side, ...]
    consolation: tuple[Side, ...] = ()
    rounds: tuple[tuple[Match, ...], ...] = ()
    begun: frozenset[Side] = frozenset()
    tied: tuple[Seating, ...] = ()

    @property
    def is_decided(self) -> bool:
        return len(self.inside) < 2 and len(self.consolation) < 2 and not self.tied

    def without(self, gone: Collection[Player]) -> Bracket:
        """The bracket once people went home: their opponents go on."""
        inside, consolation = (
            tuple(one for one in found if set(one).isdisjoint(gone)) for found in (self.inside, self.consolation)
        )
        return replace(self, inside=inside, consolation=consolation)


def bracket_of(before: Schedule, known: KnockOut, sides: Collection[Side]) -> Bracket:
    """The bracket after these rounds; `sides` tell who has a bye together."""
    first = before[0]
    byes = [one for one in sides if set(one) <= set(first.sitting_out)]
    byes.sort(key=lambda one: (-_rank(one, known.ranks), one))
    found = Bracket((*byes, *(one for table in _in_order(first) for one in sides_at(table))))
    for seating, won in zip(before, known.won, strict=True):
        found = _after_extra(found, seating, won) if found.tied else _after(found, seating, won)
    return found


def _rank(one: Side, ranks: Mapping[Player, float]) -> float:
    return sum(ranks.get(player, 0) for player in one)


def _in_order(seating: RoundSeating, was: Bracket | None = None) -> list[Seating]:
    """The tables by their matches in the bracket they came from, else by their numbers."""
    place = {one: at for at, game in enumerate(_games(was)[0]) for one in game} if was and was.rounds else {}
    found = (table for table in seating.tables if table.sides == 2)
    return sorted(found, key=lambda table: (*sorted(place.get(one, 0) for one in sides_at(table)), table.number))


def sides_at(table: Seating) -> tuple[Side, ...]:
    return tuple(tuple(sorted(side)) for side in table.teams)


def _after(was: Bracket, seating: RoundSeating, won: Won) -> Bracket:
    matches, tables = [], _in_order(seating, was)
    for table in tables:
        sides, side = sides_at(table), won.get(table.number)
        is_main = any(one in was.inside for one in sides)
        matches.append(Match(table.number, sides, is_main, None if side is None else sides[side]))
    tied = tuple(one for one in tables if one.number not in won)
    return _gone_on(replace(was, rounds=(*was.rounds, tuple(matches)), tied=tied))


def _after_extra(was: Bracket, seating: RoundSeating, won: Won) -> Bracket:
    """The tied tables once they played an extra hand."""
    winners = {frozenset(sides_at(table)): sides_at(table)[won[table.number]] for table in _in_order(seating)
               if table.number in won}  # fmt: skip
    matches = tuple(
        one if one.winner else replace(one, winner=winners.get(frozenset(one.sides))) for one in was.rounds[-1]
    )
    tied = tuple(one for one in was.tied if frozenset(sides_at(one)) not in winners)
    return _gone_on(replace(was, rounds=(*was.rounds[:-1], matches), tied=tied))


def _gone_on(was: Bracket) -> Bracket:
    if was.tied:
        return was
    last = was.rounds[-1]
    playing = {one for match in last for one in match.sides}
    losers = tuple(one for match in last if match.is_main and (one := match.loser) and one not in was.begun)
    return replace(
        was,
        inside=(
            *(one for one in was.inside if one not in playing),
            *(match.winner for match in last if match.is_main and match.winner),
        ),
        consolation=(
            *(match.winner for match in last if not match.is_main and match.winner),
            *losers,
            *(one for one in was.consolation if one not in playing),
        ),
        begun=was.begun | playing,
    )


# -- the next round


def first_round(
    sides: Sequence[Side], ranks: Mapping[Player, float], rng: random.Random, homes: Homes | None = None
) -> RoundSeating:
    """The draw: the best have the byes, by lot where nothing is known of anybody."""
    if len(sides) < 2:
        raise Impossible("A knock-out needs two sides.")
    order = sorted(sides)
    rng.shuffle(order)
    order.sort(key=lambda one: -_rank(one, ranks))
    size = 2
    while size < len(order):
        size *= 2
    byes = size - len(order)
    return _seated(_folded(order[byes:]), order[:byes], homes or {})


def _folded(order: Sequence[Side]) -> list[tuple[Side, Side]]:
    return [(order[at], order[-at - 1]) for at in range(len(order) // 2)]


def _seated(games: Sequence[tuple[Side, Side]], out: Sequence[Side], homes: Homes) -> RoundSeating:
    tables = (seated(number, game) for number, game in zip(_numbers(games, homes), games, strict=True))
    return RoundSeating(
        tuple(sorted(tables, key=lambda table: table.number)), tuple(sorted(player for one in out for player in one))
    )


def _numbers(games: Sequence[tuple[Side, Side]], homes: Homes) -> list[int]:
    """The table of each game: its place in their order, but for those who keep one, and whom that displaces."""
    kept: dict[int, int] = {}
    for at, game in enumerate(games):
        number = next((homes[one] for one in game if one in homes), None)
        if number is not None and number not in kept.values():
            kept[at] = number
    numbers = table_numbers(len(games), kept.values())
    free = [number for number in numbers if number not in kept.values()]
    found = kept | {at: at + 1 for at in range(len(games)) if at not in kept and at + 1 in free}
    left = iter(number for number in free if number not in found.values())
    return [found[at] if at in found else next(left) for at in range(len(games))]


def next_round(bracket: Bracket, homes: Homes | None = None) -> RoundSeating:
    """The main bracket's tables, then the consolation's; tied tables alone, with the same seats. Raises `Impossible`
    once all is decided."""
    if bracket.tied:
        return RoundSeating(tuple(sorted(bracket.tied, key=lambda table: table.number)))
    games, out = _games(bracket)
    if not games:
        raise Impossible(OVER)
    return _seated(games, out, homes or {})


def _games(bracket: Bracket) -> tuple[list[tuple[Side, Side]], list[Side]]:
    """Who meets next, and who has a bye; nobody once all is decided."""
    games: list[tuple[Side, Side]] = []
    out: list[Side] = []
    if bracket.is_decided:
        return games, out
    for order in (list(bracket.inside), list(bracket.consolation)):
        if len(order) % 2 and (len(order) > 1 or (order[0] in bracket.consolation and _are_to_come(bracket))):
            out.append(order.pop(0))
        games += _folded(order)
    return games, out


def _are_to_come(bracket: Bracket) -> bool:
    """Whether somebody may still come to the consolation bracket."""
    return any(one not in bracket.begun for one in bracket.inside)


def rounds_left(bracket: Bracket) -> int:
    """Rounds to come, extra hands apart, if the first of each two wins; after a bye that is lost there is one more."""
    left = 0
    while not bracket.is_decided:
        if bracket.tied:
            decided = {table.number: 0 for table in bracket.tied}
            bracket = _after_extra(bracket, RoundSeating(bracket.tied), decided)
            continue
        seating = next_round(bracket)
        bracket, left = _after(bracket, seating, {table.number: 0 for table in seating.tables}), left + 1
    return left


def bracket_now(before: Schedule, here: Collection[Player], wishes: Wishes, known: KnockOut) -> Bracket:
    """The bracket after some rounds, without those who went home."""
    everybody = {player for pair in wishes.partners for player in pair} | before[0].players
    found = bracket_of(before, known, sides_of(everybody, wishes))
    return found.without({player for seating in before for player in seating.players} - set(here))


def seated_next(
    before: Schedule, here: Collection[Player], wishes: Wishes, known: KnockOut, rng: random.Random
) -> RoundSeating:
    homes = {
        side: home
        for one, home in table_homes(wishes, before, here).items()
        for side in sides_of(here, wishes)
        if one in side
    }
    if not before:
        return first_round(sides_of(here, wishes), known.ranks, rng, homes)
    return next_round(bracket_now(before, here, wishes, known), homes)
