"""The trick from the seat on turn: its holder, and each card's promise."""

from __future__ import annotations

from scoring.play.engine.club_cards import Ways, chance_over, outlook_with, usual_ways
from scoring.play.engine.tables import CARDS, PLACE_OF
from scoring.play.seat_view import SeatView
from scoring.rules.cards import SUITS, Card, Seat, Suit

from .known import Known


class TrickNow:
    def __init__(self, view: SeatView, known: Known, ways: Ways | None = None) -> None:
        assert view.trick is not None, view
        self.view, self.known, self.trump, self.partners = view, known, view.trump, view.book.mates(view.seat)
        # How one of them is called, and who is surely none.
        is_guess = known.is_guess
        self.partner = "a likely partner" if is_guess else "partner" if len(self.partners) == 1 else "a partner"
        sure = () if is_guess else self.partners
        self.cards, self.ways = view.trick.cards, ways or usual_ways(known.tables)
        order = view.book.seats_from(view.trick.leader)
        self.later: tuple[Seat, ...] = order[len(self.cards) + 1 :]
        self.opponents = tuple(seat for seat in self.later if seat not in sure)
        self.best: Card | None = None
        self.holder: Seat | None = None
        if self.cards:
            sight = known.sight
            self.best, self.holder = CARDS[known.tables.best[sight.state]], view.book.seats[sight.winner]

    @property
    def to_beat(self) -> Card:
        assert self.best is not None, self
        return self.best

    @property
    def partner_holds(self) -> bool:
        return self.holder in self.partners

    def chance(self, card: Card) -> float:
        led = self.cards[0].suit if self.cards else card.suit
        known = self.known
        return outlook_with(known.tables, self.ways, known.sight, SUITS.index(led), PLACE_OF[card])[0]

    def chance_over(self, seat: Seat, top: Card, led: Suit) -> float:
        """The chance that `seat`, playing later, beats `top`."""
        places = self.view.book.seats
        return chance_over(self.known.sight, places.index(seat), PLACE_OF[top], SUITS.index(led))
