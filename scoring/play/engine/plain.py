"""The engine in plain Python: `kernel` as it stands."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

from . import club_cards, kernel
from .base import Engine
from .club_cards import Going, Start, Ways, usual_ways
from .kernel import SUITS_IN_DECK, Bounds, Flat, Frame, Hands, Room
from .outcomes import Outcomes
from .position import Worlds
from .tables import PLACES


class PlainEngine(Engine):
    """Needs nothing but Python."""

    name = "plain"
    best_policy = "sensible"

    def _play(
        self, frame: Frame, worlds: Worlds, times: int, first: int, policy: int, seed: int, outcomes: Outcomes
    ) -> None:
        seats = self.tables.play.players
        hands = Hands([0] * self._row, [0] * seats, [0] * seats * SUITS_IN_DECK, [0] * SUITS_IN_DECK)
        kernel.play_worlds(
            self.tables.play,
            frame,
            worlds.counts,
            len(worlds),
            times,
            first,
            policy,
            seed,
            hands,
            outcomes.flat,
        )

    def _club_deal(
        self, ways: Ways, others: Ways, of_first: int, frame: Frame, start: Start, going: Going, out: array[int]
    ) -> int:
        return club_cards.play_deal(self.tables.tricks, ways, others, of_first, frame, start, going, out)

    def _play_worlds_on(
        self, frame: Frame, worlds: Worlds, first: int, start: Start, going: Going, outcomes: Outcomes
    ) -> None:
        tricks, number = self.tables.tricks, len(worlds)
        ways = usual_ways(tricks)
        club_cards.play_on(tricks, ways, frame, start, worlds.counts, number, first, going, outcomes.flat)

    def _numbers(self, size: int, of: type = int) -> Flat:
        return [of()] * size

    def _filled(self, numbers: Sequence[int]) -> Flat:
        return list(numbers)

    def _deal(self, number: int, seed: int, counts: bytearray) -> None:
        deck = list(self.tables.deck)
        kernel.deal_worlds(self.tables.deck, self.tables.sizes, number, seed, deck, counts)

    def _sample(self, bounds: Bounds, number: int, seed: int, counts: bytearray) -> bool:
        cards, holders = sum(bounds.sizes), len(self.holders)
        room = Room(
            have=[0] * self._row,
            free=[0] * holders,
            pool=[0] * PLACES,
            came_from=[0] * holders,
            brought=[0] * holders,
            queue=[0] * holders,
            slots=[0] * cards,
            owners=[0] * cards,
        )
        return kernel.sample_worlds(bounds, number, seed, room, counts) == number

    def _look_over(self, counts: bytearray, number: int, found: Any) -> None:
        kernel.look_over(self.tables.meld, counts, number, found)
