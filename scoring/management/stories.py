"""The example cards as stories: the players, and the hands in order. A hand is written out where it shows something;
the others (`DEALT`) are dealt by a seeded shuffle and melded at their best. Scores are worked out by the card."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from scoring.rules.auction import bids_from
from scoring.rules.book import RuleBook
from scoring.rules.cards import SUITS, Seat, Side, Suit
from scoring.rules.dealing import deal
from scoring.rules.melds import meld_total

LADDER: Final = 60
ALONE: Final = "alone"


@dataclass(frozen=True, slots=True)
class Hand:
    """One hand in the figures of the score card, by sides. None is a step not entered yet, `()` one with nothing to
    enter."""

    bidder: Seat
    bid: int
    trump: Suit | None
    meld: tuple[int, ...] | None = None
    take: tuple[int, ...] | None = None
    more: Mapping[str, str] = field(default_factory=dict)

    def fields(self, book: RuleBook) -> dict[str, dict[str, Any]]:
        """The form data of each entered step."""
        steps: dict[str, dict[str, Any]] = {
            "bid": {"bidder": self.bidder, "bid": self.bid, "trump": self.trump or "", **self.more}
        }
        partner = self.more.get("partner")
        here = book.for_hand(None, self.bidder, self.bidder if partner == ALONE else partner)
        for step, figures, sides in (("meld", self.meld, here.sides), ("take", self.take, here.take_sides)):
            if figures is not None:
                boxes = [
                    self.bidder if partner and self.bidder in side else side[0] if partner else side for side in sides
                ]
                typed = {f"{step}_{box}": figure for box, figure in zip(boxes, figures, strict=False)}
                steps[step] = {**typed, **self.more}
        return steps


DEALT: Final = None


@dataclass(frozen=True, slots=True)
class Story:
    """One example card. After its `hands`, up to `added` dealt ones follow until the game is over."""

    book: str
    players: tuple[str, ...]
    hands: tuple[Hand | None, ...]
    teams: tuple[str, ...] = ()
    table: str = ""
    round: str = ""
    seed: int = 1
    added: int = 0
    is_signed: bool = False
    late: tuple[Mapping[str, Any], ...] = ()
    penalties: tuple[Mapping[str, Any], ...] = ()


STORIES: Final = (
    # A whole game: a set, a point that saves because it was no mere last trick, both sides signed.
    Story(
        book="st-hilary",
        players=("Ruth Abernathy", "Walt Kowalski", "Marge Delgado", "Ed Lindqvist"),
        hands=(
            DEALT,
            Hand("N", 32, "H", meld=(8, 6), take=(15, 10)),
            DEALT,
            Hand("S", 24, "C", meld=(19, 14), take=(24, 1)),
        ),
        table="4",
        round="2",
        seed=7,
        added=20,
        is_signed=True,
    ),
    Story(
        book="hidden-valley",
        players=("Joan Pruitt", "Hank Ostrowski", "Lois Beckett", "Vern Talbot"),
        teams=("The Larks", "The Owls"),
        hands=(
            DEALT,
            DEALT,
            Hand("E", 28, "S", meld=(4, 34), take=(0, 25), more={"moon": "on"}),
            DEALT,
        ),
        seed=11,
    ),
    # Both sides stand past 400: from here on only the bidders can win.
    Story(
        book="family-double",
        players=("Bernice Hall", "Curtis Hall", "Dolores Vance", "Ray Vance"),
        hands=(
            Hand("N", 55, "S", meld=(38, 24), take=(28, 22)),
            Hand("E", 60, "H", meld=(22, 44), take=(23, 27)),
            Hand("S", 65, "D", meld=(28, 26), take=(22, 28)),
            Hand("N", 58, "C", meld=(60, 20), take=(30, 20)),
            Hand("W", 70, "H", meld=(30, 40), take=(20, 30)),
            Hand("S", 80, "S", meld=(96, 20), take=(29, 21)),
            Hand("N", 55, "D", meld=(44, 22), take=(26, 24)),
            Hand("E", 60, "C", meld=(20, 34), take=(23, 27)),
            Hand("S", 65, "H"),
        ),
    ),
    # A tournament round: one side never scores, one player comes late, a card falls on the floor.
    Story(
        book="npa",
        players=("Gloria Esteves", "Norm Whitaker", "Irene Fallon", "Stan Mazur"),
        hands=(
            Hand("S", 52, "H", meld=(34, 22), take=(33, 17)),
            Hand("E", 60, "S", meld=(24, 26), take=(28, 22)),
            Hand("N", 65, "D", meld=(40, 8), take=(32, 18)),
            Hand("W", 50, None, meld=(20, 20), take=(), more={"no_marriage": "on"}),
        ),
        table="12",
        round="3",
        late=({"seat": "E", "minutes": 12},),
        penalties=({"who": "S", "code": "card_on_floor", "count": 1, "hand": "2"},),
    ),
    Story(
        book="gwinnett",
        players=("Pearl Jamison", "Otis Greer", "Faye Sorensen", "Lloyd Tran"),
        hands=(DEALT, DEALT, Hand("S", 30, "S", meld=(29, 4), take=(25, 0)), DEALT, DEALT),
        seed=5,
    ),
    Story(
        book="gwinnett-3",
        players=("Opal Reyes", "Clyde Novak", "Thelma Brandt"),
        hands=(DEALT,) * 4,
        seed=3,
    ),
    # For money: a hard set, a soft one, and a hand that was cut and laid.
    Story(
        book="cutthroat",
        players=("Vera Lindgren", "Gus Petrakis", "Nell Osborne"),
        hands=(
            Hand("A", 65, "S", meld=(20, 10, 24), take=(10, 20, 20)),
            Hand("B", 60, "H", meld=(12, 44, 8), take=(10, 27, 13)),
            Hand("C", 70, "D", meld=(4, 20, 46), take=(), more={"laid_stands": "on"}),
            Hand("B", 75, "C", meld=(12, 20, 8), take=(), more={"thrown_in": "on"}),
            Hand("A", 55, "C", meld=(30, 8, 12), take=(27, 11, 12)),
            Hand("C", 60, "S"),
        ),
    ),
)
ANYBODY: Final = (
    "Ann Becker", "Bill Ortiz", "Carol Nowak", "Dan Fisher", "Eva Lund", "Frank Sosa", "Gail Roth", "Hal Webb",
)  # fmt: skip


def story_of(book: RuleBook) -> Story:
    """The book's story; for a book without one, five dealt hands, or a whole shorter game."""
    own = next((story for story in STORIES if story.book == book.key), None)
    return own or Story(book.key, ANYBODY[: len(book.seats)], hands=(), added=5)


