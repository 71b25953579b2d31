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

from dataclasses import dataclass
from typing import Final

from scoring.play.actions import LayDown, PlayCard
from scoring.play.seat_view import SeatView
from scoring.play.table import Decision
from scoring.rules import tricks
from scoring.rules.cards import RANKS, Card, Seat, Suit
from scoring.rules.notation import sign, suit_with_sign

from .known import HEIGHTS, NONE, Known

_QUEEN_OR_LESS: Final = HEIGHTS["Q"]

# What a card kept is worth later, in points. Found by playing such values against each other.
_SIDE_BOSS: Final = 1.5
_SIDE_SECOND: Final = 0.45
_LOSING_COUNTER: Final = -0.3
_TRUMP: Final = 1.0
_TRUMP_HEIGHT: Final = 0.12
_TRUMP_BOSS: Final = 1.1

# Points that later players add to a trick: a partner more than an opponent.
_PARTNER_ADDS: Final = 0.75
_OPPONENT_ADDS: Final = 0.35


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


# -- the trick as it stands --------------------------------------------------------------


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
            return _SIDE_BOSS if self.known.left[card.suit] else _SIDE_BOSS / 2
        if higher <= self.view.book.deck.copies // 2:
            return _SIDE_SECOND
        return (_LOSING_COUNTER if self.view.book.card_points(card) else 0.0) + 0.01 * HEIGHTS[card.rank]


# -- why, when following -----------------------------------------------------------------


def why_follow(table: TrickNow, card: Card) -> str:
    """The reason of a card that is not led, in a sentence."""
    prospect = table.prospect(card)
    is_counter = table.view.book.card_points(card) > 0
    wins = table.best is None or card.beats(table.best, table.trump)
    if table.partner_holds and not wins:
        return _why_under_partner(table, card, prospect, is_counter)
    if wins:
        return _why_win(table, card, prospect)
    if is_counter:
        return f"You can’t win this trick, and the {sign(card)} costs you the least."
    return f"You can’t win this trick, so play the {sign(card)} and keep your counters."


def _why_under_partner(table: TrickNow, card: Card, prospect: Prospect, is_counter: bool) -> str:
    assert table.best is not None, table
    name = {"T": "ten", "K": "king", "A": "ace"}.get(card.rank, "card")
    if is_counter:
        return f"Your {name} gives partner’s {sign(table.best)} a counter."
    if prospect.chance > 0.8:
        return f"Partner has the trick; the {sign(card)} keeps your better cards."
    return f"Partner’s {sign(table.best)} may still be beaten, so don’t add a counter."


def _why_win(table: TrickNow, card: Card, prospect: Prospect) -> str:
    if not table.later:
        return f"You play last: the {sign(card)} wins the trick{' cheaply' if card.rank != 'A' else ''}."
    if prospect.chance > 0.9:
        return f"The {sign(card)} wins the trick for your side."
    if card.suit == table.trump:
        return f"The {sign(card)} trumps in and may hold the trick."
    if prospect.chance > 0.5:
        return f"The {sign(card)} will probably win the trick."
    return f"You have to go over, and the {sign(card)} is the one you can best spare."


# -- leading -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Lead:
    """A card to lead, what speaks for it beyond the trick, and the reason."""

    card: Card
    extra: float
    reason: str


def lead(view: SeatView, known: Known, table: TrickNow) -> Decision:
    """The best lead: what it wins, and what it does for later tricks."""
    assert view.choices is not None, view
    leads = [_lead_of(view, known, table, card) for card in view.choices.cards]
    best = max(leads, key=lambda each: table.worth(each.card) + each.extra)
    return Decision(PlayCard(view.seat, best.card), best.reason)


def _lead_of(view: SeatView, known: Known, table: TrickNow, card: Card) -> Lead:
    if card.suit == view.trump:
        return _trump_lead(view, known, card)
    if not known.higher_left(card):
        return Lead(card, _SIDE_BOSS, f"No card beats your {sign(card)} now: cash it before it can be trumped.")
    partner = view.partner
    if partner is not None and any(each.suit == card.suit and each.rank == "A" for each in known.shown(partner)):
        return Lead(card, 0.5, f"Partner showed the ace of {suit_with_sign(card.suit)}.")
    if partner is not None and known.highest[partner][card.suit] == NONE and _may_hold(known, partner, view.trump):
        return Lead(card, 0.3, f"Partner has no {suit_with_sign(card.suit)} and can trump it.")
    extra = 0.25 if view.book.card_points(card) == 0 else -0.2
    return Lead(card, extra, f"A low {suit_with_sign(card.suit)} gives little away.")


def is_frowned_upon(view: SeatView, known: Known, card: Card) -> bool:
    """Whether good players would wince at this lead: with four copies of a card the bidding side
    leads no trump while it has side aces to cash."""
    if card.suit != view.trump or view.book.deck.copies <= 2 or not view.is_bidding_side:
        return False
    return any(each.suit != view.trump and not known.higher_left(each) for each in view.hand)


def _may_hold(known: Known, seat: Seat, suit: Suit | None) -> bool:
    return suit is not None and not known.is_void(seat, suit)


def _trump_lead(view: SeatView, known: Known, card: Card) -> Lead:
    """Drawing trump, forcing the high ones out, or keeping it: by deck and side."""
    own = sum(each.suit == card.suit for each in view.hand)
    out = known.left[card.suit]
    if not out:
        return Lead(card, 0.2, "Nobody else has trump. It wins now or later, no matter what is led.")
    is_low = HEIGHTS[card.rank] <= _QUEEN_OR_LESS
    if view.book.deck.copies > 2:
        return _trump_lead_double(view, card, own, out, is_low)
    return _trump_lead_single(view, known, card, own, out)


def _trump_lead_single(view: SeatView, known: Known, card: Card, own: int, out: int) -> Lead:
    if not view.is_bidding_side:
        return Lead(card, -1.0, "Leading trump only helps the bidder, but nothing else is better here.")
    if not known.higher_left(card) and own >= out / 2:
        return Lead(card, 1.9, f"Your {sign(card)} draws trump while you hold the most of it.")
    if own > out:
        return Lead(card, 0.8, "You have more trump than everyone else. Draw it out.")
    return Lead(card, -0.4, "A trump lead keeps the other suits safe.")


def _trump_lead_double(view: SeatView, card: Card, own: int, out: int, is_low: bool) -> Lead:
    if not view.is_bidding_side:
        extra = 1.0 if is_low else -0.3
        return Lead(card, extra, "Defenders lead trump to run the bidder short.")
    if is_low and own >= 3 and any(view.book.card_points(each) for each in view.hand if each.suit == card.suit):
        return Lead(card, 0.9, f"A low trump, the {sign(card)}, forces the high trumps out.")
    return Lead(card, -0.9, "Save trump for the last tricks as long as you can.")
