"""The game that the benchmarks of saving write: twelve hands, each figure given."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from statistics import median
from typing import Any

from scoring.rules.book import built_in_books
from scoring.score_card.sheet import EntryData, Setup, Sheet, build_sheet
from tests.lab.benchmarks import sized
from tests.scoring.score_card.makers import made_hand, numbered

BOOK = built_in_books()["gwinnett"]
WHOLE = 12
HANDS = sized(2, WHOLE)


def entries() -> tuple[EntryData, ...]:
    """Made and set in turn, by one side and the other."""
    return numbered(
        tuple(entry for hand in range(1, HANDS + 1) for entry in made_hand(hand, book=BOOK.key, **figures(hand)))
    )


def figures(hand: int) -> dict[str, Any]:
    bidder = BOOK.seats[hand % 4]
    side = BOOK.side_of(bidder)
    other = BOOK.others(side)[0]
    take = 12 if hand % 3 else 6  # 5 of 25 is asked about
    return {
        "dealer": BOOK.seats[(hand - 1) % 4],
        "bidder": bidder,
        "bid": 21 + hand,
        "trump": "HSDC"[hand % 4],
        "meld": {side: 20, other: 4},
        "take": {side: take, other: BOOK.total_points - take},
    }


def forms() -> Iterator[tuple[str, dict[str, Any]]]:
    """What is posted for each entry: the end of the address, and the fields."""
    for seen, entry in enumerate(entries()):
        yield form_of(entry, seen)


def form_of(entry: EntryData, seen: int) -> tuple[str, dict[str, Any]]:
    """What is posted for an entry by a page that has seen so many."""
    typed = dict(entry.payload) if entry.kind == "bid" else {}
    for name in ("meld", "take"):
        typed |= {f"{name}_{side}": figure for side, figure in entry.payload.get(name, {}).items()}
    fields = {name: value for name, value in typed.items() if value not in (None, False)}
    return f"hands/{entry.hand}/{entry.kind}/", {**fields, "seen": seen}


def typical_time(games: Sequence[Sequence[float]]) -> float:
    """The time of a game in which each step takes what it takes at the median of these."""
    return sum(median(times) for times in zip(*games, strict=True))


@lru_cache
def sheet_after(number: int) -> Sheet:
    """The sheet that so many entries make."""
    return build_sheet(BOOK, Setup("N", HANDS), entries()[:number])
