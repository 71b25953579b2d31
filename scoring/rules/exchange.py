"""Between the auction and the first trick: naming trump, calling a partner, passing, the kitty, laying meld, declaring.
Implements *passing*, *kitty*, and what *deal*, *auction* and *meld* ask there. `melds` values a meld, `deal_score`
scores a declaration."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from .book import RuleBook
from .cards import SUITS, Card, Seat, Suit
from .deal_score import DealRecord, outlook, unplayed_reason
from .melds import MeldKind, best_cards, best_meld, meld_cards
from .notation import number, sign

Cards = Sequence[Card]

_NOT_YOURS: Final = "Choose from the cards in your hand."


# -- trump -------------------------------------------------------------------------------


def trump_choices(book: RuleBook, hand: Cards) -> tuple[Suit, ...]:
    """The suits the bidder may name; none for want of a marriage that the book asks for (`auction.marriage_needed`)."""
    if not book.auction.marriage_needed:
        return tuple(SUITS)
    held = set(hand)
    return tuple(suit for suit, marriage in _MARRIAGES if held >= marriage)


_MARRIAGES: Final = tuple((suit, frozenset(meld_cards(MeldKind.MARRIAGE, suit))) for suit in SUITS)


# -- the partner -------------------------------------------------------------------------


def partner_choices(book: RuleBook, bidder: Seat) -> tuple[tuple[Card, ...], tuple[Seat, ...]]:
    """What the bidder may call (`deal.calls`): any of these cards, or one of these players."""
    return (tuple(dict.fromkeys(book.cards)), ()) if book.deal.calls != "player" else ((), book.seats_from(bidder)[1:])


def call_fault(book: RuleBook, bidder: Seat, called: Card | Seat | None) -> str | None:
    """Why the bidder may not call this partner; None where that is fine, as to call nobody always is."""
    cards, seats = partner_choices(book, bidder)
    if called is None or called in cards or called in seats:
        return None
    return "Call a card of the deck." if book.deal.calls != "player" else "Call one of the other players."


def partner_called(
    book: RuleBook, bidder: Seat, called: Card | Seat | None, hands: Mapping[Seat, Cards]
) -> Seat | None:
    """The partner: the player named, or the first from the bidder who has the card (`deal.called_from`); the bidder
    where nobody is. None in a book without a call."""
    if not book.deal.calls_partner:
        return None
    if not isinstance(called, Card):
        return called or bidder
    return next((seat for seat in asked_in_turn(book, bidder) if called in hands[seat]), bidder)


def asked_in_turn(book: RuleBook, bidder: Seat) -> tuple[Seat, ...]:
    """Those who may have a called card, in the order in which it is looked for."""
    others = book.seats_from(bidder)[1:]
    return others if book.deal.called_from == "left" else others[::-1]


# -- passing -----------------------------------------------------------------------------


def passing_order(book: RuleBook, bidder: Seat) -> tuple[Seat, ...]:
    """The seats that pass cards, in order; none without a pass. Where both pass at once (`passes_unseen`) the bidder is
    first."""
    partner = book.partner(bidder)
    if book.passing is None or partner is None:
        return ()
    return (bidder, partner) if passes_unseen(book) else (partner, bidder)


def passes_unseen(book: RuleBook) -> bool:
    """Whether both partners choose before either sees what comes (`passing.order`)."""
    return book.passing is not None and book.passing.order == "both_at_once"


def pass_fault(book: RuleBook, hand: Cards, cards: Cards) -> str | None:
    """Why these cards may not be passed from `hand`; None where they may."""
    return _choice_fault(hand, cards, book.passing.cards if book.passing else 0, "pass")


# -- the kitty ---------------------------------------------------------------------------


def may_bury(book: RuleBook, hand: Cards, melded: Iterable[Card], trump: Suit | None) -> tuple[Card, ...]:
    """The cards of `hand` that the bidder may bury. Melded cards stay unless `kitty.bury_melded`, and aces or trump by
    `kitty.stays`, unless too few others are left."""
    assert book.kitty is not None, "only a book with a kitty buries cards"
    kept, free = [] if book.kitty.bury_melded else list(melded), []
    for card in hand:
        if card in kept:
            kept.remove(card)
        else:
            free.append(card)
    others = [card for card in free if not _stays(book, card, trump)]
    return tuple(next((cards for cards in (others, free) if len(cards) >= book.kitty.bury), hand))


def _stays(book: RuleBook, card: Card, trump: Suit | None) -> bool:
    stays = book.kitty.stays if book.kitty else "nothing"
    return ("aces" in stays and card.rank == "A") or ("trump" in stays and card.suit == trump)


def bury_fault(book: RuleBook, hand: Cards, melded: Iterable[Card], cards: Cards, trump: Suit | None) -> str | None:
    """Why these cards may not be buried; None where they may."""
    assert book.kitty is not None, "only a book with a kitty buries cards"
    fault = _choice_fault(hand, cards, book.kitty.bury, book.words.bury)
    if fault is not None:
        return fault
    for card in Counter(cards) - Counter(may_bury(book, hand, melded, trump)):
        what = "melded cards"
        if _stays(book, card, trump):
            what = "trump" if card.suit == trump and "trump" in book.kitty.stays else "aces"
        return f"Keep the {sign(card)}. You can’t {book.words.bury} {what}."
    return None


def told_of_buried(book: RuleBook, buried: Cards, trump: Suit | None) -> str:
    """The bidder's word on the buried cards: `trump, but no aces`; empty where none is asked (`kitty.told`) or given
    yet."""
    if book.kitty is None or not book.kitty.told or not buried:
        return ""
    has_trump, has_ace = any(card.suit == trump for card in buried), any(card.rank == "A" for card in buried)
    if has_trump == has_ace:
        return "trump and aces" if has_trump else "no trump and no aces"
    return "trump, but no aces" if has_trump else "aces, but no trump"


# -- laying meld -------------------------------------------------------------------------


def lay_fault(book: RuleBook, hand: Cards, cards: Cards, trump: Suit | None) -> str | None:
    """Why a player may not finish with only these cards laid as meld; None where they may. Only aces around must be
    shown, by some books (`meld.aces_told`)."""
    if Counter(cards) - Counter(hand):
        return _NOT_YOURS
    if book.meld.aces_told == "no":
        return None
    around = [meld.cards for meld in best_meld(book, hand, trump).melds if meld.kind is MeldKind.ACES]
    if around and Counter(around[0]) - Counter(cards):
        return book.words.say("You have aces around, and these rules require them. Lay the aces too.")
    return None


def lays_cards_down(book: RuleBook, side_total: int) -> bool:
    """Whether a side with this much meld lays it on the table. Where values are announced first
    (`procedure.values_announced_first`), a side below the minimum shows only aces around."""
    return not book.procedure.values_announced_first or side_total >= book.meld.minimum


def exposed_seats(book: RuleBook, record: DealRecord) -> tuple[Seat, ...]:
    """The seats whose hands lie open in a deal that is not played (`procedure`): a stuck dealer's without a marriage,
    or partners' under the minimum. Ask once all melds are counted."""
    procedure, reason = book.procedure, unplayed_reason(book, record) if record.stuck else None
    if reason == "no_marriage" and procedure.hand_shown_without_marriage:
        return (record.bidder,)
    if reason == "below_minimum" and procedure.hands_shown_below_minimum:
        return book.seats_of(book.side_of(record.bidder))
    return ()


