"""Playing the cards: what each card is likely to win now, against what it is worth kept for later.

For every legal card: how likely the own side wins the trick with it (who still plays, what they
can hold, who is void), the points at stake, and what the card would have won later. So counters
go to a partner who is sure of the trick and not to opponents, tricks are won cheaply, and
trumps and aces are not thrown away.

What to lead differs with the deck. With two copies of a card the bidder draws trump from a
strong holding and the defenders leave trump alone; with four copies the bidder cashes side
aces first, leads a low trump to force out the high ones and keeps trump for the last trick,
and it is the defenders who lead trump.
"""

from __future__ import annotations

from scoring.play.actions import LayDown, PlayCard
from scoring.play.seat_view import SeatView
from scoring.play.table import Decision
from scoring.rules import tricks
from scoring.rules.cards import RANKS, Card
from scoring.rules.notation import sign

from .card_reasons import QUEEN_OR_LESS, has_shown_ace, may_hold, why_follow, why_lead
from .known import HEIGHTS, NONE, Known
from .trick_now import SIDE_BOSS, TrickNow


def forced(view: SeatView) -> Decision | None:
    """The only card that may be played, where nothing else can be done."""
    assert view.choices is not None, view
    cards = view.choices.cards
    if len(cards) > 1 or view.choices.may_lay_down:
        return None
    return Decision(PlayCard(view.seat, cards[0]), f"The {sign(cards[0])} is the only card you may play.")


def play(view: SeatView, known: Known) -> Decision:
    """The card to play, or the rest claimed where nothing can beat it."""
    assert view.choices is not None, view
    cards = view.choices.cards
    if view.choices.may_lay_down and takes_rest(view, known):
        return Decision(LayDown(view.seat), "Nobody can beat what you hold: the rest is yours.")
    if len(cards) == 1:
        return Decision(PlayCard(view.seat, cards[0]), f"The {sign(cards[0])} is the only card you may play.")
    table = TrickNow(view, known)
    if table.is_lead:
        return lead(view, known, table)
    best = max(cards, key=table.worth)
    return Decision(PlayCard(view.seat, best), why_follow(table, best))


def takes_rest(view: SeatView, known: Known) -> bool:
    """Whether the hand takes all the rest however the unseen cards lie: what the partner is
    known to hold is left out, all else might be with one opponent."""
    hand, unseen = view.hand, unseen_cards(known)
    if view.partner is not None:
        for card in known.shown(view.partner):
            if card in unseen:
                unseen.remove(card)
    if view.trump is not None and known.left[view.trump] > sum(card.suit == view.trump for card in hand):
        return False
    return tricks.can_be_beaten(hand, unseen, view.trump) is None


def unseen_cards(known: Known) -> list[Card]:
    """The cards this seat has not seen, copies included."""
    return [
        Card(RANKS[len(RANKS) - 1 - height], suit)
        for suit, row in known.unseen.items()
        for height, count in enumerate(row)
        for _ in range(count)
    ]


# -- leading -----------------------------------------------------------------------------


def lead(view: SeatView, known: Known, table: TrickNow) -> Decision:
    """The best lead: what it wins, and what it does for later tricks."""
    assert view.choices is not None, view
    best = max(view.choices.cards, key=lambda card: table.worth(card) + _extra(view, known, card))
    return Decision(PlayCard(view.seat, best), why_lead(table, best))


def _extra(view: SeatView, known: Known, card: Card) -> float:
    """What speaks for leading `card` beyond the trick itself."""
    if card.suit == view.trump:
        return _extra_of_trump(view, known, card)
    if not known.higher_left(card):
        return SIDE_BOSS
    partner = view.partner
    if partner is not None and has_shown_ace(known, partner, card.suit):
        return 0.5
    if partner is not None and known.highest[partner][card.suit] == NONE and may_hold(known, partner, view.trump):
        return 0.3
    return 0.25 if view.book.card_points(card) == 0 else -0.2


def is_frowned_upon(view: SeatView, known: Known, card: Card) -> bool:
    """Whether good players would wince at this lead: with four copies of a card the bidding side
    leads no trump while it has side aces to cash."""
    if card.suit != view.trump or view.book.deck.copies <= 2 or not view.is_bidding_side:
        return False
    return any(each.suit != view.trump and not known.higher_left(each) for each in view.hand)


def _extra_of_trump(view: SeatView, known: Known, card: Card) -> float:
    """Drawing trump, forcing the high ones out, or keeping it: by deck and side."""
    own = sum(each.suit == card.suit for each in view.hand)
    out = known.left[card.suit]
    if not out:
        return 0.2
    if view.book.deck.copies > 2:
        return _extra_double(view, card, own)
    return _extra_single(view, known, card, own, out)


def _extra_single(view: SeatView, known: Known, card: Card, own: int, out: int) -> float:
    if not view.is_bidding_side:
        return -1.0
    if not known.higher_left(card) and own >= out / 2:
        return 1.9
    return 0.8 if own > out else -0.4


def _extra_double(view: SeatView, card: Card, own: int) -> float:
    is_low = HEIGHTS[card.rank] <= QUEEN_OR_LESS
    if not view.is_bidding_side:
        return 1.0 if is_low else -0.3
    has_counters = any(view.book.card_points(each) for each in view.hand if each.suit == card.suit)
    return 0.9 if is_low and own >= 3 and has_counters else -0.9
