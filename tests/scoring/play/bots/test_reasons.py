"""What bots say of what they do, held to the deed: every sentence there is, with what must be so where it stands.

A sentence that is not in `TRUE_OF` fails, so a new one comes with what it claims. What is claimed is
found here from the view and the rules of the trick alone, not by what the bots go by.
"""

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final

import pytest

from scoring.play.actions import Answer, Bid, Bury, CallPartner, Declare, LayMeld, PassCards, PlayCard, Redeal
from scoring.play.bots import Budget, make_bot
from scoring.play.bots.expert import ExpertBot
from scoring.play.bots.known import Memory, as_taken
from scoring.play.seat_view import SeatView, seat_view
from scoring.play.state import DealState, Phase, choices
from scoring.play.table import Decision
from scoring.rules import exchange, tricks
from scoring.rules.auction import may_bid, must_bid
from scoring.rules.book import built_in_book
from scoring.rules.cards import PINOCHLE, Card
from scoring.rules.melds import meld_total
from scoring.rules.notation import SUIT_SIGNS, sign
from tests.books import PLAYED
from tests.sampling import every, sample
from tests.scoring.play.random_deals import OTHER_BOOKS, random_steps

BOOKS = {**{key: built_in_book(key) for key in PLAYED}, **OTHER_BOOKS}
NUMBERS = {"no": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8}
RANK: Final = "(?:ace|ten|king|queen|jack)"
A_PARTNER: Final = "(?:Partner|A (?:likely )?partner)"
PARTNER: Final = "(?:partner|a (?:likely )?partner)"
CARD: Final = "((?:10|[AKQJ9])[♠♥♦♣])"
SUIT: Final = "([♠♥♦♣]) (?:spades|hearts|diamonds|clubs)"
SUITS = {text: suit for suit, text in SUIT_SIGNS.items()}
WORTH: Final = (
    rf"With {SUIT} as trump your hand is worth about (\d+): (\d+) meld, about (\d+) take"
    r"(?:, about (\d+) from (?:your partners?|the partner you call|the kitty))?(?:, less (\d+) to be safe)?\."
)
BESIDE_PARTNER: Final = re.compile(
    r"(Your partner’s bid told you of meld\. )?(?:(\d+) of your meld counts with any trump\. Without it, )?"
    r"(?:[Hh]ardly any|[Nn]early (all)|[Aa]bout (\d+) of 100) hands that make your partner’s bid are worth less than "
    r"yours(?:(, and an opponent is likely to bid on|: that’s clearly better|: that’s enough)\. (?=[WY])|"
    r": leave the bid to your partner\.$)"
)
AT_ONCE: Final = (
    r"(?: Your opponents are likely to go to (\d+) anyway, so bid it at once\."
    r"| You bid only once, so bid what the hand is worth\.)?"
)


