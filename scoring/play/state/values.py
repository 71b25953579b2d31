"""What a deal is made of as it is played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from operator import attrgetter
from typing import Any, Final

from scoring.play.actions import Action, PassCards
from scoring.rules.auction import AuctionState
from scoring.rules.book import RuleBook
from scoring.rules.cards import Card, Seat, Side, Suit
from scoring.rules.dealing import Dealt
from scoring.rules.tricks import LayDown as LayDownFinding

Cards = tuple[Card, ...]


class Phase(StrEnum):
    """Where a deal stands, in the order of play."""

    REDEAL = "redeal"
    AUCTION = "auction"
    TRUMP = "trump"
    PASS = "pass"  # noqa: S105 - of cards
    BURY = "bury"
    MELD = "meld"
    DECLARE = "declare"
    ANSWER = "answer"
    TRICKS = "tricks"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class Laid:
    """What one player laid down as meld, and what it counts."""

    cards: Cards
    total: int


@dataclass(frozen=True, slots=True)
class Trick:
    """A trick: who led, the cards in the order played, who won it (None: not complete) and its points.

    `points` include those of the last trick where it was that.
    """

    leader: Seat
    cards: Cards = ()
    winner: Seat | None = None
    points: int = 0


@dataclass(frozen=True, slots=True)
class ShownMeld:
    """What a player showed as meld: the total said, the cards laid down, whether aces were told.

    `cards` are empty where a side under the book's minimum lays nothing down.
    """

    total: int
    cards: Cards = ()
    aces_told: bool = False


@dataclass(frozen=True, slots=True)
class Claimed:
    """The rest, claimed by a player who laid down: the finding, and who gets points and tricks."""

    finding: LayDownFinding
    points: Mapping[Side, int]
    tricks: Side


@dataclass(frozen=True, slots=True)
class DealState:
    """A deal as far as it has come. Made by `begin` and `apply` alone.

    `hands` are the cards held now; `kitty` those still on the table. `passes` are in the order
    made; where both pass unseen nothing moves before both have passed. `laid` is what players
    chose to lay, `shown` what the table saw of it once all had. A hand that its bidder cut and laid is `laid_open`,
    and `laid_stands` once all the others have let it. `trick` is the one being played,
    `tricks` the complete ones. `standing` are the totals before this deal, `off_board` who was not on the board then;
    no other deal follows where it `is_last`.
    """

    book: RuleBook
    dealer: Seat
    dealt: Dealt
    phase: Phase
    to_act: Seat | None
    hands: Mapping[Seat, Cards]
    kitty: Cards
    auction: AuctionState
    standing: Mapping[Side, int]
    off_board: tuple[Side, ...] = ()
    is_last: bool = False
    trump: Suit | None = None
    no_marriage: bool = False
    passes: tuple[PassCards, ...] = ()
    buried: Cards = ()
    laid: Mapping[Seat, Laid] = field(default_factory=dict)
    shown: Mapping[Seat, ShownMeld] = field(default_factory=dict)
    moon: bool = False
    thrown_in: bool = False
    laid_open: bool = False
    laid_stands: bool = False
    trick: Trick | None = None
    tricks: tuple[Trick, ...] = ()
    claimed: Claimed | None = None
    redealt_by: Seat | None = None
    actions: tuple[Action, ...] = ()

    @property
    def bidder(self) -> Seat | None:
        """Who won the auction; None before its end."""
        return self.auction.bidder if self.auction.finished else None

    def changed(self, **changes: Any) -> DealState:
        """The state with these changes."""
        return replace(self, **changes)

    @property
    def is_done(self) -> bool:
        return self.phase is Phase.DONE

    @property
    def is_played(self) -> bool:
        """Whether the deal came to tricks."""
        return self.trick is not None


class OwnState(DealState):
    """A state of which nobody keeps an earlier one: it is changed where it stands, which takes no time."""

    __slots__ = ()

    @classmethod
    def of(cls, state: DealState) -> OwnState:
        """The same deal, to be played on from here."""
        return cls(*_ALL_OF(state))

    def changed(self, **changes: Any) -> OwnState:
        for name, value in changes.items():
            object.__setattr__(self, name, value)
        return self


_ALL_OF: Final = attrgetter(*(each.name for each in fields(DealState)))


def without(cards: Cards, gone: Sequence[Card]) -> Cards:
    """`cards` less one copy of each of `gone`."""
    left = list(cards)
    for card in gone:
        left.remove(card)
    return tuple(left)


def bidder_of(state: DealState) -> Seat:
    """Who won the auction, once it is over."""
    assert state.auction.bidder is not None, state.phase
    return state.auction.bidder
