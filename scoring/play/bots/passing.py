"""Trump, the partner to call, cards for the partner, cards to bury.

The partner gives trump, pinochle cards with spades or diamonds as trump, aces, then nines of trump; a double pinochle
goes last. The bidder returns what neither melds nor wins.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Final

from scoring.play.actions import Bury, CallPartner, NameTrump, PassCards
from scoring.play.seat_view import SeatView
from scoring.play.state import without
from scoring.play.table import Decision
from scoring.rules import exchange
from scoring.rules.auction import AuctionState
from scoring.rules.book import RuleBook
from scoring.rules.cards import PINOCHLE, SUITS, Card, Seat, Suit
from scoring.rules.melds import meld_total
from scoring.rules.notation import counted, listed, sign, suit_with_sign

from .appraisal import Appraisal
from .known import HEIGHTS

Cards = Sequence[Card]

_ALSO_LIKELY: Final = 2  # cards that may be passed in place of others
_PINOCHLE_SUITS: Final = frozenset(card.suit for card in PINOCHLE)


# -- trump -------------------------------------------------------------------------------


def name_trump(view: SeatView, best: Appraisal | None) -> Decision:
    if best is None:
        return Decision(NameTrump(view.seat, None), "You have no marriage, so you can’t name trump.")
    return Decision(NameTrump(view.seat, best.suit), lambda: _why_trump(view, best))


def _why_trump(view: SeatView, best: Appraisal) -> str:
    suit = suit_with_sign(best.suit)
    if len(exchange.trump_choices(view.book, view.hand)) == 1:
        return f"Your only marriage is in {suit}."
    return f"With {suit} you have {counted(best.length, 'trump')} and {best.meld} meld."


# -- the partner -------------------------------------------------------------------------


def call_partner(view: SeatView) -> Decision:
    called = to_call(view.book, view.seat, view.hand, view.trump, view.auction)
    if called is None:
        said = "Nobody else has a card to call: play alone."
    elif isinstance(called, Card):
        said = f"The {sign(called)} is the highest {'trump' if called.suit == view.trump else 'card'} others may have."
    else:
        said = "By the bidding, this is the best hand beside yours."
    return Decision(CallPartner(view.seat, called), said)


def to_call(book: RuleBook, bidder: Seat, hand: Cards, trump: Suit | None, auction: AuctionState) -> Card | Seat | None:
    """The player with the highest bid; or the highest trump that others may have. Dealing their cards out and judging
    the hands found nothing better."""
    if book.deal.calls == "player":
        bids = {call.seat: call.bid for call in auction.calls if call.bid is not None}
        return max(book.seats_from(bidder)[1:], key=lambda seat: bids.get(seat, 0))
    held = _counted(hand)
    cards = (Card(rank, suit) for suit in SUITS for rank in book.deck.ranks)
    missing = (card for card in cards if held.get(card, 0) < book.deck.copies)
    return min(missing, key=lambda card: (card.suit != trump, -card.height), default=None)


# -- to the bidder -----------------------------------------------------------------------


def pass_cards(view: SeatView) -> Decision:
    """The pass: to the bidder what helps most, from the bidder what helps least."""
    assert view.trump is not None, view
    count = view.asked.count
    if view.seat == view.bidder:
        cards = from_bidder(view.book, view.hand, view.trump, count)
        return Decision(PassCards(view.seat, cards), lambda: _why_back(view, cards))
    trump, cards = view.trump, for_bidder(view.book, view.hand, view.trump, count)
    return Decision(PassCards(view.seat, cards), lambda: _why_help(cards, trump))


def likely_passes(view: SeatView) -> tuple[PassCards, ...]:
    """The Club's pass, then variants of its least sure cards."""
    assert view.trump is not None, view
    count, order = view.asked.count, from_bidder if view.seat == view.bidder else for_bidder
    likely = order(view.book, view.hand, view.trump, min(len(view.hand), count + _ALSO_LIKELY))
    return tuple(PassCards(view.seat, cards) for cards in _with_others(likely, count))


