"""Partners in the next game: every way to pair four players, new ones first. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from scoring.rules.book import RuleBook
from scoring.rules.cards import Seat

from .names import Names

# Seat by seat, the place that its player had: the first player stays and has each of the others as partner once.
SEATINGS = ("NESW", "NSEW", "NEWS")
SAME = SEATINGS[0]


def partnings(names: Names, games: Iterable[Mapping[Seat, str]]) -> list[tuple[str, str]]:
    """Every way to pair a card's players, least played in `games` first, the present one last among equals: its
    seating, and `Ann & Bea – Carl & Dom (played once)`. None in a book without partners."""
    if not names.book.has_partners:
        return []
    played = [_pairs(names.book, [seats.get(seat) or seat for seat in names.book.seats]) for seats in games]

    def times(seating: str) -> int:
        return played.count(_pairs(names.book, [names.players.get(seat) or seat for seat in seating]))

    def words(seating: str) -> str:
        seated = Names(names.book, moved(names.book, seating, names.seats), {})
        return f"{' – '.join(seated.sides.values())} ({_played(times(seating))})"

    return [(seating, words(seating)) for seating in sorted((*SEATINGS[1:], SAME), key=times)]


def _played(times: int) -> str:
    """`not played yet`, `played once`, `played 3 times`."""
    return f"played {'once' if times == 1 else f'{times} times'}" if times else "not played yet"


def _pairs(book: RuleBook, players: Sequence[str]) -> frozenset[frozenset[str]]:
    at = dict(zip(book.seats, players, strict=True))
    return frozenset(frozenset(at[seat] for seat in book.seats_of(side)) for side in book.sides)


def moved(book: RuleBook, seating: str, players: Mapping[Seat, str]) -> dict[Seat, str]:
    """The players by seat in this seating."""
    return {seat: players.get(before, "") for seat, before in zip(book.seats, seating or book.seats, strict=True)}
