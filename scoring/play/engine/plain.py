"""The engine in plain Python: the functions as they stand."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from . import club_cards, kernel, likelihood
from .base import Code, Engine, Named
from .kernel import Flat

AS_THEY_STAND = Code(
    play_worlds=kernel.play_worlds,
    deal_worlds=kernel.deal_worlds,
    sample_worlds=kernel.sample_worlds,
    look_over=kernel.look_over,
    play_deal=club_cards.play_deal,
    play_on=club_cards.play_on,
    weigh_worlds=likelihood.weigh_worlds,
)


class PlainEngine(Engine):
    name = "plain"
    best_policy = "sensible"
    fits = 0

    def _functions(self) -> Code:
        return AS_THEY_STAND

    def _arrays(self, fields: Named) -> Named:
        return fields

    def _memory(self, numbers: bytearray | array[int] | array[float]) -> Flat:
        return numbers

    def _numbers(self, size: int, of: type = int) -> Flat:
        return [of()] * size

    def _filled(self, numbers: Sequence[int]) -> Flat:
        return list(numbers)
