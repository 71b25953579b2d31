"""Inference about unseen cards. Pure.

A card that didn't follow, trump or beat tells what its player lacks; shown meld and passed cards tell what a player
holds. In the numbers of `engine.club_cards`, which chooses by it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import fields
from functools import cached_property
from typing import Final

from scoring.play.engine.club_cards import NONE, TOP, Sight, find_powers, higher_left, learn, pile_in
from scoring.play.engine.tables import CARDS, PLACE_OF, PLACES, RANKS_IN_SUIT, TRUMPS, mask_of, tables_for
from scoring.play.seat_view import SeatView
from scoring.play.state import Cards, DealState, Trick
from scoring.rules import exchange
from scoring.rules.book import RuleBook
from scoring.rules.cards import RANKS, SUITS, Card, Rank, Seat, Suit

HEIGHTS: Final[Mapping[Rank, int]] = {rank: len(RANKS) - 1 - place for place, rank in enumerate(RANKS)}

_LIKELY: Final = 0.5  # as a guess at the partner must be

Highest = dict[Suit, int]  # the highest card of each suit a seat can still hold; NONE: it is void


class Memory:
    """A deal's cards played, and those players showed not to hold. It reads on where it stopped; another deal from its
    first trick."""

    def __init__(self) -> None:
        self._read: tuple[Trick, ...] = ()
        self.played: list[int] = []
        self.highest: list[int] = []
        self.played_by: dict[Seat, list[Card]] = {}

    def read(self, view: SeatView) -> None:
        done = len(self._read)
        if done > len(view.tricks) or (done and view.tricks[done - 1] is not self._read[-1]) or not done:
            self._forget(view)
            done = 0
        for trick in view.tricks[done:]:
            infer(view.book, trick, view.trump, self.highest)
            for seat, card in zip(view.book.seats_from(trick.leader), trick.cards, strict=True):
                self.played[PLACE_OF[card]] += 1
                self.played_by[seat].append(card)
        self._read = view.tricks

    def _forget(self, view: SeatView) -> None:
        self._read = ()
        self.played = [0] * PLACES
        self.highest = [TOP] * len(SUITS) * len(view.book.seats)
        self.played_by = {seat: [] for seat in view.book.seats}


def infer(book: RuleBook, trick: Trick, trump: Suit | None, highest: list[int]) -> int:
    """Lower in `highest` what a trick's players showed not to hold; the trick's state."""
    tables, trumps = tables_for(book).tricks, TRUMPS.index(trump)
    seat, state, led = book.seats.index(trick.leader), tables.start[trumps], 0
    for turn, each in enumerate(trick.cards):
        card = PLACE_OF[each]
        if turn:
            learn(tables, highest, seat, trumps, state, led, card)
        else:
            led = card // RANKS_IN_SUIT
        state = tables.steps[state * PLACES + card]
        seat = (seat + 1) % tables.players
    return state


def as_taken(view: SeatView, memory: Memory) -> SeatView:
    """The view with the sides of the hand as this seat takes them, while it may not know them; else as it is."""
    if view.called is None or view.book.team:
        return view
    assert view.bidder is not None, view
    book = view.book.for_hand(None, view.bidder, _partner_guessed(view, memory))
    seen = {each.name: getattr(view, each.name) for each in fields(SeatView)}
    taken = {side: sum(view.taken[seat] for seat in book.seats_of(side)) for side in book.take_sides}
    return SeatView(**{**seen, "book": book, "taken": taken})


def _partner_guessed(view: SeatView, memory: Memory) -> Seat:
    """The likeliest partner by who has the called card, if that is likely at all; else the bidder."""
    called, bidder, book = view.called, view.bidder, view.book
    assert isinstance(called, Card), view
    assert bidder is not None, view
    memory.read(view)
    fell = {view.seat: Counter(view.hand)[called]}  # how often each has or had it, as far as this seat knows
    for trick in (*view.tricks, *([view.trick] if view.trick else ())):
        for seat, card in zip(book.seats_from(trick.leader), trick.cards, strict=False):
            fell[seat] = fell.get(seat, 0) + (card == called)
    shown = {seat: laid.cards.count(called) for seat, laid in view.melds.items()}
    unseen = book.deck.copies - sum(max(fell.get(seat, 0), shown.get(seat, 0)) for seat in book.seats)
    hidden = sum(size for seat, size in view.hand_sizes.items() if seat != view.seat)
    left, chances = 1.0, dict[Seat, float]()
    for seat in exchange.asked_in_turn(book, bidder):
        if fell.get(seat):  # has it and is not the one, so an earlier player is
            left = 0.0
            break
        highest = memory.highest[book.seats.index(seat) * len(SUITS) + SUITS.index(called.suit)]
        if seat == view.seat or highest < HEIGHTS[called.rank]:
            continue
        has = 1.0 if shown.get(seat) else 1 - (1 - view.hand_sizes[seat] / max(1, hidden)) ** max(0, unseen)
        chances[seat], left = left * has, left * (1 - has)
    whole = sum(chances.values()) + (left if bidder != view.seat else 0.0)
    best = max(chances, key=chances.__getitem__, default=bidder)
    return best if chances.get(best, 0.0) >= _LIKELY * whole else bidder


def is_guess(view: SeatView) -> bool:
    """Whether the view's sides are a guess: a card was called in secret, and has not fallen from its player's hand."""
    card, partner = view.called, view.book.called_by(view.bidder)
    if view.book.deal.calls != "secret" or not isinstance(card, Card) or partner == view.seat:
        return False
    return partner is None or card not in played_by(view, partner)


def played_by(view: SeatView, player: Seat) -> tuple[Card, ...]:
    return tuple(
        card
        for trick in (*view.tricks, *([view.trick] if view.trick else ()))
        for seat, card in zip(view.book.seats_from(trick.leader), trick.cards, strict=False)
        if seat == player
    )


def known_of_partner(laid: Cards, given: Cards, received: Cards) -> Cards:
    """A partner's known cards after melding: laid down, or given and not returned."""
    left = list(given)
    for card in (*received, *laid) if given else ():
        if card in left:
            left.remove(card)
    return (*laid, *left)


