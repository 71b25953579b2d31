"""Cards' faces, and the own hand: sorted, in rows, with each card's action."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, groupby, islice, product
from typing import Any, Final

from scoring.play.actions import PlayCard, action_to_json
from scoring.play.seat_view import SeatView
from scoring.play.settings import Sort, TableSettings
from scoring.rules.cards import RANKS, Card, Suit
from scoring.rules.exchange import best_laid
from scoring.rules.notation import RANK_SIGNS, SUIT_NAMES, name
from scoring.rules.tricks import refusals

ALTERNATING: Final = "SHCD"
ONE_ROW: Final = 13
LONGEST_ROW: Final = 15  # each card a finger wide, on a tablet held upright
SIZES: Final = ((12, "few"), (15, "many"), (20, "most"))
# How many cards a line of a phone holds: a finger's width each, and wider where no line has more.
ACROSS: Final = (6, 7, 8)

Face = Mapping[str, str]
Key = dict[str, Any]
Rows = list[list[list[Key]]]


@lru_cache(maxsize=64)
def face_of(card: Card) -> Face:
    """A card's face: `code` in forms (`TH`), printed `rank` (`10`), names of suit and card."""
    return {"code": str(card), "rank": RANK_SIGNS[card.rank], "suit": SUIT_NAMES[card.suit], "name": name(card)}


def faces_of(cards: Iterable[Card]) -> tuple[Face, ...]:
    return tuple(map(face_of, cards))


def action_text(action: object) -> str:
    return json.dumps(action_to_json(action), separators=(",", ":"))  # type: ignore[arg-type]


# -- sorting -----------------------------------------------------------------------------


def suit_order(sort: Sort, trump: Suit | None) -> str:
    """The order of suits: black and red by turns, beginning with trump where chosen (the order goes round)."""
    if sort == "alternating" or trump is None:
        return ALTERNATING
    start = ALTERNATING.index(trump)
    return ALTERNATING[start:] + ALTERNATING[:start]


def sorted_cards(cards: Iterable[Card], sort: Sort, trump: Suit | None) -> tuple[Card, ...]:
    """Cards by suit, and in a suit from high to low."""
    order = suit_order(sort, trump)
    return tuple(sorted(cards, key=lambda card: (order.index(card.suit), RANKS.index(card.rank))))


# -- the hand ----------------------------------------------------------------------------


def hand_context(
    view: SeatView, settings: TableSettings, *, chosen: Sequence[Card] = (), asks: bool = True
) -> dict[str, Any]:
    """The hand with its possible actions; without `asks` it only lies there. `lines` of a phone have so many cards
    each."""
    cards = sorted_cards(view.hand, settings.sort, view.trump)
    asked = view.choices if asks else None
    kind = asked.kind if asked else ""
    state, reasons = "rest", list[str]()
    if kind == "play":
        state, (keys, reasons) = "play", _playable(view, cards)
    elif asked and (kind in ("pass_cards", "bury") or (kind == "meld" and settings.count_own_meld)):
        free, ticked = Counter(asked.cards), Counter(chosen)
        keys = [_key(card, "choose", chosen=taken(ticked, card)) if taken(free, card) else _key(card) for card in cards]
        state = "choose" if any(key["state"] == "choose" for key in keys) else "rest"
    else:
        laid = Counter(best_laid(view.book, view.hand, view.trump) if kind == "meld" else ())
        keys = [_key(card, is_laid=taken(laid, card)) for card in cards]
    if not view.tricks and not (view.trick and view.trick.cards):
        # What came from the partner or the kitty is marked until the first card is played.
        came = Counter((*view.received, *(view.kitty if view.seat == view.bidder else ())))
        keys = [{**key, "is_new": taken(came, card)} for card, key in zip(cards, keys, strict=True)]
    suits = [len(tuple(suit)) for _, suit in groupby(cards, key=lambda card: card.suit)]
    lines = lines_of(suits)
    return {
        "rows": _rows(keys, suits, lines),
        "lines": list(map(sum, lines)),
        "across": max(ACROSS[0], *map(sum, lines), 0),
        "size": next((size for most, size in SIZES if len(cards) <= most), "full"),
        "state": state,
        "reasons": reasons,
        "count": len(cards),
        "choose": asked.count if asked and state == "choose" else 0,
    }


def _key(card: Card, state: str = "rest", **more: Any) -> Key:
    """A card in the own hand: at `rest`, a key that `can` or `cannot` be played (`reason`: the number of the
    sentence why), or a check box to `choose`. `is_laid`: part of the meld to lay; `starts`: begins a line on a
    phone."""
    return {"face": face_of(card), "state": state, **more}


def taken(cards: Counter[Card], card: Card) -> bool:
    """Whether the card is left in `cards`; removes it, since there are copies."""
    cards[card] -= 1
    return cards[card] >= 0


def _playable(view: SeatView, cards: Sequence[Card]) -> tuple[list[Key], list[str]]:
    trick = view.trick.cards if view.trick else ()
    refused = refusals(view.book, view.hand, trick, view.trump, leads_trump=view.asked.leads_trump)
    reasons = list(dict.fromkeys(refused.values()))
    keys = []
    for card in cards:
        why = 1 + reasons.index(refused[card]) if card in refused else 0
        action = action_text(PlayCard(view.seat, card))
        keys.append(_key(card, "cannot" if why else "can", action=action, reason=why))
    return keys, reasons


def lines_of(suits: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Suits in lines of a phone: few, then short ones. One that no line holds is torn in the middle, or so that its
    end fits beside the next."""
    ways = (_packed(pieces, most) for most in ACROSS for pieces in product(*map(_pieces, suits)))
    return min(ways, key=lambda lines: (len(lines), max(map(sum, lines), default=0)))


def _pieces(suit: int) -> list[tuple[int, ...]]:
    """A suit whole; too long for a line, in two, nearly halves first, or in three."""
    most = ACROSS[-1]
    if suit <= most:
        return [(suit,)]
    halves = sorted(range(max(2, suit - most), min(most, suit - 2) + 1), key=lambda first: abs(suit - 2 * first))
    return [(first, suit - first) for first in halves] or [(most, *rest) for rest in _pieces(suit - most)]


def _packed(pieces: Sequence[tuple[int, ...]], most: int) -> tuple[tuple[int, ...], ...]:
    """Pieces in lines, in order; never two of one suit side by side."""
    lines: list[tuple[int, ...]] = []
    for first, *rest in pieces:
        if lines and sum(lines[-1]) + first <= most:
            lines[-1] += (first,)
        else:
            lines.append((first,))
        lines += [(piece,) for piece in rest]
    return tuple(lines)


def _rows(keys: Sequence[Key], suits: Sequence[int], lines: Sequence[Sequence[int]]) -> Rows:
    """The pieces in one row, or a large hand in two: whole suits, or exactly half where a row would be wider than a
    tablet."""
    count = len(keys)
    half = count if count <= ONE_ROW else min(accumulate(suits), key=lambda end: abs(count - 2 * end))
    if max(half, count - half) > LONGEST_ROW:
        half = count // 2
    left, shown = iter(keys), 0
    rows: Rows = [[], []]
    for line in lines:
        for place, size in enumerate(line):
            here = min(half - shown, size) if shown < half else size
            first, *rest = islice(left, here)
            rows[shown >= half].append([{**first, "starts": not place and shown > 0}, *rest])
            if here < size:
                rows[1].append(list(islice(left, size - here)))
            shown += size
    return [row for row in rows if row]
