"""Melds that are possible but very rare: asked about once more before they are saved."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass

from scoring.models import MeldRarity
from scoring.rules.book import RuleBook
from scoring.rules.cards import Side
from scoring.rules.deal_score import DealRecord
from scoring.rules.rarity import Rarity, built_in_rarity, rarity_key


@dataclass(frozen=True, slots=True)
class RareMeld:
    """A side's meld that hardly ever comes; `sentence` says how rare it is."""

    side: Side
    total: int
    sentence: str


def rarity_of(book: RuleBook) -> Rarity | None:
    """How rare melds are under this book; None where that is not known. One query for a club's own book."""
    built_in = built_in_rarity(book)
    if built_in is not None:
        return built_in
    row = MeldRarity.objects.filter(depends_on=rarity_key(book)).first()
    return row.table if row else None


def rare_melds(
    book: RuleBook, record: DealRecord, *, saved: Mapping[Side, int], known: Container[Side] = ()
) -> Iterator[RareMeld]:
    """The melds of this record to ask about, in the order of the card's columns.

    Not what is `saved` already, nor the melds of sides whose cards are `known`, nor those of a
    hand without trump, of which no table is made.
    """
    if record.trump is None:
        return
    doubtful = [side for side in book.sides if side not in known and record.meld.get(side) != saved.get(side)]
    rarity = rarity_of(book) if any(record.meld.get(side) for side in doubtful) else None
    for side in doubtful:
        total = record.meld.get(side, 0)
        if rarity is not None and total and rarity.is_very_rare(total):
            yield RareMeld(side, total, rarity.sentence(total))


def answer_of(melds: Iterable[RareMeld]) -> str:
    """What a form sends to say that these very melds are right: `NS=87 EW=120`."""
    return " ".join(f"{meld.side}={meld.total}" for meld in melds)
