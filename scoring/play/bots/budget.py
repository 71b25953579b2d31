"""The thinking allowed for one decision."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

SECONDS: Final = 0.2
_AT_LEAST: Final = 0.25  # of the seconds, however long somebody waited already


@dataclass(frozen=True, slots=True)
class Budget:
    """Seconds of one core, or a count of playouts: then the clock isn't looked at, and results repeat. Where it
    `settles`, less is spent once each option's cost can be told."""

    seconds: float = SECONDS
    playouts: int | None = None
    settles: bool = False

    def part(self, share: float) -> Budget:
        counted = None if self.playouts is None else int(self.playouts * share)
        return replace(self, seconds=self.seconds * share, playouts=counted)

    def after(self, waited: float) -> Budget:
        """The rest after waiting so many seconds; a counting budget stays whole."""
        return replace(self, seconds=max(self.seconds - waited, self.seconds * _AT_LEAST))
