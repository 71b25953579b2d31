"""How much thinking a bot may do for one decision."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

SECONDS: Final = 0.2
_AT_LEAST: Final = 0.25  # of the seconds, however long somebody waited already


@dataclass(frozen=True, slots=True)
class Budget:
    """Seconds of one core for a decision, or a count of playouts where a result must repeat.

    With `playouts` the clock is not looked at: the same view, seed and count give the same
    decision on any machine.
    """

    seconds: float = SECONDS
    playouts: int | None = None

    @property
    def repeats(self) -> bool:
        """Whether decisions depend on the seed alone, and not on the speed of the machine."""
        return self.playouts is not None

    def part(self, share: float) -> Budget:
        """A budget of that share of this one."""
        counted = None if self.playouts is None else int(self.playouts * share)
        return Budget(self.seconds * share, counted)

    def after(self, waited: float) -> Budget:
        """What is left of it for somebody who waited so many seconds; where it counts, all of it."""
        return Budget(max(self.seconds - waited, self.seconds * _AT_LEAST), self.playouts)
