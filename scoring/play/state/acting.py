"""Who acts, what is legal, and the state after it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Any, Final

from scoring.play.actions import (
    Action,
    Answer,
    Bid,
    Bury,
    CallPartner,
    Declare,
    LayDown,
    LayMeld,
    NameTrump,
    PassCards,
    PlayCard,
    Redeal,
)
from scoring.rules import auction as bidding
from scoring.rules import exchange, tricks
from scoring.rules.auction import Call
from scoring.rules.book import RuleBook
from scoring.rules.cards import Card, Seat, Side, Suit
from scoring.rules.deal_score import no_meld_counts, unplayed_reason
from scoring.rules.dealing import Dealt, may_call_redeal
from scoring.rules.errors import RuleError
from scoring.rules.melds import meld_total

from .counting import record_so_far
from .values import Cards, DealState, Laid, Phase, Trick, bidder_of, without


@dataclass(frozen=True, slots=True)
class Choices:
    """Options of the seat to act: `kind` (as in `actions.KINDS`) and its material.

    `bid`: from `lowest_bid` (None: a pass alone), or a pass unless `must_bid`. `trump`: `suits`, none where none may be
    named. `partner`: one of `cards` or `seats`, or nobody. `pass_cards`, `bury`: `count` of `cards`. `meld`: any of
    `cards`. `play`: one of `cards` (distinct), or a claim where `may_lay_down`; `leads_trump` where a first lead must
    be one.
    """

    kind: str
    seat: Seat
    lowest_bid: int | None = None
    must_bid: bool = False
    suits: tuple[Suit, ...] = ()
    seats: tuple[Seat, ...] = ()
    cards: Cards = ()
    count: int = 0
    declarations: tuple[str, ...] = ()
    may_lay_down: bool = False
    leads_trump: bool = False


# -- beginning ---------------------------------------------------------------------------


def begin(
    book: RuleBook,
    dealer: Seat,
    dealt: Dealt,
    standing: Mapping[Side, int] | None = None,
    *,
    off_board: Sequence[Side] | None = None,
    is_last: bool = False,
) -> DealState:
    """A deal just dealt; `standing` are the totals before it, `is_last` that none follows.

    `off_board` defaults to those with nothing yet. Where the dealer sits out, the book is the one for this deal. Raises
    `RuleError` for other cards than the book's deck.
    """
    book = book.before_the_call
    if dealer in book.at_table:
        book = book.at(dealer)
    if dealer not in book.at_table or set(dealt.hands) != set(book.seats):
        raise RuleError(f"These rules seat {', '.join(book.seats)}.")
    if any(len(hand) != book.deal.hand_size for hand in dealt.hands.values()):
        raise RuleError(f"A hand has {book.deal.hand_size} cards in these rules.")
    if Counter(chain(dealt.kitty, *dealt.hands.values())).items() != _deck(book).items():
        raise RuleError("These cards aren’t one whole deck.")
    before = dict(standing) if standing else dict.fromkeys(book.columns, 0)
    outside = [side for side in book.columns if before[side] <= 0] if off_board is None else off_board
    auction = bidding.start(book, dealer)
    asking = _asks_for_redeal(book, dealt.hands, book.seats_from(book.next_seat(dealer)))
    return DealState(
        book=book,
        dealer=dealer,
        dealt=dealt,
        phase=Phase.REDEAL if asking else Phase.AUCTION,
        to_act=asking or auction.to_call,
        hands=dict(dealt.hands),
        kitty=dealt.kitty,
        auction=auction,
        standing=before,
        off_board=tuple(outside),
        is_last=is_last,
    )


def afresh(state: DealState) -> DealState:
    return begin(
        state.book, state.dealer, state.dealt, state.standing, off_board=state.off_board, is_last=state.is_last
    )


@lru_cache(maxsize=64)
def _deck(book: RuleBook) -> Counter[Card]:
    return Counter(book.cards)


def _asks_for_redeal(book: RuleBook, hands: Mapping[Seat, Cards], seats: Sequence[Seat]) -> Seat | None:
    return next((seat for seat in seats if may_call_redeal(book, hands[seat])), None)


# -- what may be done --------------------------------------------------------------------


def choices(state: DealState) -> Choices | None:
    """The options of the seat to act; None once the deal is done."""
    seat = state.to_act
    if seat is None:
        return None
    book, hand = state.book, state.hands[seat]
    match state.phase:
        case Phase.REDEAL:
            return Choices("redeal", seat)
        case Phase.AUCTION:
            lowest = bidding.next_bid(book, state.auction.high) if bidding.may_bid(book, hand) else None
            return Choices("bid", seat, lowest_bid=lowest, must_bid=bidding.must_bid(book, state.auction, hand))
        case Phase.TRUMP:
            return Choices("trump", seat, suits=exchange.trump_choices(book, hand))
        case Phase.PARTNER:
            cards, others = exchange.partner_choices(book, seat)
            return Choices("partner", seat, cards=cards, seats=others)
        case Phase.PASS:
            assert book.passing is not None, "a pass in a book without one"
            return Choices("pass_cards", seat, cards=hand, count=book.passing.cards)
        case Phase.BURY:
            assert book.kitty is not None, "a kitty in a book without one"
            return Choices(
                "bury", seat, cards=exchange.may_bury(book, hand, _melded(state), state.trump), count=book.kitty.bury
            )
        case Phase.MELD:
            return Choices("meld", seat, cards=hand)
        case Phase.DECLARE:
            return Choices("declare", seat, declarations=exchange.declarations(book, record_so_far(state)))
        case Phase.ANSWER:
            return Choices("answer", seat)
        case _:
            assert state.trick is not None, state.phase
            leads_trump = _leads_trump(state)
            cards = tricks.legal_plays(book, hand, state.trick.cards, state.trump, leads_trump=leads_trump)
            may_lay_down = _may_lay_down(state, hand)
            return Choices("play", seat, cards=cards, may_lay_down=may_lay_down, leads_trump=leads_trump)


def _leads_trump(state: DealState) -> bool:
    """Whether this is a first lead that must be a trump."""
    assert state.trick is not None, state.phase
    is_first = not state.tricks and not state.trick.cards
    return is_first and tricks.must_lead_trump(state.book, stuck=state.auction.stuck)


def _may_lay_down(state: DealState, hand: Cards) -> bool:
    """Whether the rest may be claimed: between tricks, and not for a single card."""
    assert state.trick is not None, state.phase
    return not state.trick.cards and len(hand) > 1


def refusal(state: DealState, action: Action) -> str | None:
    """The reason that an action is illegal now, for the player; None where legal."""
    if state.to_act is None:
        return state.book.words.say("This hand is over.")
    if action.seat != state.to_act:
        return f"It is {state.book.seat_names[state.to_act]}’s turn."
    if not isinstance(action, _ASKED[state.phase]):
        return state.book.words.say(_NOT_NOW[state.phase])
    return _fault(state, action)


_ASKED: Final[Mapping[Phase, type[Action] | tuple[type[Action], ...]]] = {
    Phase.REDEAL: Redeal,
    Phase.AUCTION: Bid,
    Phase.TRUMP: NameTrump,
    Phase.PARTNER: CallPartner,
    Phase.PASS: PassCards,
    Phase.BURY: Bury,
    Phase.MELD: LayMeld,
    Phase.DECLARE: Declare,
    Phase.ANSWER: Answer,
    Phase.TRICKS: (PlayCard, LayDown),
}

_NOT_NOW: Final[Mapping[Phase, str]] = {
    Phase.REDEAL: "First say if you want new cards.",
    Phase.AUCTION: "The bidding is still on. Bid or pass.",
    Phase.TRUMP: "Name trump first.",
    Phase.PARTNER: "Call a partner first.",
    Phase.PASS: "Choose the cards for your partner first.",
    Phase.BURY: "Bury your cards first.",
    Phase.MELD: "Lay your meld first.",
    Phase.DECLARE: "First say how you want to play this hand.",
    Phase.ANSWER: "First say if the hand stands.",
    Phase.TRICKS: "Play a card.",
}


def _fault(state: DealState, action: Action) -> str | None:
    book, hand = state.book, state.hands[action.seat]
    match action:
        case Bid(seat, amount):
            call = Call(seat, amount)
            return bidding.refusal(book, state.auction, call) or bidding.hand_refusal(book, state.auction, call, hand)
        case NameTrump(_, suit):
            fault = _trump_fault(suit, exchange.trump_choices(book, hand))
            return book.words.say(fault) if fault else None
        case CallPartner(seat, called):
            return exchange.call_fault(book, seat, called)
        case PassCards(_, cards):
            return exchange.pass_fault(book, hand, cards)
        case Bury(_, cards):
            return exchange.bury_fault(book, hand, _melded(state), cards, state.trump)
        case LayMeld(_, cards):
            return exchange.lay_fault(book, hand, cards, state.trump)
        case Declare(_, what):
            said = exchange.declarations(book, record_so_far(state))
            return None if what in said else "The rules don’t allow that here."
        case PlayCard(_, card):
            if card not in hand:
                return "That card isn’t in your hand."
            assert state.trick is not None, state.phase
            return tricks.refusal(book, hand, state.trick.cards, state.trump, card, leads_trump=_leads_trump(state))
        case LayDown():
            return None if _may_lay_down(state, hand) else _NOT_NOW[state.phase]
        case _:
            return None


def _trump_fault(suit: Suit | None, suits: tuple[Suit, ...]) -> str | None:
    if suit is None:
        return "Name trump: you have a suit for it." if suits else None
    if suit in suits:
        return None
    return "Trump needs a marriage: the king and queen of that suit." if suits else "You have no marriage to name."


# -- acting ------------------------------------------------------------------------------


def apply(state: DealState, action: Action) -> DealState:
    """The state after an action; raises `RuleError` with `refusal`'s sentence."""
    refused = refusal(state, action)
    if refused is not None:
        raise RuleError(refused)
    return act(state, action)