def dealt_hand(book: RuleBook, dealer: Seat, rng: random.Random) -> Hand:
    """A plausible hand: dealt cards, best melds, a bid within the bidding side's reach, and trick points by luck."""
    dealt = deal(book, rng, dealer)
    kitty = dealt.kitty if book.kitty else ()
    best = {
        (seat, suit): meld_total(book, (*cards, *kitty), suit) for seat, cards in dealt.hands.items() for suit in SUITS
    }
    bidder, trump = max(best, key=lambda choice: best[choice])
    partner = rng.choice(book.seats) if book.deal.calls_partner else None
    book = book.for_hand(book.out_at(dealer), bidder, partner)
    meld = dict.fromkeys(book.sides, 0)
    for seat, cards in dealt.hands.items():
        meld[book.side_of(seat)] += meld_total(book, (*cards, *kitty) if seat == bidder else cards, trump)
    side = book.side_of(bidder)
    take = _takes(book, book.take_side(side), rng)
    bid = _bid(book, meld[side] + round(book.total_points * rng.uniform(0.4, 0.6))) if book.auction.is_held else 0
    more = {"partner": ALONE if partner == bidder else partner} if partner else {}
    return Hand(bidder, bid, trump, tuple(meld.values()), tuple(take[each] for each in book.take_sides), more)


def _bid(book: RuleBook, hoped: int) -> int:
    """The highest legal bid within the side's hopes and not far above the opening."""
    ladder = bids_from(book, None, LADDER)
    most = min(hoped, book.auction.opening * 2)
    return max((bid for bid in ladder if bid <= most), default=ladder[0])


def _takes(book: RuleBook, bidding: Side, rng: random.Random) -> dict[Side, int]:
    """The takes, most to the bidders, and none so low that the table would be asked about it."""
    others = [side for side in book.take_sides if side != bidding]
    each = min(book.deck.worths.values())
    few = book.deck.last_trick + 3 * each
    take = {side: few + each * rng.randint(0, book.total_points // (3 * each * len(others))) for side in others}
    return {**take, bidding: book.total_points - sum(take.values())}
