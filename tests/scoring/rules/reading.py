"""Cards and figures read back from what people are shown."""

from scoring.rules.cards import Card, CardError
from scoring.rules.notation import MINUS, RANK_SIGNS, SUIT_SIGNS

RANKS = {sign: rank for rank, sign in RANK_SIGNS.items()}
SUITS = {sign: suit for suit, sign in SUIT_SIGNS.items()}


def parse_sign(text: str) -> Card:
    """The inverse of `sign`; raises `CardError` for anything else."""
    rank, suit = RANKS.get(text[:-1]), SUITS.get(text[-1:])
    if rank is None or suit is None:
        raise CardError(f"“{text}” is no card: write the rank (A 10 K Q J 9) and then the suit (♠ ♥ ♦ ♣), as in 10♥.")
    return Card(rank, suit)


def parse_figure(text: str) -> int:
    """The inverse of `figure_text`; raises `ValueError` for what is no whole number."""
    try:
        return int(text.replace(MINUS, "-"))
    except ValueError:
        raise ValueError(f"“{text}” is no whole number.") from None