def act(state: DealState, action: Action) -> DealState:
    return _ACTS[type(action)](state, action)


def _after(state: DealState, action: Action, **changes: Any) -> DealState:
    return state.changed(actions=(*state.actions, action), **changes)


def replay(state: DealState, actions: Sequence[Action]) -> DealState:
    """The state after all `actions`; raises `RuleError` at the first illegal one."""
    for action in actions:
        state = apply(state, action)
    return state


def _redeal(state: DealState, action: Redeal) -> DealState:
    if action.claimed:
        return _after(state, action, phase=Phase.DONE, to_act=None, redealt_by=action.seat)
    order = state.book.seats_from(state.book.next_seat(state.dealer))
    asking = _asks_for_redeal(state.book, state.hands, order[order.index(action.seat) + 1 :])
    if asking is not None:
        return _after(state, action, to_act=asking)
    return _after(state, action, phase=Phase.AUCTION, to_act=state.auction.to_call)


def _bid(state: DealState, action: Bid) -> DealState:
    auction = bidding.after_call(state.book, state.auction, Call(action.seat, action.amount))
    state = _after(state, action, auction=auction, to_act=auction.to_call)
    if not auction.finished:
        return state
    assert auction.bidder is not None, auction
    if state.book.kitty is not None and state.book.kitty.takes == "before_trump":
        state = _with_kitty(state)
    return state.changed(phase=Phase.TRUMP, to_act=auction.bidder)


