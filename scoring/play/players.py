"""Seats, their players, and bots' names. Pure."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from scoring.rules.book import RuleBook
from scoring.rules.cards import Seat

YOU: Final = "you"
UNNAMED: Final = "You"
"""What a player is called who gave no name, on the score card too."""
BOT_NAMES: Final = (
    "Walter", "Doris", "Stan", "Betty", "Earl", "Mabel", "Hank", "Rosie", "Frank", "Shirley", "Ray", "Peggy",
    "Norm", "Edna", "Lou", "Marge",
)  # fmt: skip

Seats = dict[Seat, dict[str, str]]
"""Of each seat who plays (`you`, or a bot's strength) and the name: `{"player": …, "name": …}`."""


def bot_names(chance: random.Random, taken: Iterable[str]) -> Iterator[str]:
    """Bots' names in random order, without those at the table."""
    free = [name for name in BOT_NAMES if name not in set(taken)]
    chance.shuffle(free)
    return iter(free)


def seats_with(book: RuleBook, bots: Mapping[Seat, str], chance: random.Random, own: str) -> Seats:
    """Named bots of these strengths; a seat without one is the player's, called `own`."""
    names = bot_names(chance, {own})
    return {
        seat: {"player": bots[seat], "name": next(names)} if seat in bots else {"player": YOU, "name": own}
        for seat in book.seats
    }


def seat_of_player(seats: Mapping[Seat, Mapping[str, str]]) -> Seat | None:
    """The player's seat; None where four bots play."""
    return next((seat for seat, sits in seats.items() if sits["player"] == YOU), None)


def usual_seat(book: RuleBook) -> Seat:
    return "S" if "S" in book.seats else book.seats[0]
