"""Whose turn it is to sit out."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from fractions import Fraction
from typing import Final

from .schedule import Player, RoundSeating
from .wishes import Wishes, mates_among

# Reasons against sitting out, heaviest first. A share is at most the rounds of a night.
TWICE_RUNNING: Final = Fraction(1_000_000)
SPLITS_PARTNERS: Final = Fraction(10_000)
VOLUNTEER: Final = Fraction(-1_000)
SAT_OUT_LAST_NIGHT: Final = Fraction(1, 1_000)


class Shares:
    """Sit-outs of a night less what was due: with 18 players and two out, a ninth each round they were there."""

    def __init__(self, before: Iterable[RoundSeating]) -> None:
        self.ahead: dict[Player, Fraction] = defaultdict(Fraction)  # sat out, less what was due
        self.last: frozenset[Player] = frozenset()
        for seating in before:
            self.note(seating.players, seating.sitting_out)

    def note(self, here: Collection[Player], out: Collection[Player]) -> None:
        for player in here:
            self.ahead[player] -= Fraction(len(out), len(here))
        for player in out:
            self.ahead[player] += 1
        self.last = frozenset(out)

    def draw(
        self,
        here: Collection[Player],
        number: int,
        wishes: Wishes,
        rng: random.Random,
        rank: Callable[[Player], int] = lambda player: 0,
    ) -> tuple[Player, ...]:
        if not number:
            return ()
        order = sorted(here)
        rng.shuffle(order)
        order.sort(key=lambda player: (self._burden(player, wishes), rank(player)))
        mates = mates_among(here, wishes)
        singles = [player for player in order if player not in mates]
        couples = []
        for player in order:
            if player in mates and (mates[player], player) not in couples:
                couples.append((player, mates[player]))
        choices = [*_whole(singles, couples, number)]
        if not wishes.in_sides:
            choices.append(tuple(order[:number]))
        best = min(choices, key=lambda out: self._cost(out, wishes, mates))
        return tuple(sorted(best))

    def _burden(self, player: Player, wishes: Wishes) -> Fraction:
        burden = self.ahead[player]
        if player in self.last:
            burden += TWICE_RUNNING
        if player in wishes.volunteers:
            burden += VOLUNTEER
        if player in wishes.sat_out_last:
            burden += SAT_OUT_LAST_NIGHT
        return burden

    def _cost(self, out: Sequence[Player], wishes: Wishes, mates: dict[Player, Player]) -> Fraction:
        split = sum(1 for player in out if player in mates and mates[player] not in out)
        return sum((self._burden(player, wishes) for player in out), split * SPLITS_PARTNERS)


def _whole(singles: list[Player], couples: list[tuple[Player, Player]], number: int) -> Iterable[tuple[Player, ...]]:
    """Ways to sit out without parting fixed partners, first in line first."""
    for pairs in range(min(len(couples), number // 2) + 1):
        rest = number - 2 * pairs
        if rest <= len(singles):
            yield (*singles[:rest], *(player for couple in couples[:pairs] for player in couple))