def _with_others(likely: Cards, count: int) -> Iterable[tuple[Card, ...]]:
    """So many of the cards in order, the least sure ones making way for the next."""
    sure = max(0, count - _ALSO_LIKELY)
    return dict.fromkeys((*likely[:sure], *rest) for rest in combinations(likely[sure:], count - sure))


def for_bidder(book: RuleBook, hand: Cards, trump: Suit, count: int) -> tuple[Card, ...]:
    """Cards by use to the bidder; of trump one of each before second ones."""
    free, pinochles = _counted(hand), _double_pinochle(hand)
    for card in pinochles:
        free[card] -= 1
    lengths = dict.fromkeys(SUITS, 0)
    for card, copies in free.items():
        lengths[card.suit] += copies
    ranks = {
        (card, copy): _help_rank(card, trump, lengths[card.suit], copy)
        for card, copies in free.items()
        for copy in range(copies)
    }
    order = [card for card, _ in sorted(ranks, key=ranks.__getitem__)]
    return (*order, *pinochles)[:count]


def _counted(hand: Cards) -> dict[Card, int]:
    """Counts of each card, in half the time of a `Counter`."""
    held: dict[Card, int] = {}
    for card in hand:
        held[card] = held.get(card, 0) + 1
    return held


def _help_rank(card: Card, trump: Suit, length: int, copy: int) -> tuple[int, int, int]:
    if card.suit == trump:
        is_nine = card.rank == "9"
        return (4 if is_nine else 0, copy, -HEIGHTS[card.rank])
    if card in PINOCHLE and trump in _PINOCHLE_SUITS:
        return (1, 0, 0)
    if card.rank == "A":
        return (2, 0, 0)
    # Then whatever shortens the shortest suit, high cards first.
    return (5, length, -HEIGHTS[card.rank])


def _double_pinochle(hand: Cards) -> Cards:
    """The cards of a double pinochle, which go last."""
    count = min(hand.count(card) for card in PINOCHLE)
    return [card for card in PINOCHLE for _ in range(count)] if count > 1 else ()


def _why_help(cards: Cards, trump: Suit) -> str:
    trumps = sum(card.suit == trump for card in cards)
    if trumps == len(cards):
        return f"All {suit_with_sign(trump)}: trump helps the bidder most."
    parts = [counted(trumps, "trump")] if trumps else []
    pinochle = sum(card in PINOCHLE and card.suit != trump for card in cards) if trump in _PINOCHLE_SUITS else 0
    if pinochle:
        parts.append(counted(pinochle, "pinochle card"))
    aces = sum(card.rank == "A" and card.suit != trump for card in cards)
    if aces:
        parts.append(counted(aces, "ace"))
    if not parts:
        return "There is no trump and no ace to pass: these cards cost you the least."
    return f"{listed(parts)}: what you hold that helps the bidder most."


def _why_back(view: SeatView, cards: Cards) -> str:
    whole, left = meld_total(view.book, view.hand, view.trump), without(view.hand, cards)
    lost = whole - meld_total(view.book, left, view.trump)
    if lost:
        return f"You have to part with something: this costs {lost} meld, and the rest stays."
    if any(card.suit == view.trump or card.rank == "A" for card in cards):
        return "You have to part with something: your meld stays whole."
    return "None of these is trump or an ace, and your meld stays whole."


# -- from the bidder ---------------------------------------------------------------------


def from_bidder(book: RuleBook, hand: Cards, trump: Suit, count: int) -> tuple[Card, ...]:
    """The bidder's pass: the cards that cost the least, one after another."""
    free = _counted(hand)
    for card in exchange.best_laid(book, hand, trump):
        free[card] -= 1
    loose = [card for card, n in free.items() for _ in range(n) if card.suit != trump and card.rank != "A"]
    in_suit = _by_suit(hand)
    costs = {card: _loose_cost(card, trump, in_suit[card.suit]) for card in dict.fromkeys(loose)}
    given = sorted(loose, key=costs.__getitem__)[:count]
    left = list(hand)
    for card in given:
        left.remove(card)
    while len(given) < count:
        worst = _least_missed(book, left, trump)
        left.remove(worst)
        given.append(worst)
    return tuple(given)