def _with_kitty(state: DealState) -> DealState:
    bidder = bidder_of(state)
    return state.changed(hands={**state.hands, bidder: state.hands[bidder] + state.kitty}, kitty=())


def _name_trump(state: DealState, action: NameTrump) -> DealState:
    if action.suit is None:
        return _to_meld(_with_partner(_after(state, action, no_marriage=True), None))
    state = _after(state, action, trump=action.suit)
    if state.kitty:
        state = _with_kitty(state)
    if state.book.deal.calls_partner:
        return state.changed(phase=Phase.PARTNER)
    return _to_pass(state)


def _call_partner(state: DealState, action: CallPartner) -> DealState:
    return _to_pass(_with_partner(_after(state, action, called=action.called), action.called))


def _with_partner(state: DealState, called: Card | Seat | None) -> DealState:
    """The state in a book with the sides of this hand; the same in most books."""
    bidder = bidder_of(state)
    partner = exchange.partner_called(state.book, bidder, called, state.hands)
    return state.changed(
        book=state.book.for_hand(None, bidder, partner),
        is_secret=isinstance(called, Card) and state.book.deal.calls == "secret",
    )


def _to_pass(state: DealState) -> DealState:
    order = exchange.passing_order(state.book, bidder_of(state))
    if order:
        return state.changed(phase=Phase.PASS, to_act=order[0])
    return _to_kitty_or_meld(state)


