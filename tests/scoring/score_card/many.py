"""Books for tables of two to eight, made from the double deck's: what a hand of each is typed as, and comes to."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from scoring.rules.book import RuleBook, book_from_data, built_in_book
from scoring.rules.cards import Seat, Side
from scoring.score_card.forms.hands import box_of

PEOPLE: Final = ("Ann", "Bart", "Chris", "Dora", "Ed", "Flo", "Gus", "Hal")
LONG_NAMES: Final = (
    "Bartholomew Featherstone",
    "Christopher Vandenburgh",
    "Wilhelmina Schwarzenberg",
    "Maximiliane Oberhuber",
    "Mary Lou Tate",
    "Ed Lindqvist",
    "Ann Lowe",
    "Constantine Papadopoulos",
)


class Game(NamedTuple):
    """A table, and a plain hand at it (no bidder where nobody bids): figures by side, totals after it by column."""

    deal: Mapping[str, Any]
    copies: int
    bidder: Seat
    bid: int
    meld: Mapping[Side, int]
    take: Mapping[Side, int]
    totals: tuple[int, ...]
    partner: Seat | None = None
    base: str = "family-double"


GAMES: Final[Mapping[str, Game]] = {
    "two": Game(
        {"players": 2, "sides": "alone"}, 2, "", 0, {"A": 40, "B": 170}, {"A": 140, "B": 110}, (180, 280),
        base="two-handed",
    ),
    "three": Game(
        {"players": 3, "sides": "alone"}, 4, "B", 31, {"A": 2, "B": 20, "C": 7}, {"A": 4, "B": 15, "C": 6}, (6, 35, 13),
        base="gwinnett-3",
    ),
    "five": Game(
        {"players": 5, "sides": "called", "hand_size": 16},
        4, "B", 52, {"A": 6, "BD": 30, "C": 4, "E": 2}, {"ACE": 20, "BD": 30}, (26, 60, 24, 60, 22), "D",
    ),
    "six-2x3": Game(
        {"players": 6, "sides": "second", "hand_size": 20},
        6, "B", 52, {"ACE": 14, "BDF": 30}, {"ACE": 40, "BDF": 34}, (54, 64),
    ),
    "six-3x2": Game(
        {"players": 6, "sides": "across", "hand_size": 20},
        6, "B", 52, {"AD": 14, "BE": 30, "CF": 8}, {"AD": 26, "BE": 24, "CF": 24}, (40, 54, 32),
    ),
    "eight": Game(
        {"players": 8, "sides": "across", "hand_size": 20},
        8, "B", 52, {"AE": 14, "BF": 30, "CG": 8, "DH": 0}, {"AE": 26, "BF": 24, "CG": 24, "DH": 24}, (40, 54, 32, 24),
    ),
}  # fmt: skip


def made_book(game: str) -> RuleBook:
    if GAMES[game].base != "family-double":
        return built_in_book(GAMES[game].base)
    data = json.loads(built_in_book("family-double").to_json())
    data |= {"key": f"made-{game}", "name": f"{game} at a table", "short_name": game, "passing": None}
    data["deck"]["copies"] = GAMES[game].copies
    data["meld"]["minimum"], data["contract"]["below_minimum"] = 0, "played"  # so that plain figures add up
    data["deal"] |= {"packets": [[4]], **GAMES[game].deal}
    return book_from_data(data)


def boxes(game: str, step: str) -> dict[str, int]:
    """The figures of a step by field."""
    hand, book = GAMES[game], made_book(game)
    return {
        box_of(step, side, hand.bidder, is_called=book.deal.calls_partner): figure
        for side, figure in (hand.meld if step == "meld" else hand.take).items()
    }
