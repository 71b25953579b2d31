"""Partners in the next game: every way to pair four players, new ones first. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from scoring.rules.book import RuleBook
from scoring.rules.cards import Seat

from .names import Names

# Whose place each of the four takes, in the order of the seats: the first player stays and has each of the others as
# partner once.
SEATINGS = ("NESW", "NSEW", "NEWS")
SAME = SEATINGS[0]


@dataclass(frozen=True, slots=True)
class Partners:
    """One way to sit down: `seating` gives, seat by seat, the place its player had; `games` counts the games played
    so."""

    seating: str
    words: str
    games: int

    @property
    def said(self) -> str:
        """`not played yet`, `played once`, `played 3 times`."""
        if not self.games:
            return "not played yet"
        return "played once" if self.games == 1 else f"played {self.games} times"


def partnings(names: Names, games: Iterable[Mapping[Seat, str]]) -> tuple[Partners, ...]:
    """Every way to pair a card's players, least played first, the present one last among equals. `games` are the
    seatings of this game and those before it. None in a book without partners."""
    if not names.book.is_partnership:
        return ()
    played = [_pairs(names.book, [seats.get(seat) or seat for seat in names.book.seats]) for seats in games]
    ways = (_way(names, seating, played) for seating in (*SEATINGS[1:], SAME))
    return tuple(sorted(ways, key=lambda way: way.games))


def _way(names: Names, seating: str, played: Sequence[frozenset[frozenset[str]]]) -> Partners:
    seated = Names(names.book, moved(names.book, seating, names.seats), {})
    pairs = _pairs(names.book, [names.players.get(seat) or seat for seat in seating])
    return Partners(seating, " – ".join(seated.sides.values()), played.count(pairs))


def _pairs(book: RuleBook, players: Sequence[str]) -> frozenset[frozenset[str]]:
    at = dict(zip(book.seats, players, strict=True))
    return frozenset(frozenset(at[seat] for seat in book.seats_of(side)) for side in book.sides)


def moved(book: RuleBook, seating: str, players: Mapping[Seat, str]) -> dict[Seat, str]:
    """The players by seat in this seating."""
    return {seat: players.get(before, "") for seat, before in zip(book.seats, seating or book.seats, strict=True)}
