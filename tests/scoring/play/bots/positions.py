"""Positions for bots: deals with chosen cards, brought to the moment that is asked about."""

import random
from collections import Counter

from scoring.play.actions import Bid, Declare, LayMeld, NameTrump, PlayCard
from scoring.play.bots import make_bot
from scoring.play.seat_view import SeatView, seat_view
from scoring.play.state import DealState, Phase, apply, begin
from scoring.rules import exchange
from scoring.rules.book import RuleBook, built_in_book
from scoring.rules.cards import Seat
from scoring.rules.dealing import Dealt
from scoring.rules.notation import parse_cards


def dealt(book: RuleBook, seed: int = 1, **hands: str) -> Dealt:
    """The named hands as far as they are given, all else at random."""
    given = {seat: list(parse_cards(cards)) for seat, cards in hands.items()}
    rest = Counter(book.cards)
    for cards in given.values():
        rest.subtract(cards)
    assert min(rest.values()) >= 0, "more copies than the deck has"
    left = sorted(rest.elements())
    random.Random(seed).shuffle(left)
    full = {}
    for seat in book.seats:
        cards = given.get(seat, [])
        full[seat] = (*cards, *(left.pop() for _ in range(book.deal.hand_size - len(cards))))
    return Dealt(full, tuple(left))


def on_turn(state: DealState) -> Seat:
    assert state.to_act is not None, state.phase
    return state.to_act


def at_auction(
    key: str, *calls: int | None, dealer: str = "N", seed: int = 1, standing=None, **hands: str
) -> DealState:
    """A deal in which these calls were made, the first by the dealer's left."""
    book = built_in_book(key)
    state = begin(book, dealer, dealt(book, seed, **hands), standing)
    assert state.phase is Phase.AUCTION, "somebody may ask for new cards"
    for call in calls:
        state = apply(state, Bid(on_turn(state), call))
    return state


def with_bid(key: str, bidder: str, bid: int, trump: str, seed: int = 1, **hands: str) -> DealState:
    """A deal that `bidder` plays at `bid`, the trump named; everybody else has passed."""
    book = built_in_book(key)
    dealer = book.seats[book.seats.index(bidder) - 1]
    state = at_auction(key, bid, *[None] * (len(book.seats) - 1), dealer=dealer, seed=seed, **hands)
    return apply(state, NameTrump(bidder, trump))


def melded(state: DealState) -> DealState:
    """Everybody lays all meld."""
    while state.phase is Phase.MELD:
        seat = on_turn(state)
        state = apply(state, LayMeld(seat, exchange.best_laid(state.book, state.hands[seat], state.trump)))
    return state


STRONG = "AS AS AS AS TS TS TS TS KS KS QS JS AH AH AH AH TH TH KH QH AC AC AC TC TC"


def may_lay(bid: int = 60, seed: int = 1, standing=None, off_board=None, agreed=None, **hands: str) -> DealState:
    """A deal of cutthroat, perhaps as `agreed`, that C plays at `bid` with spades for trump and is about to lead to."""
    book = built_in_book("cutthroat").as_agreed(**agreed or {})
    state = begin(book, "B", dealt(book, seed, **hands), standing, off_board=off_board)
    for action in (Bid("C", bid), Bid("A", None), Bid("B", None), NameTrump("C", "S")):
        state = apply(state, action)
    state = apply(state, make_bot("club", seed=1).choose(view_of(state)).action)
    return melded(state)


def laid(seed: int = 1, **wanted) -> DealState:
    """The same, cut and laid: the others are asked."""
    return apply(may_lay(seed=seed, **wanted), Declare("C", "lay"))


def at_play(state: DealState, *cards: str) -> DealState:
    """The bidder plays the hand, and these cards are played."""
    state = melded(state)
    if state.phase is Phase.DECLARE:
        state = apply(state, Declare(on_turn(state), "play"))
    for card in parse_cards(" ".join(cards)):
        state = apply(state, PlayCard(on_turn(state), card))
    return state


def view_of(state: DealState) -> SeatView:
    """What the seat to act sees."""
    assert state.to_act is not None, state.phase
    return seat_view(state, state.to_act)