def has_aces_around(cards: Iterable[Card]) -> bool:
    """Whether the cards hold an ace of every suit, which some books ask to be told."""
    return set(meld_cards(MeldKind.ACES, None)) <= set(cards)


def best_laid(book: RuleBook, hand: Cards, trump: Suit | None) -> tuple[Card, ...]:
    """The cards of `hand` that lie on the table for its best meld, in the order of the hand."""
    return best_cards(book, hand, trump)[1]


def _choice_fault(hand: Cards, cards: Cards, count: int, verb: str) -> str | None:
    if len(cards) != count:
        chosen = f"you chose {number(len(cards))}" if cards else "choose them from your hand"
        return f"You {verb} {number(count)} {'card' if count == 1 else 'cards'}: {chosen}."
    return _NOT_YOURS if Counter(cards) - Counter(hand) else None


# -- declarations ------------------------------------------------------------------------


def declarations(book: RuleBook, record: DealRecord) -> tuple[str, ...]:
    """The bidder's choices before the first lead, once the melds are in: `play` always, `moon`, `throw_in`
    (`contract.throw_in`) and `lay` (`bonuses.cut_and_lay`) by the book."""
    said = ["play"]
    if book.bonuses.moon is not None:
        said.append("moon")
    if outlook(book, record).may_throw_in:
        said.append("throw_in")
    if book.bonuses.cut_and_lay is not None:
        said.append("lay")
    return tuple(said)
