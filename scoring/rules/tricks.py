"""Tricks: what a player must put on one, who wins it, what it is worth, and laid-down hands (section *play*). Nobody at
a real table is stopped by a refusal; the cost of a renege is decided by `deal_score`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from .book import RuleBook
from .cards import SUITS, Card, Seat, Side, Suit
from .errors import RuleError
from .notation import SUIT_NAMES, sign

Cards = Sequence[Card]

# -- legal plays -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Duty:
    """The cards that the trick asks of a hand: of `suit` (None: any), higher than `above` where the hand can beat it,
    `with_card` being the lowest that does."""

    suit: Suit | None = None
    above: Card | None = None
    with_card: Card | None = None

    def allows(self, card: Card) -> bool:
        if self.suit is None:
            return True
        return card.suit == self.suit and (self.above is None or card.height > self.above.height)


def must_lead_trump(book: RuleBook, *, stuck: bool) -> bool:
    """Whether the bidder's first lead must be a trump, if there is one to lead (`play.first_lead`)."""
    return book.play.first_lead == "trump" or (book.play.first_lead == "trump_unless_stuck" and not stuck)


def legal_plays(
    book: RuleBook, hand: Cards, trick: Cards, trump: Suit | None, *, leads_trump: bool = False
) -> tuple[Card, ...]:
    """The distinct cards of `hand` that may be played on `trick`, in the order of the hand. `trick` holds the cards so
    far, none for the leader, who `leads_trump` where that must be (`must_lead_trump`)."""
    duty = duty_of(book, hand, trick, trump, leads_trump=leads_trump)
    return tuple(card for card in dict.fromkeys(hand) if duty.allows(card))


def refusals(
    book: RuleBook, hand: Cards, trick: Cards, trump: Suit | None, *, leads_trump: bool = False
) -> dict[Card, str]:
    """The distinct cards of `hand` that may not be played on `trick`, each with a sentence for the player."""
    duty = duty_of(book, hand, trick, trump, leads_trump=leads_trump)
    return {card: _refusal(duty, trick, card) for card in dict.fromkeys(hand) if not duty.allows(card)}


def refusal(
    book: RuleBook, hand: Cards, trick: Cards, trump: Suit | None, card: Card, *, leads_trump: bool = False
) -> str | None:
    """Why this `card` of `hand` may not be played on `trick`; None where it may."""
    duty = duty_of(book, hand, trick, trump, leads_trump=leads_trump)
    return None if duty.allows(card) else _refusal(duty, trick, card)


def duty_of(book: RuleBook, hand: Cards, trick: Cards, trump: Suit | None, *, leads_trump: bool = False) -> Duty:
    """What `trick` asks of `hand`: follow suit, else trump, and beat the best card where asked."""
    if not trick:
        return Duty(trump if leads_trump and any(card.suit == trump for card in hand) else None)
    led = trick[0].suit
    following = [card for card in hand if card.suit == led]
    if following:
        return _duty_in_suit(led, following, _to_beat_following(book, trick, trump))
    trumps = [card for card in hand if card.suit == trump]
    if trump is not None and trumps:
        return _duty_in_suit(trump, trumps, _to_beat_trumping(book, trick, trump))
    return Duty()


def _to_beat_following(book: RuleBook, trick: Cards, trump: Suit | None) -> Card | None:
    """The card that a player who follows suit is asked to beat, if any."""
    led = trick[0].suit
    if not book.play.beats_plain_suits and led != trump:
        return None
    best = trick[winner(trick, trump)]
    if _is_partners(book, trick, trump):
        return None
    if best.suit == led:
        return best
    if book.play.after_trump == "any_of_suit":
        return None
    return _highest(card for card in trick if card.suit == led)


def _to_beat_trumping(book: RuleBook, trick: Cards, trump: Suit) -> Card | None:
    """The trump that a player void of the suit led is asked to beat, if any."""
    if book.play.heading == "when_trump_led" or _is_partners(book, trick, trump):
        return None
    return _highest(card for card in trick if card.suit == trump)


def _is_partners(book: RuleBook, trick: Cards, trump: Suit | None) -> bool:
    """Whether the best card of the trick is left alone, as the partner's of the player who is next."""
    if book.play.heading != "not_partner":
        return False
    ago = len(trick) - winner(trick, trump)
    return book.side_of(book.seats[0]) == book.side_of(book.seats[-ago])


def _duty_in_suit(suit: Suit, holding: Cards, to_beat: Card | None) -> Duty:
    if to_beat is None:
        return Duty(suit)
    higher = [card for card in holding if card.height > to_beat.height]
    if not higher:
        return Duty(suit)
    return Duty(suit, to_beat, min(higher, key=lambda card: card.height))


