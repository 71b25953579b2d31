"""How rare a side's meld is: tables of how often a side melded so many points in simulated deals.

The tables of the built-in books lie beside them (`books/rarity/*.json`), written by
`manage.py simulate --rarity`. A table holds for every book with the same cards, exchange and
meld table, whatever else is changed; for any other there is none until it is simulated.

What was simulated: bots bid, name trump, pass cards and take the kitty as they do at the table,
and lay down all their meld; a side's total is one case, as the score card records it. Hands in
which no trump was named are left out, and no table is for them. People who bid and pass
otherwise meld a little otherwise: good enough to ask a question, and nothing else is done with it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from .book import BOOKS_FOLDER, RuleBook

RARITY_FOLDER: Final = BOOKS_FOLDER / "rarity"
VERY_RARE: Final = 10_000
FEWEST_SIDES: Final = 50_000  # with fewer, whether a total is rare would itself be a guess


@dataclass(frozen=True, slots=True)
class Rarity:
    """How often a side melded a total: `totals` of so many `sides` in all."""

    sides: int
    totals: Mapping[int, int]

    def is_very_rare(self, total: int) -> bool:
        """Whether a side melds exactly this in fewer than one hand in `VERY_RARE`."""
        return self.sides >= FEWEST_SIDES and self.totals.get(total, 0) * VERY_RARE < self.sides

    def sentence(self, total: int) -> str:
        """`87 is a very rare meld (about 1 hand in 40,000).`"""
        return f"{total} is a very rare meld ({self._odds(total)})."

    def _odds(self, total: int) -> str:
        seen = self.totals.get(total, 0)
        if seen:
            return f"about 1 hand in {_round(self.sides / seen):,}"
        # Never seen in n: with 95 % certainty rarer than 3 in n.
        return f"less than 1 hand in {_round(self.sides / 3):,}"

    def to_data(self) -> dict[str, Any]:
        """Plain data for JSON; `rarity_from_data` is the inverse."""
        return {"sides": self.sides, "totals": {str(total): self.totals[total] for total in sorted(self.totals)}}


def rarity_from_data(data: Mapping[str, Any]) -> Rarity:
    """The table that `Rarity.to_data` wrote."""
    return Rarity(data["sides"], {int(total): count for total, count in data["totals"].items()})


def rarity_key(book: RuleBook) -> str:
    """The fingerprint of what the melds on the table depend on: cards, exchange and meld table.

    How high people bid, and what a deal scores, moves them too little to matter for a question.
    """
    parts = {
        "ranks": book.deck.ranks,
        "copies": book.deck.copies,
        "deal": [book.deal.players, book.deal.hand_size, book.deal.kitty_size],
        "marriage_needed": book.auction.marriage_needed,
        "passing": book.passing.model_dump(mode="json") if book.passing else None,
        "kitty": book.kitty.model_dump(mode="json", include={"meld_before_burying"}) if book.kitty else None,
        "redeal": book.redeal.nines,
        "meld": book.meld.model_dump(mode="json", exclude={"aces_told"}),
    }
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


def built_in_rarity(book: RuleBook) -> Rarity | None:
    """The table that came with the app and fits this book; None where none does."""
    return _built_in().get(rarity_key(book))


def table_path(book: RuleBook) -> Path:
    """Where the table of a built-in book lies."""
    return RARITY_FOLDER / f"{book.key}.json"


def table_text(book: RuleBook, rarity: Rarity, **about: Any) -> str:
    """The file of a table: what it depends on, how it was made (`about`), and the figures."""
    data = {"book": book.key, **about, "depends_on": rarity_key(book), **rarity.to_data()}
    return json.dumps(data, indent=1) + "\n"


@lru_cache(maxsize=1)
def _built_in() -> dict[str, Rarity]:
    tables = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(RARITY_FOLDER.glob("*.json"))]
    return {table["depends_on"]: rarity_from_data(table) for table in tables}


def _round(number: float) -> int:
    """Rounded to one digit, to two where the first is a 1: 38,462 becomes 40,000."""
    digits = str(int(number))
    step = int(10 ** max(0, len(digits) - (2 if digits.startswith("1") else 1)))
    return round(number / step) * step
