"""Milestones of a lifetime: figures counted in every rule book, and the numbers worth a word. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from scoring.rules.melds import MULTIPLES, MeldKind
from scoring.rules.notation import figure_text

from .facts import COUNTED_MELDS, is_rare_meld, meld_name

FIRSTS_AND_TENS: Final = (1, 10, 25, 50, 100)
LIFETIME: Final = (1, 100, 300, 500, 1_000, 2_000, 3_000, 5_000)


@dataclass(frozen=True, slots=True)
class Counted:
    """A counted figure: the numbers that are marks, the first one's name, and that of all others."""

    steps: tuple[int, ...]
    first: str
    more: str

    def says(self, step: int) -> str:
        """`First skunk`, `300th bid made`."""
        return self.first if step == 1 else f"{figure_text(step)}th {self.more}"


def _of_melds() -> Iterator[tuple[str, Counted]]:
    """Rare melds from the first on; of the others the hundreds."""
    for name, (kind, count) in COUNTED_MELDS.items():
        often = LIFETIME if kind is MeldKind.PINOCHLE else LIFETIME[1:]
        steps = FIRSTS_AND_TENS if is_rare_meld(kind, count) else often
        if count < len(MULTIPLES):  # a hand with more of them has no name
            yield name, Counted(steps, f"First {meld_name(name)}", meld_name(name))


COUNTED: Final[Mapping[str, Counted]] = {
    "nights": Counted((1, 10, 25, 50, 100, 200, 300, 500), "First night", "night"),
    "night_won": Counted(FIRSTS_AND_TENS, "First night won", "night won"),
    "won": Counted((1, 50, *LIFETIME[1:]), "First round won", "round won"),
    "hands": Counted((1_000, 3_000, 5_000, 10_000), "First hand", "hand"),
    "made": Counted(LIFETIME, "First bid made", "bid made"),
    "skunks": Counted(FIRSTS_AND_TENS, "First skunk", "skunk"),
    "sweeps": Counted(FIRSTS_AND_TENS, "First hand with every trick", "hand with every trick"),
    "moons": Counted(FIRSTS_AND_TENS, "First moon made", "moon made"),
    **dict(_of_melds()),
}


def passed(name: str, before: int, gain: int) -> Iterator[int]:
    yield from (step for step in COUNTED[name].steps if before < step <= before + gain)
