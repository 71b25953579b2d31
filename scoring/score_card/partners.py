"""Partners in the next game: the ways to make sides of the same players, new ones first. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final

from scoring.rules.book import RuleBook
from scoring.rules.cards import Seat

from .names import Names

# Of four all three; six and eight have dozens, and more than a table reads through.
MOST_WAYS: Final = 8


def same_seats(book: RuleBook) -> str:
    return "".join(book.seats)


def seatings(book: RuleBook) -> Iterator[str]:
    """Seat by seat, the place that its player had: every way to make the sides once. The first player stays."""
    sides = [book.seats_of(side) for side in book.sides]
    for teams in _teams(book.seats, len(sides[0])):
        at = {
            seat: player
            for side, team in zip(sides, teams, strict=True)
            for seat, player in zip(side, team, strict=True)
        }
        yield "".join(at[seat] for seat in book.seats)


def _teams(players: Sequence[Seat], size: int) -> Iterator[tuple[tuple[Seat, ...], ...]]:
    if not players:
        yield ()
        return
    first, *others = players
    for mates in combinations(others, size - 1):
        rest = [player for player in others if player not in mates]
        yield from (((first, *mates), *teams) for teams in _teams(rest, size))


def partnings(names: Names, games: Iterable[Mapping[Seat, str]]) -> list[tuple[str, str]]:
    """The ways to make sides of a card's players, least played in `games` first, the present one last among equals: its
    seating, and `Ann & Bea – Carl & Dom (played once)`. None in a book without partners."""
    if not names.book.has_partners:
        return []
    played = [_pairs(names.book, [seats.get(seat) or seat for seat in names.book.seats]) for seats in games]

    def times(seating: str) -> int:
        return played.count(_pairs(names.book, [names.players.get(seat) or seat for seat in seating]))

    def words(seating: str) -> str:
        seated = Names(names.book, moved(names.book, seating, names.seats), {})
        return f"{' – '.join(seated.sides.values())} ({_played(times(seating))})"

    same = same_seats(names.book)
    ways = sorted((seating for seating in seatings(names.book) if seating != same), key=times)[: MOST_WAYS - 1]
    return [(seating, words(seating)) for seating in sorted((*ways, same), key=times)]


def _played(times: int) -> str:
    """`not played yet`, `played once`, `played 3 times`."""
    return f"played {'once' if times == 1 else f'{times} times'}" if times else "not played yet"


def _pairs(book: RuleBook, players: Sequence[str]) -> frozenset[frozenset[str]]:
    at = dict(zip(book.seats, players, strict=True))
    return frozenset(frozenset(at[seat] for seat in book.seats_of(side)) for side in book.sides)


def moved(book: RuleBook, seating: str, players: Mapping[Seat, str]) -> dict[Seat, str]:
    """The players by seat in this seating."""
    return {seat: players.get(before, "") for seat, before in zip(book.seats, seating or book.seats, strict=True)}