def with_the_called(view: SeatView | DealState, seat: Seat, cards: Cards) -> Cards:
    """With the card that was asked for, where it is this seat that has it."""
    is_told = view.book.deal.calls == "card" and seat == view.book.called_by(view.bidder) != view.bidder
    if is_told and isinstance(view.called, Card) and view.called not in cards:
        return (*cards, view.called)
    return cards


class Known:
    """A seat's knowledge now. `unseen` counts cards by place, `left` by suit; `hidden` is how many there are."""

    def __init__(self, view: SeatView, memory: Memory) -> None:
        book, known = view.book, tables_for(view.book)
        self.view, self.tables = view, known.tricks
        memory.read(view)
        self.unseen = [copies - gone for copies, gone in zip(known.play.deck, memory.played, strict=True)]
        current = view.trick.cards if view.trick else ()
        for card in (*view.hand, *view.buried, *current):
            self.unseen[PLACE_OF[card]] -= 1
        self.left = [sum(self.unseen[start : start + RANKS_IN_SUIT]) for start in range(0, PLACES, RANKS_IN_SUIT)]
        self.hidden = sum(self.left)
        self._highest = memory.highest
        self._state = self.tables.start[TRUMPS.index(view.trump)]
        if current and view.trick is not None:
            self._highest = list(memory.highest)
            self._state = infer(book, view.trick, view.trump, self._highest)
        self._memory = memory
        self._shown: dict[Seat, list[Card]] = {}

    @cached_property
    def sight(self) -> Sight:
        view, book = self.view, self.view.book
        cards = view.trick.cards if view.trick else ()
        winner = -1
        if cards and view.trick is not None:
            order, best = book.seats_from(view.trick.leader), CARDS[self.tables.best[self._state]]
            winner = book.seats.index(order[cards.index(best)])
        shown = [0] * PLACES * len(book.seats)
        mates = [book.seats.index(seat) for seat in book.mates(view.seat)]
        # For leads; a partner who is a guess is not to be relied on.
        for mate in mates if not cards and not self.is_guess else ():
            for card in self.shown(book.seats[mate]):
                shown[mate * PLACES + PLACE_OF[card]] += 1
        held = [0] * PLACES
        for card in view.hand:
            held[PLACE_OF[card]] += 1
        suits = range(0, PLACES, RANKS_IN_SUIT)
        powers = [0.0] * (self.hidden + 1)
        find_powers(len(view.hand), self.hidden, max(self.left), powers)
        return Sight(
            seat=book.seats.index(view.seat),
            mates=sum(1 << mate for mate in mates),
            trump=TRUMPS.index(view.trump),
            bidding=int(view.is_bidding_side),
            bidder=int(view.seat == view.bidder),
            state=self._state,
            winner=winner,
            played=len(cards),
            points=sum(map(book.card_points, cards)),
            row=0,
            held=mask_of(view.hand),
            size=len(view.hand),
            own=[pile_in(held, first) for first in suits],
            out=[pile_in(self.unseen, first) for first in suits],
            highest=self._highest,
            shown=shown,
            powers=powers,
        )

    @property
    def is_guess(self) -> bool:
        return is_guess(self.view)

    def unseen_cards(self) -> list[Card]:
        return [card for card, count in zip(CARDS, self.unseen, strict=True) for _ in range(count)]

    def shown(self, seat: Seat) -> list[Card]:
        if seat not in self._shown:
            self._shown[seat] = self._still_held(seat)
        return self._shown[seat]

    def _still_held(self, seat: Seat) -> list[Card]:
        view = self.view
        if seat in view.exposed:
            return list(view.exposed[seat])
        laid = view.melds[seat].cards if seat in view.melds else ()
        held = known_of_partner(laid, view.given, view.received) if seat == view.partner else laid
        cards = list(with_the_called(view, seat, held))
        gone = list(self._memory.played_by[seat])
        if view.trick is not None:
            order = view.book.seats_from(view.trick.leader)
            gone += [card for who, card in zip(order, view.trick.cards, strict=False) if who == seat]
        for card in gone:
            if card in cards:
                cards.remove(card)
        return cards

    def higher_left(self, card: Card) -> int:
        return higher_left(self.sight, PLACE_OF[card])

    def left_in(self, suit: Suit) -> int:
        return self.left[SUITS.index(suit)]

    def highest(self, seat: Seat) -> Highest:
        start = self.view.book.seats.index(seat) * len(SUITS)
        return dict(zip(SUITS, self._highest[start : start + len(SUITS)], strict=True))

    def is_out_of(self, seat: Seat, suit: Suit) -> bool:
        return self.highest(seat)[suit] == NONE

    def is_void(self, seat: Seat, suit: Suit) -> bool:
        return self.is_out_of(seat, suit) or not self.left_in(suit)