class Fact:
    """What can be seen at a decision, and what is so: `card` is the one that is played."""

    def __init__(self, state: DealState, view: SeatView, decision: Decision) -> None:
        assert view.choices is not None
        self.state, view = state, as_taken(view, Memory())
        self.view, self.book, self.asked, self.action = view, view.book, view.choices, decision.action
        self.trump, self.hand, self.legal = view.trump, view.hand, view.choices.cards
        self.card = decision.action.card if isinstance(decision.action, PlayCard) else None
        self.on_table = view.trick.cards if view.trick else ()
        order = view.book.seats_from(view.trick.leader) if view.trick else ()
        place = tricks.winner(self.on_table, self.trump) if self.on_table else 0
        self.best = self.on_table[place] if self.on_table else None
        self.true_partners, self.partners = state.book.mates(view.seat), view.book.mates(view.seat)
        self.partner_holds = bool(self.on_table) and order[place] in self.partners
        self.later = order[len(self.on_table) + 1 :]
        gone = [card for trick in view.tricks for card in trick.cards]
        self.unseen = Counter(view.book.cards) - Counter([*gone, *self.on_table, *view.hand, *view.buried])

    # -- cards

    @property
    def is_lead(self) -> bool:
        return self.card is not None and not self.on_table

    @property
    def is_trump(self) -> bool:
        return self.card is not None and self.card.suit == self.trump

    def points(self, card: Card | None) -> int:
        return self.book.card_points(card) if card is not None else 0

    def is_counter(self, card: Card | None) -> bool:
        return card is not None and self.book.card_points(card) > 0

    def wins(self, card: Card | None) -> bool:
        return card is not None and self.best is not None and card.beats(self.best, self.trump)

    @property
    def follows_well(self) -> bool:
        """It is not led, and it is not ahead."""
        return bool(self.on_table) and not self.wins(self.card)

    def calls(self, card: str) -> bool:
        """Whether this card is called, and others may have it."""
        called = self.action.called if isinstance(self.action, CallPartner) else None
        return isinstance(called, Card) and sign(called) == card and self.hand.count(called) < self.book.deck.copies

    def higher_out(self) -> int:
        assert self.card is not None
        return sum(
            count for card, count in self.unseen.items() if card.suit == self.card.suit and card.beats(self.card, None)
        )

    def out(self, suit: str | None) -> int:
        return sum(count for card, count in self.unseen.items() if card.suit == suit)

    def own(self, suit: str | None) -> int:
        return sum(card.suit == suit for card in self.hand)

    def is_void(self, seat: str | None, suit: str) -> bool:
        """What is so, whatever the bot knows."""
        return seat is not None and all(card.suit != suit for card in self.state.hands[seat])

    @property
    def opponents_later(self) -> tuple[str, ...]:
        return tuple(seat for seat in self.later if seat not in self.partners)

    @property
    def against_later(self) -> tuple[str, ...]:
        """Those who really play against the player."""
        return tuple(seat for seat in self.later if seat not in self.true_partners)

    # -- before the play

    @property
    def cards(self) -> tuple[Card, ...]:
        assert isinstance(self.action, (PassCards, Bury, LayMeld)), self.action
        return self.action.cards

    @property
    def rest(self) -> list[Card]:
        return list((Counter(self.hand) - Counter(self.cards)).elements())

    @property
    def meld_lost(self) -> int:
        return meld_total(self.book, self.hand, self.trump) - meld_total(self.book, self.rest, self.trump)

    @property
    def bid(self) -> int | None:
        assert isinstance(self.action, Bid), self.action
        return self.action.amount

    @property
    def opponents_are_out(self) -> bool:
        return all(
            seat in self.view.auction.out for seat in self.book.seats if self.book.side_of(seat) != self.view.side
        )

    def bids_at_once(self, told: str | None) -> bool:
        """A bid above the lowest is told as such, and made only while somebody competes."""
        lowest = self.asked.lowest_bid
        if told is None or lowest is None:
            return told is None and (self.bid == lowest or self.book.auction.passing == "once")
        return self.bid == int(told) > lowest and not self.opponents_are_out

    def adds_up(self, suit: str, worth: str, meld: str, take: str, help_: str | None, safe: str | None) -> bool:
        parts = int(meld) + int(take) + int(help_ or 0) - int(safe or 0)
        return parts == int(worth) and int(meld) == meld_total(self.book, self.hand, SUITS[suit])

    def may_name(self) -> tuple[str, ...]:
        return exchange.trump_choices(self.book, self.hand)


def no_marriage(fact: Fact) -> bool:
    return not fact.may_name()


