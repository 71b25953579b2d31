"""The deals that `tests/transcripts` tells."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Final

from scoring.play.state import begin
from scoring.play.table import play_out
from scoring.rules.book import built_in_book
from scoring.rules.dealing import deal

from .plain_player import PlainPlayer
from .writing import format_deal, with_sorted_hands

GOLDEN: Final = Path(__file__).parents[3] / "transcripts"
# Chosen so that each deal shows something of its book: a question about new cards, a set bid, a stuck dealer, …
SEEDS: Final = {
    "st-hilary": 29,
    "hidden-valley": 10,
    "family-double": 9,
    "npa": 1,
    "gwinnett": 3,
    "gwinnett-3": 1,
    "cutthroat": 2,
}


def golden(key: str) -> str:
    """The text of a deal of plain players under a rule book."""
    book, chance = built_in_book(key), random.Random(SEEDS[key])
    dealer = chance.choice(book.seats)
    standing = {side: chance.randrange(-20, 120) for side in book.sides}
    state = begin(book, dealer, with_sorted_hands(deal(book, chance, dealer)), standing)
    return format_deal(play_out(state, dict.fromkeys(book.seats, PlainPlayer())))
