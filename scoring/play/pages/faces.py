"""A playing card as it is drawn, and the own hand: sorted, in rows, with what may be done with each card."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby
from typing import Final, Literal

from scoring.play.actions import PlayCard, action_to_json
from scoring.play.seat_view import SeatView
from scoring.play.settings import Sort, TableSettings
from scoring.rules.cards import RANKS, Card, Suit
from scoring.rules.exchange import best_laid
from scoring.rules.notation import RANK_SIGNS, SUIT_NAMES, name
from scoring.rules.tricks import refusals

ALTERNATING: Final = "SHCD"
ONE_ROW: Final = 13
SIZES: Final = ((12, "few"), (15, "many"), (20, "most"))

State = Literal["rest", "can", "cannot", "choose"]


@dataclass(frozen=True, slots=True)
class Face:
    """A card's face: `code` as in forms (`TH`), `rank` as printed (`10`), the suit's name and the card's."""

    code: str
    rank: str
    suit: str
    name: str


@dataclass(frozen=True, slots=True)
class HandCard:
    """A card in the own hand: `rest` lies there, `can` and `cannot` be played, `choose` is a check box.

    `action` is what its key sends; `reason` the number of the sentence why not (0: none). `is_laid`: it is of the
    meld that is to be laid down.
    """

    face: Face
    state: State
    action: str = ""
    reason: int = 0
    chosen: bool = False
    is_new: bool = False
    is_laid: bool = False


@dataclass(frozen=True, slots=True)
class Reason:
    """Why some of the cards may not be played now."""

    number: int
    words: str


@dataclass(frozen=True, slots=True)
class HandContext:
    """The own hand: rows of suits of cards. `size` says how large it is: few, many, most or full."""

    rows: tuple[tuple[tuple[HandCard, ...], ...], ...]
    state: Literal["rest", "play", "choose"]
    reasons: tuple[Reason, ...]
    count: int
    choose: int = 0

    @property
    def size(self) -> str:
        return next((size for most, size in SIZES if self.count <= most), "full")


@lru_cache(maxsize=64)
def face_of(card: Card) -> Face:
    """The face of a card."""
    return Face(str(card), RANK_SIGNS[card.rank], SUIT_NAMES[card.suit], name(card))


def faces_of(cards: Iterable[Card]) -> tuple[Face, ...]:
    """The faces of cards, in their order."""
    return tuple(map(face_of, cards))


def action_text(action: object) -> str:
    """An action as a form sends it."""
    return json.dumps(action_to_json(action), separators=(",", ":"))  # type: ignore[arg-type]


# -- sorting -----------------------------------------------------------------------------


def suit_order(sort: Sort, trump: Suit | None) -> str:
    """The suits as a hand is sorted: black and red by turns, trump first where that was chosen.

    Trump first keeps the colours apart all the same: the order goes round.
    """
    if sort == "alternating" or trump is None:
        return ALTERNATING
    start = ALTERNATING.index(trump)
    return ALTERNATING[start:] + ALTERNATING[:start]


def sorted_cards(cards: Iterable[Card], sort: Sort, trump: Suit | None) -> tuple[Card, ...]:
    """Cards by suit as chosen, and in a suit from high to low."""
    order = suit_order(sort, trump)
    return tuple(sorted(cards, key=lambda card: (order.index(card.suit), RANKS.index(card.rank))))


# -- the hand ----------------------------------------------------------------------------


def hand_context(
    view: SeatView, settings: TableSettings, *, chosen: Sequence[Card] = (), asks: bool = True
) -> HandContext:
    """The hand with what may be done with it; with `asks` false it only lies there."""
    cards = sorted_cards(view.hand, settings.sort, view.trump)
    kind = view.choices.kind if view.choices is not None and asks else ""
    reasons: tuple[Reason, ...] = ()
    if kind == "play":
        keys, reasons = _playable(view, cards)
    elif kind in ("pass_cards", "bury") or (kind == "meld" and settings.count_own_meld):
        keys, reasons = _choosable(view, cards, chosen), ()
    else:
        laid = Counter(best_laid(view.book, view.hand, view.trump) if kind == "meld" else ())
        keys = [HandCard(face_of(card), "rest", is_laid=_taken(laid, card)) for card in cards]
    keys = _marked_new(view, cards, keys)
    state: Literal["rest", "play", "choose"] = "rest"
    if kind == "play":
        state = "play"
    elif any(key.state == "choose" for key in keys):
        state = "choose"
    count = view.choices.count if view.choices is not None and state == "choose" else 0
    return HandContext(_rows(cards, keys), state, reasons, len(cards), count)


def _taken(cards: Counter[Card], card: Card) -> bool:
    """Whether the card is one of those left; takes it out of them, since there are two or four of each."""
    cards[card] -= 1
    return cards[card] >= 0


def _playable(view: SeatView, cards: Sequence[Card]) -> tuple[list[HandCard], tuple[Reason, ...]]:
    assert view.choices is not None, view.phase
    trick = view.trick.cards if view.trick else ()
    refused = refusals(view.book, view.hand, trick, view.trump)
    sentences = list(dict.fromkeys(refusal.sentence for refusal in refused.values()))
    reasons = tuple(Reason(number, words) for number, words in enumerate(sentences, start=1))
    numbers: Mapping[str, int] = {reason.words: reason.number for reason in reasons}
    keys = []
    for card in cards:
        action = action_text(PlayCard(view.seat, card))
        if card in refused:
            keys.append(HandCard(face_of(card), "cannot", action, numbers[refused[card].sentence]))
        else:
            keys.append(HandCard(face_of(card), "can", action))
    return keys, reasons


def _choosable(view: SeatView, cards: Sequence[Card], chosen: Sequence[Card]) -> list[HandCard]:
    assert view.choices is not None, view.phase
    free, ticked = Counter(view.choices.cards), Counter(chosen)
    keys = []
    for card in cards:
        is_free = _taken(free, card)
        is_ticked = is_free and _taken(ticked, card)
        keys.append(HandCard(face_of(card), "choose" if is_free else "rest", chosen=is_ticked))
    return keys


def _marked_new(view: SeatView, cards: Sequence[Card], keys: list[HandCard]) -> list[HandCard]:
    """What came from the partner or the kitty is marked until the first card is played."""
    if view.tricks or (view.trick and view.trick.cards):
        return keys
    came = Counter((*view.received, *(view.kitty if view.seat == view.bidder else ())))
    return [replace(key, is_new=_taken(came, card)) for card, key in zip(cards, keys, strict=True)]


def _rows(cards: Sequence[Card], keys: Sequence[HandCard]) -> tuple[tuple[tuple[HandCard, ...], ...], ...]:
    """Suits in one row, or a large hand in two with about half of the cards in each."""
    pairs = groupby(zip(cards, keys, strict=True), key=lambda pair: pair[0].suit)
    suits = [tuple(key for _, key in group) for _, group in pairs]
    if len(cards) <= ONE_ROW:
        return (tuple(suits),) if suits else ()
    best = min(range(1, len(suits) + 1), key=lambda split: abs(len(cards) - 2 * sum(map(len, suits[:split]))))
    return tuple(row for row in (tuple(suits[:best]), tuple(suits[best:])) if row)
