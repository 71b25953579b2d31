"""A seat's possible actions: one small value for each kind.

As JSON an action is a list: kind, seat and the rest, cards as `AS TH`.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, Final, Literal

from scoring.rules.cards import ALL_SEATS, SUITS, Card, Seat, Suit
from scoring.rules.notation import format_cards, parse_cards

Declaration = Literal["play", "moon", "throw_in", "lay"]
DECLARATIONS: Final[tuple[Declaration, ...]] = ("play", "moon", "throw_in", "lay")


@dataclass(frozen=True, slots=True)
class Redeal:
    """The answer of a player whose hand may be dealt again."""

    seat: Seat
    claimed: bool


@dataclass(frozen=True, slots=True)
class Bid:
    """A bid, or a pass (`amount` None)."""

    seat: Seat
    amount: int | None


@dataclass(frozen=True, slots=True)
class NameTrump:
    """The bidder's trump; None where a needed marriage is missing."""

    seat: Seat
    suit: Suit | None


@dataclass(frozen=True, slots=True)
class CallPartner:
    """The bidder's call: a card, whose holder is the partner, or a player by name; None to play alone."""

    seat: Seat
    called: Card | Seat | None


@dataclass(frozen=True, slots=True)
class PassCards:
    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class LayMeld:
    """Cards laid down as meld, perhaps none."""

    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Bury:
    """Cards that the bidder puts away for the kitty."""

    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Declare:
    seat: Seat
    what: Declaration


@dataclass(frozen=True, slots=True)
class Answer:
    """An opponent's answer to cut and lay: let it stand, or have it played."""

    seat: Seat
    stands: bool


@dataclass(frozen=True, slots=True)
class PlayCard:
    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class LayDown:
    """A claim of the rest by the player on lead."""

    seat: Seat


Action = Redeal | Bid | NameTrump | CallPartner | PassCards | LayMeld | Bury | Declare | Answer | PlayCard | LayDown

KINDS: Final[dict[str, type[Action]]] = {
    "redeal": Redeal,
    "bid": Bid,
    "trump": NameTrump,
    "partner": CallPartner,
    "pass_cards": PassCards,
    "meld": LayMeld,
    "bury": Bury,
    "declare": Declare,
    "answer": Answer,
    "play": PlayCard,
    "lay_down": LayDown,
}
_NAMES: Final = {kind: name for name, kind in KINDS.items()}
OF_CARDS: Final[dict[str, type[PassCards | LayMeld | Bury]]] = {"pass_cards": PassCards, "meld": LayMeld, "bury": Bury}


def kind_of(action: Action) -> str:
    return _NAMES[type(action)]


def is_same(one: Action, other: Action) -> bool:
    """Whether two actions are the same, in whatever order their cards were chosen."""
    if isinstance(one, PassCards | Bury | LayMeld) and isinstance(other, PassCards | Bury | LayMeld):
        return type(one) is type(other) and one.seat == other.seat and sorted(one.cards) == sorted(other.cards)
    return one == other


def action_to_json(action: Action) -> list[Any]:
    """`["bid", "N", 52]`, `["pass_cards", "S", "AS TH JD"]`, `["lay_down", "E"]`."""
    values = [getattr(action, part.name) for part in fields(action)]
    return [kind_of(action), *map(_plain, values)]


def action_from_json(data: object) -> Action:
    """The inverse of `action_to_json`; raises `ValueError` for anything else."""
    action = _read(data)
    if action is None or action.seat not in ALL_SEATS:
        raise ValueError(f"{data!r} is no action.")
    return action


def _read(data: object) -> Action | None:
    match data:
        case ["redeal", str(seat), bool(claimed)]:
            return Redeal(seat, claimed)
        case ["bid", str(seat), None | int() as amount] if not isinstance(amount, bool):
            return Bid(seat, amount)
        case ["trump", str(seat), None | str() as suit] if suit is None or suit in tuple(SUITS):
            return NameTrump(seat, suit)
        case ["partner", str(seat), None | str() as called]:
            return CallPartner(seat, called if called is None or called in ALL_SEATS else Card.parse(called))
        case ["pass_cards" | "meld" | "bury" as kind, str(seat), str(cards)]:
            return OF_CARDS[kind](seat, parse_cards(cards))
        case ["declare", str(seat), "play" | "moon" | "throw_in" | "lay" as what]:
            return Declare(seat, what)
        case ["answer", str(seat), bool(stands)]:
            return Answer(seat, stands)
        case ["play", str(seat), str(card)]:
            return PlayCard(seat, Card.parse(card))
        case ["lay_down", str(seat)]:
            return LayDown(seat)
    return None


def _plain(value: Any) -> Any:
    if isinstance(value, Card):
        return str(value)
    return format_cards(value) if isinstance(value, tuple) else value