def _pass_cards(state: DealState, action: PassCards) -> DealState:
    passes = (*state.passes, action)
    order = exchange.passing_order(state.book, bidder_of(state))
    is_last = len(passes) == len(order)
    state = _after(state, action, passes=passes)
    if not exchange.passes_unseen(state.book):
        state = _handed_over(state, action)
    elif is_last:
        for each in passes:
            state = _handed_over(state, each)
    return _to_kitty_or_meld(state) if is_last else state.changed(to_act=order[len(passes)])


def _handed_over(state: DealState, passed: PassCards) -> DealState:
    partner = state.book.partner(passed.seat)
    assert partner is not None, "a pass without a partner"
    hands = {
        **state.hands,
        passed.seat: without(state.hands[passed.seat], passed.cards),
        partner: state.hands[partner] + passed.cards,
    }
    return state.changed(hands=hands)


def _to_kitty_or_meld(state: DealState) -> DealState:
    kitty = state.book.kitty
    if kitty is not None and kitty.bury and not kitty.meld_before_burying:
        return state.changed(phase=Phase.BURY, to_act=bidder_of(state))
    return _to_meld(state)


def _to_meld(state: DealState) -> DealState:
    if no_meld_counts(state.book, no_marriage=state.no_marriage):
        return state.changed(phase=Phase.DONE, to_act=None)
    return state.changed(phase=Phase.MELD, to_act=melding_order(state)[0])


def melding_order(state: DealState) -> tuple[Seat, ...]:
    """The order of melding, bidder first; without a possible trump, the others only."""
    order = state.book.seats_from(bidder_of(state))
    if not state.no_marriage:
        return order
    bidders = state.book.side_of(order[0])
    return tuple(seat for seat in order if state.book.side_of(seat) != bidders)


def _lay_meld(state: DealState, action: LayMeld) -> DealState:
    laid = {**state.laid, action.seat: Laid(meld_total(state.book, action.cards, state.trump), action.cards)}
    state = _after(state, action, laid=laid)
    order = melding_order(state)
    if len(laid) < len(order):
        return state.changed(to_act=order[len(laid)])
    return all_laid(state, laid)


def all_laid(state: DealState, laid: Mapping[Seat, Laid]) -> DealState:
    state = state.changed(laid=laid, shown=_shown(state.book, laid))
    if unplayed_reason(state.book, record_so_far(state)) is not None:
        return state.changed(phase=Phase.DONE, to_act=None)
    kitty = state.book.kitty
    if kitty is not None and kitty.bury and not state.buried:
        return state.changed(phase=Phase.BURY, to_act=bidder_of(state))
    return _to_declare(state)


