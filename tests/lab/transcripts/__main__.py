"""`python -m tests.lab.transcripts`: one whole deal of each rule book as a text, for the tests to hold on to.

Run it after a change that is meant to change how deals go or read, and look at the difference.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Final

from scoring.play.state import DealState, begin
from scoring.play.table import play_out
from scoring.rules.book import RuleBook, built_in_books
from scoring.rules.dealing import deal
from tests.lab.transcripts import format_deal, with_sorted_hands
from tests.lab.transcripts.plain_player import PlainPlayer

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


def main(folder: Path) -> None:
    for key, book in built_in_books().items():
        if not book.bots_play:
            continue
        path = folder / f"{key}.txt"
        path.write_text(format_deal(told_deal(book, SEEDS.get(key, 1))), encoding="utf-8")
        print(path)


def told_deal(book: RuleBook, seed: int) -> DealState:
    """A deal of plain players: the same for the same seed."""
    rng = random.Random(seed)
    dealer = rng.choice(book.seats)
    standing = {side: rng.randrange(-20, 120) for side in book.columns}
    state = begin(book, dealer, with_sorted_hands(deal(book, rng, dealer)), standing)
    return play_out(state, dict.fromkeys(book.seats, PlainPlayer()))


if __name__ == "__main__":
    main(Path(__file__).parent)
