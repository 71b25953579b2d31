"""Actions in words: as advice, as a choice, and as done."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from scoring.play import actions
from scoring.rules.cards import Card, Seat
from scoring.rules.notation import SEAT_NAMES, listed, lowered, number, sign, sort_key, suit_with_sign


class ActionWords(NamedTuple):
    """`advice`: `Bid 52`, `Play K♠`; `choice`: `Bid 52`, `K♠`; `in_a_row`: `bid 52`, `K♠`; `done`: `passed`, `K♠`."""

    advice: str
    choice: str
    in_a_row: str
    done: str


def words_of(action: actions.Action) -> ActionWords:
    match action:
        case actions.PlayCard(_, card):
            return _of_cards(f"Play {sign(card)}", sign(card))
        case actions.PassCards(_, cards):
            return _of_cards(f"Pass {listed(_in_order(cards))}", " ".join(_in_order(cards)))
        case actions.Bury(_, cards):
            return _of_cards(f"Bury {listed(_in_order(cards))}", " ".join(_in_order(cards)))
        case actions.LayMeld(_, cards):
            advice = f"Lay {listed(_in_order(cards))}" if cards else "Lay nothing"
            return _named(advice, f"laid {number(len(cards))} cards")
        case actions.Bid(_, amount):
            return _named("Pass", "passed") if amount is None else _named(f"Bid {amount}", f"bid {amount}")
        case actions.NameTrump(_, suit):
            named = suit_with_sign(suit) if suit else ""
            return _named(f"Name {named}", named) if named else _named("Say that there is no marriage", "no marriage")
        case actions.CallPartner(_, called):
            return _of_call(called)
        case actions.Declare(_, what):
            return _named(*_DECLARED[what])
        case actions.Answer(_, stands):
            return _named("Let it stand", "let it stand") if stands else _named("Have it played", "had it played")
        case actions.Redeal(_, claimed):
            words = ("Ask for new cards", "asked for new cards") if claimed else ("Keep these cards", "kept the cards")
            return _named(*words)
        case actions.LayDown():
            return _named("Claim the rest", "claimed the rest")


def _of_cards(advice: str, cards: str) -> ActionWords:
    return ActionWords(advice, cards, cards, cards)


def _of_call(called: Card | Seat | None) -> ActionWords:
    if called is None:
        return _named("Play alone", "played alone")
    whom = sign(called) if isinstance(called, Card) else SEAT_NAMES[called]
    return _named(f"Call {whom}", f"called {whom}")


def _named(advice: str, done: str) -> ActionWords:
    return ActionWords(advice, advice, lowered(advice), done)


_DECLARED: Final = {
    "play": ("Play the hand", "played the hand"),
    "moon": ("Shoot the moon", "shot the moon"),
    "throw_in": ("Throw the hand in", "threw the hand in"),
    "lay": ("Cut and lay", "cut and laid"),
}


def _in_order(cards: Iterable[Card]) -> list[str]:
    return [sign(card) for card in sorted(cards, key=sort_key)]
