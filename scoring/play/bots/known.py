"""What a seat can know of the cards it does not hold, from what it has seen. Pure inference from a view.

A card that was not followed, trumped or beaten with tells what its player does not hold; meld
that was shown and cards that were passed tell what a player does hold.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from scoring.play.seat_view import SeatView
from scoring.play.state import Trick
from scoring.rules import tricks
from scoring.rules.book import RuleBook
from scoring.rules.cards import RANKS, SUITS, Card, Rank, Seat, Suit

HEIGHTS: Final[Mapping[Rank, int]] = {rank: len(RANKS) - 1 - place for place, rank in enumerate(RANKS)}
NONE: Final = -1
TOP: Final = len(RANKS) - 1

Counts = dict[Suit, list[int]]  # by suit, then by height
Highest = dict[Suit, int]  # the highest card of each suit a seat can still hold; NONE: it is void

_WHOLE_SUITS: Final = {suit: tuple(Card(rank, suit) for rank in RANKS) for suit in SUITS}


def no_counts() -> Counts:
    return {suit: [0] * len(RANKS) for suit in SUITS}


def add(counts: Counts, cards: Iterable[Card], times: int = 1) -> None:
    for rank, suit in cards:
        counts[suit][HEIGHTS[rank]] += times


def deck_counts(book: RuleBook) -> Counts:
    held = {HEIGHTS[rank] for rank in book.deck.ranks}
    row = [book.deck.copies if height in held else 0 for height in range(len(RANKS))]
    return {suit: list(row) for suit in SUITS}


class Memory:
    """A player's memory of one deal: cards played, and what each player showed not to hold.

    It reads on where it stopped, so that a whole deal is read once; a view of another deal,
    or of the same deal loaded anew, is read from its first trick.
    """

    def __init__(self) -> None:
        self._read: tuple[Trick, ...] = ()
        self._last: Trick | None = None
        self.played: Counts = no_counts()
        self.highest: dict[Seat, Highest] = {}
        self.played_by: dict[Seat, list[Card]] = {}

    def read(self, view: SeatView) -> None:
        """Takes in the tricks of `view` that are new."""
        done = len(self._read)
        if done > len(view.tricks) or (done and view.tricks[done - 1] is not self._read[-1]) or not done:
            self._forget(view)
            done = 0
        for trick in view.tricks[done:]:
            add(self.played, trick.cards)
            infer(view.book, trick, view.trump, self.highest)
            for seat, card in zip(view.book.seats_from(trick.leader), trick.cards, strict=True):
                self.played_by[seat].append(card)
        self._read = view.tricks

    def _forget(self, view: SeatView) -> None:
        self._read = ()
        self.played = no_counts()
        self.highest = {seat: dict.fromkeys(SUITS, TOP) for seat in view.book.seats}
        self.played_by = {seat: [] for seat in view.book.seats}


def infer(book: RuleBook, trick: Trick, trump: Suit | None, highest: dict[Seat, Highest]) -> None:
    """Lowers in `highest` what the players of a trick showed not to hold."""
    for turn, (seat, card) in enumerate(zip(book.seats_from(trick.leader), trick.cards, strict=False)):
        if turn:
            _infer_from(book, trick.cards[:turn], card, trump, highest[seat])


def _infer_from(book: RuleBook, before: Sequence[Card], card: Card, trump: Suit | None, own: Highest) -> None:
    led = before[0].suit
    if card.suit == led:
        _lower(own, led, tricks.duty_of(book, _WHOLE_SUITS[led], before, trump).above, card)
        return
    own[led] = NONE
    if trump is None or led == trump:
        return
    if card.suit == trump:
        _lower(own, trump, tricks.duty_of(book, _WHOLE_SUITS[trump], before, trump).above, card)
    else:
        own[trump] = NONE


def _lower(own: Highest, suit: Suit, to_beat: Card | None, played: Card) -> None:
    """A player who had to beat a card and did not holds nothing above it."""
    if to_beat is None:
        return
    limit = HEIGHTS[to_beat.rank]
    if HEIGHTS[played.rank] <= limit < own[suit]:
        own[suit] = limit


class Known:
    """What a seat knows at this moment of the play.

    `unseen` are the cards it neither holds nor saw played nor buried, by suit and height;
    `left` their number by suit. `highest` is what each other seat can hold at most in a suit,
    `shown` the cards that a seat is known to hold still. `hidden` counts places where unseen
    cards lie: the other hands, and cards another player buried.
    """

    def __init__(self, view: SeatView, memory: Memory) -> None:
        book = view.book
        self.view = view
        memory.read(view)
        self.unseen = deck_counts(book)
        for suit, row in memory.played.items():
            mine = self.unseen[suit]
            for height, count in enumerate(row):
                if count:
                    mine[height] -= count
        current = view.trick.cards if view.trick else ()
        add(self.unseen, (*view.hand, *view.buried, *current), -1)
        self.left = {suit: sum(row) for suit, row in self.unseen.items()}
        self.hidden = sum(self.left.values())
        self.highest = memory.highest
        if current and view.trick is not None:
            self.highest = {seat: dict(own) for seat, own in memory.highest.items()}
            infer(book, view.trick, view.trump, self.highest)
        self._memory = memory
        self._shown: dict[Seat, list[Card]] = {}

    def shown(self, seat: Seat) -> list[Card]:
        """Cards that `seat` is known to hold still: from shown meld, and passed by this seat."""
        if seat not in self._shown:
            self._shown[seat] = self._still_held(seat)
        return self._shown[seat]

    def _still_held(self, seat: Seat) -> list[Card]:
        view = self.view
        if seat in view.exposed:
            return list(view.exposed[seat])
        laid = view.melds[seat].cards if seat in view.melds else ()
        cards = list(laid)
        if seat == view.partner:
            kept = Counter(view.given) - Counter(view.received)
            cards += (kept - Counter(cards)).elements()
        gone = list(self._memory.played_by[seat])
        if view.trick is not None:
            order = view.book.seats_from(view.trick.leader)
            gone += [card for who, card in zip(order, view.trick.cards, strict=False) if who == seat]
        for card in gone:
            if card in cards:
                cards.remove(card)
        return cards

    def higher_left(self, card: Card) -> int:
        """How many unseen cards of its suit beat `card`."""
        return sum(self.unseen[card.suit][HEIGHTS[card.rank] + 1 :])

    def is_void(self, seat: Seat, suit: Suit) -> bool:
        return self.highest[seat][suit] == NONE or not self.left[suit]
