"""How much thinking a bot may do for one decision."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

SECONDS: Final = 0.2
_AT_LEAST: Final = 0.25  # of the seconds, however long somebody waited already


@dataclass(frozen=True, slots=True)
class Budget:
    """Seconds of one core for a decision, or a count of playouts where a result must repeat.

    With `playouts` the clock is not looked at: the same view, seed and count give the same
    decision on any machine. Where it `settles`, less is spent once it can be told what each option
    costs, and less than the seconds allow: only a slow machine comes to that.
    """

    seconds: float = SECONDS
    playouts: int | None = None
    settles: bool = False

    def part(self, share: float) -> Budget:
        """A budget of that share of this one."""
        counted = None if self.playouts is None else int(self.playouts * share)
        return replace(self, seconds=self.seconds * share, playouts=counted)

    def after(self, waited: float) -> Budget:
        """What is left of it for somebody who waited so many seconds; where it counts, all of it."""
        return replace(self, seconds=max(self.seconds - waited, self.seconds * _AT_LEAST))
