"""A player of few rules and no chance, for the deals that the golden transcripts tell.

The bots of `scoring.play.bots` grow better with time; these deals are to stay as they are.
"""

from __future__ import annotations

from collections.abc import Iterable

from scoring.play.actions import (
    Action,
    Answer,
    Bid,
    Bury,
    CallPartner,
    Declare,
    LayMeld,
    NameTrump,
    PassCards,
    PlayCard,
    Redeal,
)
from scoring.play.seat_view import SeatView
from scoring.play.state import Cards, Choices
from scoring.play.table import Decision
from scoring.rules import exchange, tricks
from scoring.rules.cards import Card, Suit
from scoring.rules.melds import meld_total


class PlainPlayer:
    """Bids its meld and half of all points, names its best suit, wins tricks as cheaply as it can."""

    def choose(self, view: SeatView) -> Decision:
        return Decision(self._action(view, view.asked), "It is what a plain player does.")

    def _action(self, view: SeatView, asked: Choices) -> Action:
        seat = asked.seat
        match asked.kind:
            case "redeal":
                return Redeal(seat, claimed=False)
            case "bid":
                return Bid(seat, self._bid(view, asked))
            case "trump":
                return NameTrump(seat, self._trump(view, asked.suits))
            case "partner":
                return CallPartner(seat, next((c for c in asked.cards if c not in view.hand), (*asked.seats, None)[0]))
            case "pass_cards":
                return PassCards(seat, self._passed(view, asked))
            case "bury":
                return Bury(seat, _lowest(asked.cards, view.trump)[: asked.count])
            case "meld":
                return LayMeld(seat, exchange.best_laid(view.book, asked.cards, view.trump))
            case "declare":
                return Declare(seat, "play")
            case "answer":
                return Answer(seat, stands=False)
            case _:
                return PlayCard(seat, self._card(view, asked.cards))

    def _bid(self, view: SeatView, asked: Choices) -> int | None:
        suits = exchange.trump_choices(view.book, view.hand)
        meld = max((meld_total(view.book, view.hand, suit) for suit in suits), default=-view.book.total_points)
        worth = meld + view.book.total_points // 2
        return asked.lowest_bid if asked.lowest_bid is not None and asked.lowest_bid <= worth else None

    def _trump(self, view: SeatView, suits: tuple[Suit, ...]) -> Suit | None:
        def worth(suit: Suit) -> tuple[int, int]:
            return meld_total(view.book, view.hand, suit), sum(card.suit == suit for card in view.hand)

        return max(suits, key=worth, default=None)

    def _passed(self, view: SeatView, asked: Choices) -> Cards:
        """The bidder's partner gives trumps and high cards, the bidder what it needs least."""
        rising = _lowest(asked.cards, view.trump)
        return rising[: asked.count] if view.seat == view.bidder else rising[-asked.count :]

    def _card(self, view: SeatView, cards: Cards) -> Card:
        rising = _lowest(cards, view.trump)
        if view.trick is None or not view.trick.cards:
            return max(
                (card for card in rising if card.suit != view.trump), key=lambda card: card.height, default=rising[-1]
            )
        winning = tricks.winner(view.trick.cards, view.trump)
        if view.book.seats_from(view.trick.leader)[winning] == view.partner:
            return max(rising, key=lambda card: (view.book.card_points(card), -card.height))
        best = view.trick.cards[winning]
        return next((card for card in rising if card.beats(best, view.trump)), rising[0])


def _lowest(cards: Iterable[Card], trump: Suit | None) -> Cards:
    """Cards from the lowest to the highest, trumps last."""
    return tuple(sorted(cards, key=lambda card: (card.suit == trump, card.height, card.suit)))