def _by_suit(hand: Cards) -> dict[Suit, str]:
    held = dict.fromkeys(SUITS, "")
    for card in hand:
        held[card.suit] += card.rank
    return held


def _loose_cost(card: Card, trump: Suit, in_suit: str) -> float:
    length, has_ace = len(in_suit), "A" in in_suit
    of_pinochle = (1.0 if trump in _PINOCHLE_SUITS else -0.6) * (card in PINOCHLE)
    return 0.25 * length + 0.5 * has_ace - 0.1 * (card.rank == "T") + of_pinochle


def _least_missed(book: RuleBook, hand: list[Card], trump: Suit) -> Card:
    """The card that costs least in tricks and meld; of equals the first in hand."""
    whole, in_suit = meld_total(book, hand, trump), _by_suit(hand)
    in_tricks = {card: _cost_in_tricks(card, trump, in_suit[card.suit]) for card in hand}
    found: dict[Card, float] = {}
    for card in sorted(in_tricks, key=in_tricks.__getitem__):
        if in_tricks[card] > min(found.values(), default=math.inf):
            break
        rest = list(hand)
        rest.remove(card)
        found[card] = whole - meld_total(book, rest, trump) + in_tricks[card]
    return min((card for card in in_tricks if card in found), key=found.__getitem__)


def _cost_in_tricks(card: Card, trump: Suit, in_suit: str) -> float:
    if card.suit == trump:
        return 3 + HEIGHTS[card.rank] / 2
    return 3.0 if card.rank == "A" else _loose_cost(card, trump, in_suit)


# -- the kitty ---------------------------------------------------------------------------


def bury(view: SeatView) -> Decision:
    """Counters that would be lost, and short suits."""
    buried = to_bury(view.book, view.hand, _free(view), view.asked.count, view.trump)
    return Decision(Bury(view.seat, buried), lambda: _why_bury(view, buried))


def likely_buries(view: SeatView) -> tuple[Bury, ...]:
    count, free = view.asked.count, _free(view)
    likely = to_bury(view.book, view.hand, free, min(len(free), count + _ALSO_LIKELY), view.trump)
    return tuple(Bury(view.seat, cards) for cards in _with_others(likely, count))


def _free(view: SeatView) -> Cards:
    if view.melds:
        return view.asked.cards
    # Melding comes after it: what will be melded stays.
    best = exchange.best_laid(view.book, view.hand, view.trump)
    free = Counter(exchange.may_bury(view.book, view.hand, best, view.trump)) & Counter(view.asked.cards)
    return tuple(free.elements()) if free.total() >= view.asked.count else view.asked.cards


def _why_bury(view: SeatView, buried: Cards) -> str:
    counters = sum(view.book.card_points(card) > 0 for card in buried)
    gone = {card.suit for card in buried} - {card.suit for card in without(view.hand, buried)}
    reasons = []
    if counters and view.book.kitty is not None and view.book.kitty.buried_count:
        reasons.append(f"{counted(counters, 'counter')} put away can’t be lost.")
    if gone:
        reasons.append(f"That leaves you no {listed([suit_with_sign(suit) for suit in sorted(gone)], 'or')}.")
    return " ".join(reasons) or "These cards are likely to win you the least."


def to_bury(book: RuleBook, hand: Cards, free: Cards, count: int, trump: Suit | None) -> tuple[Card, ...]:
    """`count` of the `free` cards, the cheapest one after another."""
    left, buried, lengths = list(free), list[Card](), dict.fromkeys(SUITS, 0)
    for card in hand:
        lengths[card.suit] += 1
    for _ in range(count):
        costs = {card: _bury_cost(book, lengths[card.suit], card, trump) for card in left}
        worst = min(costs, key=costs.__getitem__)
        left.remove(worst)
        lengths[worst.suit] -= 1
        buried.append(worst)
    return tuple(buried)


def _bury_cost(book: RuleBook, length: int, card: Card, trump: Suit | None) -> float:
    if card.suit == trump:
        return 6 + HEIGHTS[card.rank]
    if card.rank == "A":
        return 5
    saved = book.card_points(card) if book.kitty is not None and book.kitty.buried_count else 0
    return length - 1.5 * saved / book.deck.usual_worth