def _shown(book: RuleBook, laid: Mapping[Seat, Laid]) -> dict[Seat, Laid]:
    by_side = dict.fromkeys(book.sides, 0)
    for seat, each in laid.items():
        by_side[book.side_of(seat)] += each.total
    is_down = {side: exchange.lays_cards_down(book, total) for side, total in by_side.items()}
    tells_aces = book.meld.aces_told != "no"
    return {
        seat: Laid(
            each.total,
            each.cards if is_down[book.side_of(seat)] else (),
            tells_aces and exchange.has_aces_around(each.cards),
        )
        for seat, each in laid.items()
    }


def _bury(state: DealState, action: Bury) -> DealState:
    hands = {**state.hands, action.seat: without(state.hands[action.seat], action.cards)}
    state = _after(state, action, hands=hands, buried=action.cards)
    return _to_declare(state) if state.laid else _to_meld(state)


def _to_declare(state: DealState) -> DealState:
    if len(exchange.declarations(state.book, record_so_far(state))) > 1:
        return state.changed(phase=Phase.DECLARE, to_act=bidder_of(state))
    return _to_tricks(state)


def _declare(state: DealState, action: Declare) -> DealState:
    if action.what == "throw_in":
        return _after(state, action, phase=Phase.DONE, to_act=None, thrown_in=True)
    if action.what == "lay":
        return _after(state, action, phase=Phase.ANSWER, to_act=state.book.next_seat(action.seat), laid_open=True)
    return _to_tricks(_after(state, action, moon=action.what == "moon"))


def _answer(state: DealState, action: Answer) -> DealState:
    """The state after an answer: the first wish to play decides; it stands once all agree."""
    if not action.stands:
        return _to_tricks(_after(state, action))
    following = state.book.next_seat(action.seat)
    if following == bidder_of(state):
        return _after(state, action, phase=Phase.DONE, to_act=None, laid_stands=True)
    return _after(state, action, to_act=following)


def _to_tricks(state: DealState) -> DealState:
    bidder = bidder_of(state)
    return state.changed(phase=Phase.TRICKS, to_act=bidder, trick=Trick(bidder))


def _play_card(state: DealState, action: PlayCard) -> DealState:
    book, trick, seat = state.book, state.trick, action.seat
    assert trick is not None, state.phase
    cards = (*trick.cards, action.card)
    hands = {**state.hands, seat: without(state.hands[seat], (action.card,))}
    if state.is_secret and action.card == state.called and seat == state.partner:
        state = state.changed(is_secret=False)
    if len(cards) < len(book.seats):
        return _after(state, action, hands=hands, trick=Trick(trick.leader, cards), to_act=book.next_seat(seat))
    winner = book.seats_from(trick.leader)[tricks.winner(cards, state.trump)]
    is_last = not hands[winner]
    done = Trick(trick.leader, cards, winner, tricks.points(book, cards, last_trick=is_last))
    return _after(
        state,
        action,
        hands=hands,
        trick=Trick(winner),
        tricks=(*state.tricks, done),
        phase=Phase.DONE if is_last else Phase.TRICKS,
        to_act=None if is_last else winner,
    )


def _lay_down(state: DealState, action: LayDown) -> DealState:
    claimed = tricks.check_lay_down(state.book, state.hands, action.seat, action.seat, state.trump)
    return _after(state, action, claimed=claimed, phase=Phase.DONE, to_act=None)


_ACTS: Final[Mapping[type[Action], Callable[[DealState, Any], DealState]]] = {
    Redeal: _redeal,
    Bid: _bid,
    NameTrump: _name_trump,
    CallPartner: _call_partner,
    PassCards: _pass_cards,
    LayMeld: _lay_meld,
    Bury: _bury,
    Declare: _declare,
    Answer: _answer,
    PlayCard: _play_card,
    LayDown: _lay_down,
}


def _melded(state: DealState) -> Cards:
    laid = state.laid.get(bidder_of(state))
    return laid.cards if laid else ()
