"""What people, directors and things do wrong in a year, and how it is mended by the pages that people have.

    @mishap("at check-in", every=8)
    def comes_late(year: Year, night: Night) -> None:
        ...

A mishap acts through pages, writes what truly happened to the journal, and mends it as the Help says. When:

    before check-in   the night is planned
    at check-in       everybody is there, nobody is seated
    in a round        the round is started (`night.round`), its first half of tables have played
    at closing        all rounds are closed; nothing is paid out
    between nights    the night is closed, its notice is published; what is played at home then comes in the same way

It happens once in `every` nights, on those that the seed says, or on the next one where it can (`NotNow`). Whatever it
raises besides is a mistake that couldn't be mended. Nights that it changed are named by `year.changed(night)`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.lab.year.nights import Night
    from tests.lab.year.year import Year

WHEN = ("before check-in", "at check-in", "in a round", "at closing", "between nights")


class NotNow(Exception):
    """It can't happen tonight: nobody owes anything, no second director …"""


@dataclass(frozen=True)
class Mishap:
    happen: Callable[[Year, Night], None]
    when: str
    every: int

    @property
    def name(self) -> str:
        return self.happen.__name__.replace("_", " ")

    def is_due(self, seed: int, night: int) -> bool:
        return night % self.every == random.Random(f"{seed}/{self.name}").randrange(self.every)

    def round_of(self, seed: int, night: int, rounds: int) -> int:
        """The round in which it happens, of one that happens in a round; a knock-out (0) has a first one at least."""
        return random.Random(f"{seed}/{self.name}/{night}").randint(1, rounds or 1)


KNOWN: list[Mishap] = []


def mishap(when: str, *, every: int) -> Callable[[Callable[[Year, Night], None]], Callable[[Year, Night], None]]:
    assert when in WHEN, when

    def keep(happen: Callable[[Year, Night], None]) -> Callable[[Year, Night], None]:
        KNOWN.append(Mishap(happen, when, every))
        return happen

    return keep


def all_mishaps() -> Iterator[Mishap]:
    """Those of all modules of this folder."""
    for module in iter_modules(__path__):
        import_module(f"{__name__}.{module.name}")
    yield from KNOWN
