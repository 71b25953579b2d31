"""A knock-out of fixed pairs: the next round from all rounds so far.

Winners go on. Who loses their first match goes on in the consolation bracket, until they lose there. In each bracket
the first of the order meets the last, the second the last but one, and so on, at tables in that order, and winners keep
the order of their tables: the best-placed meet as late as can be. In the first round the first of the order have byes,
as many as fill the bracket up; later one has a bye where the number is odd. Tied tables play an extra hand.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

from .pairs import Couple, couples_of
from .planning import Impossible
from .schedule import Player, RoundSeating, Schedule, Seating
from .wishes import Wishes

OVER: Final = "The knock-out is decided. There is no round left to play."

# The side that won by table: 0 for N and S, 1 for E and W. A table that is tied, or has no result, is missing.
Won: TypeAlias = Mapping[int, int]


@dataclass(frozen=True)
class KnockOut:
    """What a bracket follows from besides its rounds: who won in each, and for the draw what people had before."""

    won: tuple[Won, ...] = ()
    ranks: Mapping[Player, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Match:
    """Two pairs at a table, the `winner` once it is known, in the main bracket or the consolation's."""

    table: int
    pairs: tuple[Couple, Couple]
    is_main: bool
    winner: Couple | None = None

    @property
    def loser(self) -> Couple | None:
        return next((one for one in self.pairs if one != self.winner), None) if self.winner else None


@dataclass(frozen=True)
class Bracket:
    """Where some rounds led: pairs still `inside` and in `consolation`, in their order. `rounds` are their matches, an
    extra hand's among those that it decides; `begun` have played one. `tied` are tables of the last."""

    inside: tuple[Couple, ...]
    consolation: tuple[Couple, ...] = ()
    rounds: tuple[tuple[Match, ...], ...] = ()
    begun: frozenset[Couple] = frozenset()
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


def bracket_of(before: Schedule, known: KnockOut, couples: Collection[Couple]) -> Bracket:
    """The bracket after these rounds; `couples` tell who has a bye together."""
    first = before[0]
    byes = [one for one in couples if set(one) <= set(first.sitting_out)]
    byes.sort(key=lambda one: (-_rank(one, known.ranks), one))
    found = Bracket((*byes, *(one for table in _in_order(first) for one in couples_at(table))))
    for seating, won in zip(before, known.won, strict=True):
        found = _after_extra(found, seating, won) if found.tied else _after(found, seating, won)
    return found


def _rank(one: Couple, ranks: Mapping[Player, float]) -> float:
    return sum(ranks.get(player, 0) for player in one)


def _in_order(seating: RoundSeating) -> list[Seating]:
    return sorted((table for table in seating.tables if len(table.seats) == 4), key=lambda table: table.number)


def couples_at(table: Seating) -> tuple[Couple, Couple]:
    (a, c), (b, d) = (sorted(side) for side in (table.seats[::2], table.seats[1::2]))
    return (a, c), (b, d)


def _after(was: Bracket, seating: RoundSeating, won: Won) -> Bracket:
    matches = []
    for table in _in_order(seating):
        pairs, side = couples_at(table), won.get(table.number)
        is_main = any(one in was.inside for one in pairs)
        matches.append(Match(table.number, pairs, is_main, None if side is None else pairs[side]))
    tied = tuple(one for one in _in_order(seating) if one.number not in won)
    return _gone_on(replace(was, rounds=(*was.rounds, tuple(matches)), tied=tied))


def _after_extra(was: Bracket, seating: RoundSeating, won: Won) -> Bracket:
    """The tied tables once they played an extra hand."""
    winners = {frozenset(couples_at(table)): couples_at(table)[won[table.number]] for table in _in_order(seating)
               if table.number in won}  # fmt: skip
    matches = tuple(
        one if one.winner else replace(one, winner=winners.get(frozenset(one.pairs))) for one in was.rounds[-1]
    )
    tied = tuple(one for one in was.tied if frozenset(couples_at(one)) not in winners)
    return _gone_on(replace(was, rounds=(*was.rounds[:-1], matches), tied=tied))


def _gone_on(was: Bracket) -> Bracket:
    if was.tied:
        return was
    last = was.rounds[-1]
    playing = {one for match in last for one in match.pairs}
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


def first_round(couples: Sequence[Couple], ranks: Mapping[Player, float], rng: random.Random) -> RoundSeating:
    """The draw: the best have the byes, by lot where nothing is known of anybody."""
    if len(couples) < 2:
        raise Impossible("A knock-out needs two pairs.")
    order = sorted(couples)
    rng.shuffle(order)
    order.sort(key=lambda one: -_rank(one, ranks))
    size = 2
    while size < len(order):
        size *= 2
    byes = size - len(order)
    return _seated(_folded(order[byes:]), order[:byes])


def _folded(order: Sequence[Couple]) -> list[tuple[Couple, Couple]]:
    return [(order[at], order[-at - 1]) for at in range(len(order) // 2)]


def _seated(games: Sequence[tuple[Couple, Couple]], out: Sequence[Couple]) -> RoundSeating:
    tables = (Seating(at, (a, b, c, d)) for at, ((a, c), (b, d)) in enumerate(games, start=1))
    return RoundSeating(tuple(tables), tuple(sorted(player for one in out for player in one)))


def next_round(bracket: Bracket) -> RoundSeating:
    """The main bracket's tables, then the consolation's; tied tables alone, with the same seats. Raises `Impossible`
    once all is decided."""
    if bracket.tied:
        return RoundSeating(bracket.tied)
    if bracket.is_decided:
        raise Impossible(OVER)
    games, out = [], []
    for order in (list(bracket.inside), list(bracket.consolation)):
        if len(order) % 2 and (len(order) > 1 or (order[0] in bracket.consolation and _are_to_come(bracket))):
            out.append(order.pop(0))
        games += _folded(order)
    if not games:
        raise Impossible(OVER)
    return _seated(games, out)


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
    everybody = {player for pair in wishes.partners for player in pair}
    found = bracket_of(before, known, couples_of(everybody, wishes))
    return found.without({player for seating in before for player in seating.players} - set(here))


def seated_next(
    before: Schedule, here: Collection[Player], wishes: Wishes, known: KnockOut, rng: random.Random
) -> RoundSeating:
    if not before:
        return first_round(couples_of(here, wishes), known.ranks, rng)
    return next_round(bracket_now(before, here, wishes, known))
