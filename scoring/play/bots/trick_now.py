"""The trick as it stands, from the seat whose turn it is: what each card promises now, and is worth kept for later."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from scoring.play.seat_view import SeatView
from scoring.rules import tricks
from scoring.rules.cards import Card, Seat, Suit

from .known import HEIGHTS, Known

# What a card kept is worth later, in points. Found by playing such values against each other.
SIDE_BOSS: Final = 1.5
_SIDE_SECOND: Final = 0.45
_LOSING_COUNTER: Final = -0.3
_TRUMP: Final = 1.0
_TRUMP_HEIGHT: Final = 0.12
_TRUMP_BOSS: Final = 1.1

# Points that later players add to a trick: a partner more than an opponent.
_PARTNER_ADDS: Final = 0.75
_OPPONENT_ADDS: Final = 0.35


@dataclass(frozen=True, slots=True)
class Prospect:
    """What a card promises: how likely the own side wins the trick, and what it is worth."""

    chance: float
    worth: float


class TrickNow:
    """The trick on the table, from the seat whose turn it is."""

    def __init__(self, view: SeatView, known: Known) -> None:
        assert view.trick is not None, view
        self.view, self.known, self.trump, self.partner = view, known, view.trump, view.partner
        book = view.book
        self.cards = view.trick.cards
        self.is_lead = not self.cards
        order = book.seats_from(view.trick.leader)
        self.later: tuple[Seat, ...] = order[len(self.cards) + 1 :]
        self.points = sum(map(book.card_points, self.cards))
        self.best: Card | None = None
        self.holder: Seat | None = None
        if self.cards:
            place = tricks.winner(self.cards, self.trump)
            self.best, self.holder = self.cards[place], order[place]
        self.is_last_trick = len(view.hand) == 1
        self._prospects: dict[Card, Prospect] = {}

    @property
    def partner_holds(self) -> bool:
        """Whether the partner's card is the best so far."""
        return self.holder is not None and self.holder == self.partner

    def worth(self, card: Card) -> float:
        return self.prospect(card).worth

    def prospect(self, card: Card) -> Prospect:
        """What `card` promises in this trick and costs later."""
        if card not in self._prospects:
            self._prospects[card] = self._look_at(card)
        return self._prospects[card]

    def _look_at(self, card: Card) -> Prospect:
        led = self.cards[0].suit if self.cards else card.suit
        wins = self.best is None or card.beats(self.best, self.trump)
        top = card if wins or self.best is None else self.best
        ours = 1.0 if wins or self.partner_holds else 0.0
        partner, added_ours, added_theirs = self.partner, 0.0, 0.0
        for seat in self.later:
            over = self.chance_over(seat, top, led)
            if seat == partner:
                ours += (1 - ours) * over
                added_ours += _PARTNER_ADDS
                added_theirs += _OPPONENT_ADDS
            else:
                ours *= 1 - over
                added_ours += _OPPONENT_ADDS
                added_theirs += _PARTNER_ADDS
        points = self.points + self.view.book.card_points(card)
        if self.is_last_trick:
            points += self.view.book.deck.last_trick
        gain = ours * (points + added_ours) - (1 - ours) * (points + added_theirs)
        return Prospect(ours, gain - self.keep(card))

    def chance_over(self, seat: Seat, top: Card, led: Suit) -> float:
        """How likely `seat`, who plays later, beats `top`."""
        known = self.known
        share = self.view.hand_sizes[seat] / max(1, known.hidden)
        void = 1.0 if known.is_void(seat, led) else (1 - share) ** known.left[led]
        if top.suit != led:  # the trick is trumped
            return void * self._holds_higher(seat, top, share)
        follows = (1 - void) * self._holds_higher(seat, top, share) if void < 1 else 0.0
        if self.trump is None or led == self.trump or known.is_void(seat, self.trump):
            return follows
        return follows + void * (1 - (1 - share) ** known.left[self.trump])

    def _holds_higher(self, seat: Seat, top: Card, share: float) -> float:
        if self.known.highest[seat][top.suit] <= HEIGHTS[top.rank]:
            return 0.0
        higher = self.known.higher_left(top)
        return 1 - (1 - share) ** higher if higher else 0.0

    def keep(self, card: Card) -> float:
        """What the card would be worth later in the hand."""
        higher = self.known.higher_left(card)
        if card.suit == self.trump:
            if not higher:
                return _TRUMP + _TRUMP_BOSS
            return _TRUMP + _TRUMP_HEIGHT * HEIGHTS[card.rank]
        if not higher:
            return SIDE_BOSS if self.known.left[card.suit] else SIDE_BOSS / 2
        if higher <= self.view.book.deck.copies // 2:
            return _SIDE_SECOND
        return (_LOSING_COUNTER if self.view.book.card_points(card) else 0.0) + 0.01 * HEIGHTS[card.rank]