def _refusal(duty: Duty, trick: Cards, card: Card) -> str:
    assert duty.suit is not None, (duty, card)
    if not trick:
        return "Your first lead must be a trump."
    led = trick[0].suit
    if card.suit != duty.suit and duty.suit == led:
        return f"Follow suit. You have {SUIT_NAMES[led]}."
    if card.suit != duty.suit:
        return f"You have no {SUIT_NAMES[led]}. Play a trump."
    assert duty.above is not None, (duty, card)
    assert duty.with_card is not None, (duty, card)
    return f"You hold the {sign(duty.with_card)}, which beats the {sign(duty.above)}."


def _highest(cards: Iterable[Card]) -> Card | None:
    """The highest of cards of one suit, None for no card."""
    return max(cards, key=lambda card: card.height, default=None)


# -- winning and counting ----------------------------------------------------------------


def winner(trick: Cards, trump: Suit | None) -> int:
    """The index of the card that wins `trick` so far; of equal cards the first. `trump` is None where none was
    named."""
    assert trick, "an empty trick has no winner"
    best = 0
    for index, card in enumerate(trick):
        if card.beats(trick[best], trump):
            best = index
    return best


def points(book: RuleBook, cards: Iterable[Card], last_trick: bool) -> int:
    """The worth of cards won in tricks, with the points for the last trick where it was won."""
    return sum(map(book.card_points, cards)) + (book.deck.last_trick if last_trick else 0)


# -- laying down a hand -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LayDown:
    """Whether a laid-down hand takes the rest; else the `card` that can be beaten, the one it is `beaten_by`, and its
    `holder`."""

    book: RuleBook
    player: Seat
    card: Card | None = None
    beaten_by: Card | None = None
    holder: Seat | None = None

    @property
    def right(self) -> bool:
        return self.card is None

    @property
    def sentence(self) -> str:
        name = self.book.seat_names[self.player]
        if self.card is None or self.beaten_by is None or self.holder is None:
            return f"{name} takes the rest: no opponent can beat a card."
        holder = self.book.seat_names[self.holder]
        return f"{name}’s {sign(self.card)} can be beaten: {holder} holds the {sign(self.beaten_by)}."


def check_lay_down(
    book: RuleBook, hands: Mapping[Seat, Cards], player: Seat, leader: Seat, trump: Suit | None
) -> LayDown:
    """Whether `player`, on lead between two tricks, takes all the rest against any defense, leading trumps first and
    every suit from the top. It is wrong as soon as one opponent, who keeps whatever could win, can beat one card; the
    partner's never spoil it. Raises `RuleError` off lead or in the middle of a trick."""
    if player != leader:
        raise RuleError("Only the player on lead can lay down the cards.")
    if len({len(hand) for hand in hands.values()}) != 1 or not hands[player]:
        raise RuleError(book.words.say("You can only lay down your cards between tricks. Finish this trick first."))
    for seat in book.seats_from(player):
        if book.take_side_of(seat) == book.take_side_of(player):
            continue
        found = can_be_beaten(hands[player], hands[seat], trump)
        if found is not None:
            return LayDown(book, player, *found, seat)
    return LayDown(book, player)


def can_be_beaten(hand: Cards, opponent: Cards, trump: Suit | None) -> tuple[Card, Card] | None:
    """A card of `hand` that `opponent` can beat, and the card that does; None if there is none. With p cards of a suit
    an opponent, keeping the best, can beat any of the first p leads of it, and with more trumps than the hand the first
    lead of a plain suit that it cannot follow."""
    mine, theirs = _by_suit(hand), _by_suit(opponent)
    for suit in SUITS:
        for card in mine[suit][: len(theirs[suit])]:
            if theirs[suit][0].height > card.height:
                return card, theirs[suit][0]
    if trump is None or len(theirs[trump]) <= len(mine[trump]):
        return None
    for suit in SUITS:
        if suit != trump and len(mine[suit]) > len(theirs[suit]):
            return mine[suit][len(theirs[suit])], theirs[trump][0]
    return None


def _by_suit(cards: Cards) -> dict[Suit, list[Card]]:
    falling = sorted(cards, key=lambda card: card.height, reverse=True)
    return {suit: [card for card in falling if card.suit == suit] for suit in SUITS}


def lay_down_take(book: RuleBook, hands: Mapping[Seat, Cards], lay_down: LayDown) -> tuple[dict[Side, int], Side]:
    """The points left after `lay_down` by side, the last trick included, and the side that gets the tricks. All points
    go to the player's side, or after a wrong lay-down to the opponents (of several, to the holder). The tricks count
    for them too under `play.wrong_claim` = `all_remaining`."""
    rest = points(book, (card for hand in hands.values() for card in hand), last_trick=True)
    own = book.take_side_of(lay_down.player)
    gains = own if lay_down.holder is None else book.take_side_of(lay_down.holder)
    tricks = gains if book.play.wrong_claim == "all_remaining" else own
    return {side: rest if side == gains else 0 for side in book.take_sides}, tricks
