"""The built-in books that a proof goes through."""

from typing import Final

from scoring.rules.book import built_in_books

from .sampling import SOAK

# They differ in figures alone from books that are always tried.
ALIKE: Final = frozenset({"double-500", "tens-1500", "ten-ten-five"})

TRIED: Final = tuple(key for key in built_in_books() if SOAK or key not in ALIKE)
"""In the short run those that differ in kind; in a soak all."""
STEADY: Final = tuple(key for key in TRIED if not built_in_books()[key].deal.calls_partner)
"""Those of them with the same sides all game long."""
PLAYED: Final = tuple(key for key in TRIED if built_in_books()[key].bots_play)
"""Those of them that bots play."""
ON_BOARDS: Final = tuple(key for key in PLAYED if built_in_books()[key].deal.players in (3, 4))
"""Those of them that are played with boards."""
