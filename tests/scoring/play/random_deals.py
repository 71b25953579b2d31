"""Deals played by chance, legal all the way, with the rare things not so rare."""

import random
from collections.abc import Iterator
from typing import Any

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
from scoring.play.state import Choices, DealState, apply, begin, choices
from scoring.rules import exchange
from scoring.rules.auction import bids_from
from scoring.rules.book import RuleBook, built_in_book, built_in_books
from scoring.rules.dealing import Dealt, deal
from tests.books import PLAYED
from tests.lab.transcripts import with_sorted_hands
from tests.scoring.rules.deal_samples import changed, of_unequal_counters

BOOKS = tuple(built_in_book(key) for key in PLAYED)


def turned(key: str, **entries: Any) -> RuleBook:
    return changed(built_in_books()[key], **entries)


# Books with another procedure, so that every way through a deal is gone.
OTHER_BOOKS = {
    "counters of unequal worth": of_unequal_counters("ATKQJ", 11, 10, 4, 3, 2, deck__rounding="bidders"),
    "kitty buried before melding": turned("gwinnett-3", kitty__meld_before_burying=False),
    "melded cards buried": turned("gwinnett-3", kitty__bury_melded=True),
    "kitty not shown": turned("gwinnett-3", kitty__shown=False),
    "kitty taken after trump, aces and trump stay": turned(
        "gwinnett-3", kitty__takes="after_trump", kitty__stays="aces_and_trump", auction__marriage_needed=True,
        contract__set_scoring="give", contract__given="shared",
    ),
    "buried cards count for nobody": turned("gwinnett-3", kitty__buried_count=False),
    "three-handed, marriage needed": turned(
        "gwinnett-3", auction__marriage_needed=True, contract__no_marriage_meld="natural"
    ),
    "called in secret": turned("five-handed", deal__calls="secret"),
    "each partner needs a trick": turned("gwinnett", contract__trick_of="player"),
    "partner passes first": turned("st-hilary", passing__order="partner_first", passing__cards=10),
    "pass unseen": turned("hidden-valley", passing__order="both_at_once"),
    "new cards for three nines": turned("gwinnett", redeal__nines=3, redeal__nines_dealer="left"),
    "new cards for poor hands": turned(
        "hidden-valley", redeal__nines=4, redeal__nines_any_meld=True, redeal__no_aces=True,
        redeal__no_face_cards=True,
    ),
    "new cards for nines and little meld": turned(
        "gwinnett-3", redeal__nines=4, redeal__nines_meld=4
    ),
    "minimum of a stuck dealer alone": turned("npa", meld__minimum_for_bidders="when_stuck"),
    "meld below the minimum is played": turned("npa", contract__below_minimum="played"),
    "values first, natural meld, bids end": turned(
        "npa", procedure__values_announced_first=True, meld__aces_told="told", contract__throw_in=True,
        auction__highest=52,
    ),
    "natural meld without a minimum": turned(
        "family-double", contract__no_marriage_meld="natural", contract__natural_meld_needs_minimum=False
    ),
    "few cards to be beaten": turned(
        "hidden-valley", play__heading="when_trump_led", play__wrong_claim="claimed_tricks"
    ),
    "a trump is led first, the partner’s card is left": turned(
        "st-hilary", play__first_lead="trump", play__heading="not_partner"
    ),
    "a trump is led first, unless stuck": turned("cutthroat", play__first_lead="trump_unless_stuck"),
    "runs in any suit, a moon": turned("gwinnett", meld__run_suits="any", bonuses__moon={"points": 50}),
    "from the right, once each, with a marriage": turned(
        "family-double", auction__order="right", auction__passing="once", auction__needs="marriage",
        contract__surrender="meld_and_points", contract__surrender_costs="twice",
    ),
    "who has a run must bid, and who has no meld may not": turned(
        "st-hilary", auction__must="meld", auction__must_meld=6, auction__needs="meld", auction__needs_meld=4,
        contract__made_scoring="bid", contract__set_scoring="nothing", contract__throw_in=True,
        contract__throw_in_by="stuck",
    ),
    "no last trick": turned("st-hilary", deck__last_trick=0),
    "a dealer who sits out": turned("cutthroat", deal__fourth="sits", bonuses__game_melds__played="always"),
}  # fmt: skip


def random_dealt(book: RuleBook, rng: random.Random, dealer: str) -> Dealt:
    """Cards as they come, the hands sorted as a transcript gives them back."""
    return with_sorted_hands(deal(book, rng, dealer))


def random_start(book: RuleBook, rng: random.Random) -> DealState:
    dealer = rng.choice(book.seats)
    standing = {side: rng.randrange(-50, 450) for side in book.columns}
    off_board = [side for side in book.sides if rng.random() < 0.3] if book.bonuses.cut_and_lay else None
    return begin(book, dealer, random_dealt(book, rng, dealer), standing, off_board=off_board)


def random_steps(book: RuleBook, rng: random.Random) -> Iterator[DealState]:
    """A whole deal, step by step: as dealt, then after each action."""
    state = random_start(book, rng)
    bold = rng.choice((0.0, 0.3, 0.3, 0.7))
    yield state
    while state.to_act is not None:
        state = apply(state, random_action(state, rng, bold))
        yield state


def random_deal(book: RuleBook, rng: random.Random) -> DealState:
    """A deal that was played to its end."""
    *_, state = random_steps(book, rng)
    return state


def random_action(state: DealState, rng: random.Random, bold: float = 0.3) -> Action:
    """Something legal for the seat to act."""
    asked = choices(state)
    assert asked is not None, state.phase
    seat = asked.seat
    match asked.kind:
        case "redeal":
            return Redeal(seat, rng.random() < 0.3)
        case "bid":
            is_bid = asked.must_bid or (rng.random() < bold and asked.lowest_bid is not None)
            return Bid(seat, rng.choice(bids_from(state.book, state.auction.high, 4)) if is_bid else None)
        case "trump":
            return NameTrump(seat, rng.choice(asked.suits) if asked.suits else None)
        case "partner":
            return CallPartner(seat, rng.choice((*asked.cards, *asked.seats, None)))
        case "pass_cards":
            return PassCards(seat, tuple(rng.sample(asked.cards, asked.count)))
        case "bury":
            return Bury(seat, tuple(rng.sample(asked.cards, asked.count)))
        case "meld":
            return LayMeld(seat, random_meld(state, asked, rng))
        case "declare":
            is_played = rng.random() < 0.8
            said: Any = "play" if is_played else rng.choice(asked.declarations)
            return Declare(seat, said)
        case "answer":
            return Answer(seat, rng.random() < 0.6)
        case _:
            if asked.may_lay_down and rng.random() < 0.01:
                return LayDown(seat)
            return PlayCard(seat, rng.choice(asked.cards))


def random_meld(state: DealState, asked: Choices, rng: random.Random) -> tuple[Any, ...]:
    """Mostly the best meld of the hand; else some cards of it, aces around among them."""
    best = exchange.best_laid(state.book, asked.cards, state.trump)
    if rng.random() < 0.8:
        return best
    some = tuple(card for card in best if card.rank == "A" or rng.random() < 0.7)
    assert exchange.lay_fault(state.book, asked.cards, some, state.trump) is None
    return some
