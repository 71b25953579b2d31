"""Cards, figures and lists as people write them: 10♥ for `TH`, −27, `A, B and C`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from fractions import Fraction
from typing import Any, Final

from .cards import LETTERED_SEATS, RANKS, SUITS, Card, Rank, Seat, Suit

SUIT_SIGNS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
SUIT_NAMES: Final = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
RANK_SIGNS: Final = {"A": "A", "T": "10", "K": "K", "Q": "Q", "J": "J", "9": "9"}
RANK_NAMES: Final = {
    "A": "ace",
    "T": "ten",
    "K": "king",
    "Q": "queen",
    "J": "jack",
    "9": "nine",
}
COMPASS: Final = {"N": "North", "E": "East", "S": "South", "W": "West"}
LETTERS: Final = {seat: f"Player {seat}" for seat in LETTERED_SEATS}
SEAT_NAMES: Final = {**LETTERS, **COMPASS}
"""Of tables for three and four; `RuleBook.seat_names` has those of any, where E may be the fifth player."""
NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")
MINUS: Final = "−"


def seat_name(seat: Seat, seats: Collection[Seat]) -> str:
    """`East`; of a table with a Player A, `Player E`."""
    return (LETTERS if "A" in seats else COMPASS).get(seat, seat)


# -- cards -------------------------------------------------------------------------------


def sign(card: Card) -> str:
    """`10♥` for the ten of hearts."""
    return RANK_SIGNS[card.rank] + SUIT_SIGNS[card.suit]


def name(card: Card) -> str:
    """`ten of hearts`."""
    return f"{RANK_NAMES[card.rank]} of {SUIT_NAMES[card.suit]}"


def parse_cards(text: str) -> tuple[Card, ...]:
    """Cards from a text such as `AS TH, 9D`; raises `CardError` at the first that is none."""
    return tuple(Card.parse(word) for word in text.replace(",", " ").split())


def format_cards(cards: Iterable[Card]) -> str:
    """The inverse of `parse_cards`: `AS TH 9D`."""
    return " ".join(str(card) for card in cards)


def sort_key(card: Card) -> tuple[int, int]:
    """Sorts a hand by suit (♠ ♥ ♦ ♣) and, in a suit, from high to low."""
    return SUITS.index(card.suit), RANKS.index(card.rank)


def suit_with_sign(suit: Suit) -> str:
    """`♥ hearts`: shape and name, so that color is never the only sign."""
    return f"{SUIT_SIGNS[suit]} {SUIT_NAMES[suit]}"


def rank_plural(rank: Rank) -> str:
    """`aces`, `kings`, …"""
    return RANK_NAMES[rank] + "s"


# -- figures and lists in a sentence -----------------------------------------------------


def number(count: int) -> str:
    """A small number in words, as it stands in a sentence: `two`; from nine on in figures."""
    return NUMBERS[count] if 0 <= count < len(NUMBERS) else str(count)


def counted(count: int, noun: str, plural: str = "") -> str:
    """`1 hand`, `4 hands`, `−27 points`; with a `plural` where it takes more than an s: `2 people`."""
    return f"{figure_text(count)} {noun if count == 1 else plural or f'{noun}s'}"


def numbered(noun: str, numbers: Sequence[str]) -> str:
    """`hand 2`, `hands 2 and 5`: things by their numbers, one at least."""
    return f"{noun if len(numbers) == 1 else f'{noun}s'} {listed(numbers)}"


def figure_text(points: int) -> str:
    """`33`, `−27`: a total as on the card, with a true minus sign."""
    return f"{MINUS}{-points}" if points < 0 else str(points)


def figure_words(figure: Fraction | float) -> str:
    """`4,120`, `−27`; a half, as clubs kept them in earlier seasons, as `7.5`."""
    return decimal_words(Fraction(figure)) if figure % 1 else f"{MINUS if figure < 0 else ''}{abs(int(figure)):,}"


def average(points: Sequence[int]) -> int:
    """The mean in whole points, halves up; 0 of nothing."""
    return (2 * sum(points) + len(points)) // (2 * len(points)) if points else 0


def decimal_words(figure: Fraction | int, digits: int = 1) -> str:
    """`41.3`, `−0.5`: halves away from zero."""
    whole = (2 * abs(figure.numerator) * 10**digits + figure.denominator) // (2 * figure.denominator)
    shown, part = divmod(whole, 10**digits)
    return f"{MINUS if figure < 0 and whole else ''}{shown:,}.{part:0{digits}}"


def decimal_number(figure: Fraction | int, digits: int = 3) -> float:
    """The same for files: 49.563."""
    return float(decimal_words(figure, digits).replace(MINUS, "-").replace(",", ""))


def signed(points: float, words: Callable[[Any], str] = figure_text) -> str:
    """`+33`, `−27`, `0`: a change of a total, with its sign, its figure in these words."""
    return f"+{words(points)}" if points > 0 else words(points)


def listed(texts: Sequence[str], last: str = "and") -> str:
    """`A`, `A and B`, `A, B and C`."""
    if len(texts) < 2:
        return "".join(texts)
    return f"{', '.join(texts[:-1])} {last} {texts[-1]}"


def ended(sentence: str) -> str:
    """A sentence with its full stop, unless it ends in one, as `Bob O’Neil Jr.` does."""
    return sentence if sentence.endswith(".") else f"{sentence}."


def lowered(sentence: str) -> str:
    """A sentence or a title as it stands in the middle of another one."""
    return sentence[:1].lower() + sentence[1:]
