"""Card play: what a card likely wins now, against its worth kept.

For each legal card: the side's chance of the trick (who still plays, what they can hold, who is void), the points at
stake, and its later value. Leads differ by deck: with two copies the bidder draws trump from strength; with more the
bidder cashes side aces and forces high trumps out with a low one, and defenders lead to an ace that the partner showed.
"""

from __future__ import annotations

from scoring.play.actions import LayDown, PlayCard
from scoring.play.engine import club_cards
from scoring.play.engine.club_cards import LAYS_DOWN, Ways, usual_ways
from scoring.play.engine.tables import CARDS, mask_of
from scoring.play.seat_view import SeatView
from scoring.play.table import Decision
from scoring.rules.cards import SUITS, Card
from scoring.rules.notation import sign

from .card_reasons import why_follow, why_lead
from .known import Known
from .trick_now import TrickNow


def forced(view: SeatView) -> Decision | None:
    asked = view.asked
    cards = asked.cards
    if len(cards) > 1 or asked.may_lay_down:
        return None
    return Decision(PlayCard(view.seat, cards[0]), f"The {sign(cards[0])} is the only card you may play.")


def play(view: SeatView, known: Known, ways: Ways | None = None) -> Decision:
    assert view.trick is not None, view
    ways = ways or usual_ways(known.tables)
    led = SUITS.index(view.trick.cards[0].suit) if view.trick.cards else 0
    legal = view.asked.cards
    chosen = club_cards.choose(known.tables, ways, known.sight, led, mask_of(legal))
    if chosen == LAYS_DOWN:
        return Decision(LayDown(view.seat), "Nobody can beat what you hold: the rest is yours.")
    card = CARDS[chosen]
    if len(legal) == 1:
        return Decision(PlayCard(view.seat, card), f"The {sign(card)} is the only card you may play.")
    return Decision(PlayCard(view.seat, card), why(TrickNow(view, known, ways), card))


def why(table: TrickNow, card: Card) -> str:
    """The reason for a card, no matter who chose it."""
    return why_follow(table, card) if table.cards else why_lead(table, card)


def takes_rest(known: Known) -> bool:
    """Whether the hand takes all the rest, however the cards lie that the partner isn't known to hold."""
    return club_cards.takes_rest(known.sight)


def is_frowned_upon(view: SeatView, known: Known, card: Card) -> bool:
    """Whether good players would wince at this lead: with more than two copies, trump from the bidding side that still
    holds an unbeatable side card."""
    if card.suit != view.trump or view.book.deck.copies <= 2 or not view.is_bidding_side:
        return False
    return any(each.suit != view.trump and not known.higher_left(each) for each in view.hand)