Claim = Callable[..., bool]
TRUE_OF: Final[dict[str, Claim]] = {
    # new cards, bids
    r"That many nines and no meld: new cards are likely to be better\.": lambda f: (
        isinstance(f.action, Redeal)
        and f.action.claimed
        and f.book.redeal is not None
        and sum(card.rank == "9" for card in f.hand) >= f.book.redeal.nines
    ),
    r"New cards are likely to be better than these\.": lambda f: isinstance(f.action, Redeal) and f.action.claimed,
    r"These cards are worth a bid: keep them\.": lambda f: isinstance(f.action, Redeal) and not f.action.claimed,
    r"Your first lead must be a trump\.": lambda f: f.is_lead and f.is_trump and f.book.play.first_lead != "any",
    r"You have no marriage, so you couldn’t name trump\.": lambda f: f.bid is None and no_marriage(f),
    WORTH + r" That’s enough for (\d+)\." + AT_ONCE: lambda f, *of: (
        f.adds_up(*of[:6]) and int(of[1]) >= int(of[6]) == f.bid and f.bids_at_once(of[7])
    ),
    WORTH + r" That isn’t enough for (\d+)\.": lambda f, *of: (
        f.adds_up(*of[:6]) and int(of[1]) < int(of[6]) == f.asked.lowest_bid and f.bid is None
    ),
    r"Your (\d+) meld covers (\d+) by itself\." + AT_ONCE: lambda f, meld, bid, jump: (
        int(meld) >= int(bid) == f.bid and f.bids_at_once(jump)
    ),
    r"Your (\d+) meld and the (\d+) points? that you must take anyway cover (\d+)\." + AT_ONCE: (
        lambda f, meld, take, bid, jump: (
            int(meld) < int(bid) == f.bid <= int(meld) + int(take)
            and int(take) == f.book.contract.points_needed
            and f.bids_at_once(jump)
        )
    ),
    r"(\d+) tells your partner about (\d+) meld\. Your hand doesn’t want the bid itself\.": lambda f, bid, meld: (
        int(bid) == f.bid and int(meld) == min(80, meld_total(f.book, f.hand, None) // 10 * 10)
    ),
    r"Nobody may bid without (?:(\d+) meld|a marriage) in hand, so you have to pass\.": lambda f, meld: (
        f.bid is None and not may_bid(f.book, f.hand) and f.book.auction.needs_meld == int(meld or 0)
    ),
    r"With your hand you have to bid\.": lambda f: (
        f.bid == f.asked.lowest_bid == f.book.auction.opening and must_bid(f.book, f.view.auction, f.hand)
    ),
    r"It feels like cards worth about (\d+)\.": lambda f, worth: f.bid is not None and f.bid <= int(worth),
    r"It doesn’t feel like cards worth (\d+)\.": lambda f, bid: f.bid is None and int(bid) == f.asked.lowest_bid,
    # trump, partner, pass, kitty, meld
    rf"The {CARD} is the highest (trump|card) others may have\.": lambda f, card, what: (
        f.calls(card) and (SUITS[card[-1]] == f.trump) == (what == "trump")
    ),
    r"Nobody else has a card to call: play alone\.": lambda f: f.action == CallPartner(f.view.seat, None),
    rf"You could use the {CARD}\.": lambda f, card: f.calls(card) and card[0] == "A",
    r"By the bidding, this is the best hand beside yours\.": lambda f: f.book.deal.calls == "player",
    r"One player is as good as another\.": lambda f: f.book.deal.calls == "player",
    r"You have no marriage, so you can’t name trump\.": no_marriage,
    rf"Your only marriage is in {SUIT}\.": lambda f, suit: f.may_name() == (SUITS[suit],) == (f.action.suit,),
    rf"With {SUIT} you have (\d+) trumps? and (\d+) meld\.": lambda f, suit, length, meld: (
        f.action.suit == SUITS[suit]
        and f.own(SUITS[suit]) == int(length)
        and meld_total(f.book, f.hand, SUITS[suit]) == int(meld)
    ),
    rf"The longest suit you may name is {SUIT}\.": lambda f, suit: (
        f.action.suit == SUITS[suit] and f.own(SUITS[suit]) == max(map(f.own, f.may_name()))
    ),
    rf"All {SUIT}: trump helps the bidder most\.": lambda f, suit: (
        {card.suit for card in f.cards} == {f.trump, SUITS[suit]}
    ),
    r"(?:(\d+) trumps?)?(?:, | and )?(?:(\d+) pinochle cards?)?(?:, | and )?(?:(\d+) aces?)?"
    r": what you hold that helps the bidder most\.": lambda f, trumps, parts, aces: (
        sum(card.suit == f.trump for card in f.cards) == int(trumps or 0)
        and sum(card.rank == "A" and card.suit != f.trump for card in f.cards) == int(aces or 0)
        and (not parts or sum(card in PINOCHLE and card.suit != f.trump for card in f.cards) == int(parts))
        and f.view.seat != f.view.bidder
    ),
    r"There is no trump and no ace to pass: these cards cost you the least\.": lambda f: (
        not any(card.suit == f.trump or card.rank == "A" for card in f.cards) and f.view.seat != f.view.bidder
    ),
    r"None of these is trump or an ace, and your meld stays whole\.": lambda f: (
        not any(card.suit == f.trump or card.rank == "A" for card in f.cards) and f.meld_lost == 0
    ),
    r"You have to part with something: your meld stays whole\.": lambda f: f.meld_lost == 0,
    r"You have to part with something: this costs (\d+) meld, and the rest stays\.": lambda f, lost: (
        f.meld_lost == int(lost) > 0
    ),
    r"(?:(\d+) counters? put away can’t be lost\.)?"
    rf"(?: ?That leaves you no (.*{SUIT})\.)?": lambda f, counters, gone, _: (
        (counters is None or (sum(map(f.is_counter, f.cards)) == int(counters) and f.book.kitty.buried_count))
        and {SUITS[each] for each in re.findall("[♠♥♦♣]", gone or "")}
        == {card.suit for card in f.cards} - {card.suit for card in f.rest}
    ),
    r"These cards are likely to win you the least\.": lambda f: isinstance(f.action, Bury),
    r"Everything that counts is on the table\.": lambda f: (
        meld_total(f.book, f.cards, f.trump) == meld_total(f.book, f.hand, f.trump) > 0
    ),
    r"You have no meld\.": lambda f: f.cards == () and meld_total(f.book, f.hand, f.trump) == 0,
    # before the first lead
    r"The moon is for cards that nothing can beat\.": lambda f: (
        f.action == Declare(f.view.seat, "play")
        and "moon" in f.asked.declarations
        and "throw_in" not in f.asked.declarations
    ),
    r"Cut and laid, the hand would hardly score more\.": lambda f: (
        f.action == Declare(f.view.seat, "play") and not {"moon", "throw_in"} & set(f.asked.declarations)
    ),
    r"Nothing can beat your hand\. Shoot the moon\.": lambda f: f.action == Declare(f.view.seat, "moon"),
    r"Playing it out would score (?:about \d+|a little) less on average than throwing it in\.": lambda f: (
        f.action == Declare(f.view.seat, "throw_in")
    ),
    r"Playing it out scores (?:about \d+|a little) more on average than throwing it in would\.": lambda f: (
        f.action == Declare(f.view.seat, "play")
    ),
    r"Cut and laid, the hand scores about \d+ more on average than otherwise\.": lambda f: (
        f.action == Declare(f.view.seat, "lay") and "lay" in f.asked.declarations
    ),
    r"Played, the hand leaves you (?:about \d+|a little) better off on average\.": lambda f: (
        f.action == Answer(f.view.seat, False) and f.view.laid_open
    ),
    r"Letting it stand leaves you (?:about \d+|a little) better off on average\.": lambda f: (
        f.action == Answer(f.view.seat, True) and f.view.laid_open
    ),
    # any card
    rf"The {CARD} is the only card you may play\.": lambda f, _: f.legal == (f.card,),
    r"Nobody can beat what you hold: the rest is yours\.": lambda f: (
        f.card is None and f.asked.may_lay_down and tricks.can_be_beaten(f.hand, opponents_may_hold(f), f.trump) is None
    ),
    # leads
    rf"{A_PARTNER} showed the ace of {SUIT}, and still holds it\.": lambda f, suit: (
        f.is_lead
        and f.card.suit == SUITS[suit] != f.trump
        and any(Card("A", SUITS[suit]) in f.state.hands[seat] for seat in f.partners)
    ),
    rf"{A_PARTNER} has no {SUIT} and may trump it\.": lambda f, suit: (
        f.is_lead
        and f.card.suit == SUITS[suit] != f.trump
        and any(f.is_void(seat, SUITS[suit]) for seat in f.partners)
        and f.out(f.trump) > 0
    ),
    rf"An opponent has no {SUIT}, and has to trump if they can\.": lambda f, suit: (
        f.is_lead
        and f.card.suit == SUITS[suit] != f.trump
        and any(f.is_void(seat, SUITS[suit]) for seat in f.opponents_later)
        and f.out(f.trump) > 0
    ),
    rf"The {CARD} is no counter, so it gives little away\.": lambda f, _: (
        f.is_lead and not f.is_trump and not f.is_counter(f.card) and f.higher_out() > 0
    ),
    rf"The {CARD} may bring out the higher {SUIT}\.": lambda f, *_: (
        f.is_lead and not f.is_trump and f.is_counter(f.card) and f.higher_out() > 0
    ),
    rf"Nothing still out in {SUIT} beats your {CARD}, and no opponent has trump: it wins\.": lambda f, *_: (
        f.is_lead and not f.is_trump and not any(can_beat(f, seat) for seat in f.against_later)
    ),
    rf"Nothing still out in {SUIT} beats your {CARD}, though it may be trumped\.": lambda f, *_: (
        f.is_lead and not f.is_trump and not f.higher_out() and f.out(f.trump) > 0
        and any(f.is_void(seat, f.card.suit) for seat in f.opponents_later)
    ),
    rf"Nothing still out in {SUIT} beats your {CARD}: cash it before somebody can trump it\.": lambda f, *_: (
        f.is_lead and not f.is_trump and not f.higher_out() and f.out(f.trump) > 0 and f.out(f.card.suit) > 0
    ),
    # trump leads
    rf"Nobody else has trump left, so your {CARD} wins\.": lambda f, _: f.is_lead and f.is_trump and not f.out(f.trump),
    rf"You have nothing but trump left: the {CARD} may bring out the higher ones\.": lambda f, _: (
        f.is_lead and all(card.suit == f.trump for card in f.hand) and f.higher_out() > 0
    ),
    r"You have nothing but trump left\.": lambda f: f.is_lead and all(card.suit == f.trump for card in f.hand),
    r"Defenders lead trump to run the bidder short\.": lambda f: (
        f.is_lead and f.is_trump and not f.view.is_bidding_side and f.book.deck.copies > 2
    ),
    r"A trump lead helps the bidder, but keeps your other suits closed\.": lambda f: (
        f.is_lead and f.is_trump and not f.view.is_bidding_side and f.own(f.trump) < len(f.hand)
    ),
    rf"No trump still out beats your {CARD}, and it draws trump\.": lambda f, _: (
        f.is_lead and f.is_trump and not f.higher_out() and f.out(f.trump) > 0
    ),
    r"You hold (\w+) trumps and the others (\w+): draw them\.": lambda f, own, others: (
        f.is_lead and f.is_trump and f.own(f.trump) == figure(own) > figure(others) == f.out(f.trump)
    ),
    rf"A low trump, the {CARD}, brings out the higher ones\.": lambda f, _: (
        f.is_lead and f.is_trump and f.card.rank in "9JQ" and f.higher_out() > 0
    ),
    rf"The {CARD} draws trump, though a higher one is still out\.": lambda f, _: (
        f.is_lead and f.is_trump and f.higher_out() > 0
    ),
    # ahead in the trick
    rf"You play last: the {CARD} wins the trick\.": lambda f, _: f.wins(f.card) and not f.later,
    rf"You play last: the {CARD} wins the trick cheaply\.": lambda f, _: (
        f.wins(f.card)
        and not f.later
        and any(each.beats(f.card, f.trump) for each in f.legal)
        and not any(f.wins(each) and f.card.beats(each, f.trump) for each in f.legal)
    ),
    rf"You play last: the {CARD} wins the trick and adds a counter to it\.": lambda f, _: (
        f.wins(f.card)
        and not f.later
        and f.is_counter(f.card)
        and any(f.wins(each) and not f.is_counter(each) for each in f.legal)
    ),
    rf"Nobody who still plays against you can beat the {CARD}\.": lambda f, _: (
        f.wins(f.card) and bool(f.later) and not any(can_beat(f, seat) for seat in f.against_later)
    ),
    rf"With the {CARD}, your side (?:is very likely to|will probably) win the trick\.": lambda f, _: f.wins(f.card),
    rf"The {CARD} trumps in and may hold the trick\.": lambda f, _: (
        f.wins(f.card) and f.is_trump and f.on_table[0].suit != f.trump
    ),
    rf"You have to beat the {CARD}\.": lambda f, best: (
        not f.partner_holds and sign(f.best) == best and all(map(f.wins, f.legal))
    ),
    rf"The {CARD} goes ahead for now, and may still be beaten\.": lambda f, _: (
        f.wins(f.card) and bool(f.opponents_later)
    ),
    rf"You have to beat {PARTNER}’s {CARD}\.": lambda f, best: (
        f.partner_holds and sign(f.best) == best and all(map(f.wins, f.legal))
    ),
    rf"The {CARD} is harder to beat than {PARTNER}’s {CARD}\.": lambda f, _, best: (
        f.partner_holds and sign(f.best) == best and f.wins(f.card) and bool(f.later)
    ),
    rf"Nothing still out in {SUIT} beats your {CARD}, and {PARTNER}’s {CARD} may still be beaten\.": lambda f, *said: (
        f.partner_holds and sign(f.best) == said[-1] and f.wins(f.card) and not f.is_trump and not f.higher_out()
        and bool(f.opponents_later)
    ),
    r"The trick is your side’s either way\.": lambda f: (
        f.partner_holds and not f.later and f.wins(f.card)
    ),
    # under partner's card
    rf"Your {RANK} gives {PARTNER}’s {CARD} a counter\.": lambda f, best: (
        f.partner_holds and f.follows_well and f.is_counter(f.card) and sign(f.best) == best
    ),
    r"You have to play a counter\.": lambda f: (
        f.partner_holds and all(map(f.is_counter, f.legal))
    ),
    rf"{A_PARTNER}’s {CARD} may still be beaten, so don’t add a counter\.": lambda f, best: (
        f.partner_holds
        and f.follows_well
        and sign(f.best) == best
        and not f.is_counter(f.card)
        and any(map(f.is_counter, f.legal))
        and bool(f.opponents_later)
    ),
    rf"{A_PARTNER} holds the trick so far\.": lambda f: (
        f.partner_holds and f.follows_well and not f.is_counter(f.card)
    ),
    # under an opponent's
    rf"You could beat the {CARD}, but keep the {CARD} for later\.": lambda f, best, kept: (
        not f.partner_holds and f.follows_well and sign(f.best) == best
        and any(f.wins(each) and sign(each) == kept for each in f.legal)
    ),
    rf"You can’t beat the {CARD}: the {CARD} keeps your {RANK} for a lead of {SUIT}\.": lambda f, best, *_: (
        sign(f.best) == best
        and not any(map(f.wins, f.legal))
        and any(each.suit not in (f.card.suit, f.trump) for each in f.legal)
    ),
    rf"{A_PARTNER} still plays and will probably win: your {RANK} is a counter for your side\.": lambda f: (
        not f.partner_holds and f.follows_well and any(seat in f.later for seat in f.partners) and f.is_counter(f.card)
    ),
    rf"You can’t beat the {CARD}, so play the {CARD} and keep your counters\.": lambda f, best, _: (
        sign(f.best) == best
        and not any(map(f.wins, f.legal))
        and not f.is_counter(f.card)
        and any(map(f.is_counter, f.legal))
    ),
    rf"You can’t beat the {CARD}, so play the {CARD} and keep what counts more\.": lambda f, best, _: (
        sign(f.best) == best
        and not any(map(f.wins, f.legal))
        and 0 < f.points(f.card) < max(map(f.points, f.legal))
    ),
    rf"You can’t beat the {CARD}\.": lambda f, best: (
        not f.partner_holds and sign(f.best) == best and not any(map(f.wins, f.legal))
    ),
}  # fmt: skip


def figure(word: str) -> int:
    return NUMBERS[word] if word in NUMBERS else int(word)


def opponents_may_hold(fact: Fact) -> list[Card]:
    """What is unseen and was not shown by a partner."""
    mine = [card for seat in fact.true_partners if seat in fact.view.melds for card in fact.view.melds[seat].cards]
    return list((fact.unseen - Counter(mine) - Counter(fact.view.given)).elements())


def can_beat(fact: Fact, seat: str) -> bool:
    """Whether `seat`, which plays later, really holds a card that beats the one played, and may play it."""
    assert fact.card is not None
    trick, hand = (*fact.on_table, fact.card), fact.state.hands[seat]
    return any(each.beats(fact.card, fact.trump) for each in tricks.legal_plays(fact.book, hand, trick, fact.trump))


def decisions(name: str, number: int) -> Iterator[tuple[DealState, SeatView, Decision]]:
    """What Club players and Beginners would do at moments of deals that are played by chance."""
    book = BOOKS[name]
    rng = random.Random(f"reasons {name}")
    bots = [make_bot("club", seed=1, meld_bids=True), make_bot("beginner", seed=2)]
    for _ in range(number):
        for state in random_steps(book, rng):
            if choices(state) is not None and state.to_act is not None:
                view = seat_view(state, state.to_act)
                yield state, view, bots[0].choose(view)
                if view.choices is not None and view.choices.kind in ("bid", "trump"):
                    yield state, view, bots[1].choose(view)


def without_partner(said: str, fact: Fact) -> str:
    """The rest of a reason to go over the partner's bid, none where it is left to the partner; what it says of the two
    is so."""
    beside = BESIDE_PARTNER.match(said)
    if beside is None:
        return said
    told, meld, nearly_all, many, better = beside.groups()
    assert fact.view.auction.bidder in fact.view.partners
    assert int(meld or 0) == meld_total(fact.book, fact.hand, None)
    beats = 100 * bool(nearly_all) + int(many or 0) + 20 * bool(told)
    assert (better is not None) == (fact.bid is not None)
    if better is None:
        assert beats < 88
    elif better.endswith("bid on"):
        assert beats >= 72
        assert not fact.opponents_are_out
    else:
        assert beats >= 88
        assert better.endswith("enough") == bool(told)
    return said[beside.end() :]


def hold_to_the_deed(state: DealState, view: SeatView, decision: Decision) -> None:
    said = without_partner(decision.reason, Fact(state, view, decision))
    if not said:
        return
    found = [(claim, match) for text, claim in TRUE_OF.items() if (match := re.fullmatch(text, said))]
    assert found, f"nothing is claimed for: {decision.reason}"
    for claim, match in found:
        assert claim(Fact(state, view, decision), *match.groups()), (decision, view)


@pytest.mark.parametrize("name", every(2, [*BOOKS], first=1))
def test_every_sentence_is_true_of_what_is_done(name: str):
    for state, view, decision in decisions(name, sample(3, 60)):
        hold_to_the_deed(state, view, decision)


def test_what_an_expert_says_is_true_of_its_own_choice():
    """What is seen of a card, and not of the one that a Club player would have played."""
    others = 0
    for key in ["st-hilary", "npa", "gwinnett-3"]:
        expert, club = ExpertBot(seed=1, budget=Budget(playouts=160)), make_bot("club", seed=1)
        for state in list(random_steps(BOOKS[key], random.Random(f"seen {key}")))[:: sample(4, 1)]:
            if state.phase is not Phase.TRICKS or state.to_act is None:
                continue
            view = seat_view(state, state.to_act)
            decision = expert.choose(view)
            hold_to_the_deed(state, view, decision)
            others += decision.action != club.choose(view).action
    assert others
