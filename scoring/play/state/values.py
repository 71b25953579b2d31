"""The parts of a deal in play."""

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
    REDEAL = "redeal"
    AUCTION = "auction"
    TRUMP = "trump"
    PARTNER = "partner"
    PASS = "pass"  # noqa: S105 - of cards
    BURY = "bury"
    MELD = "meld"
    DECLARE = "declare"
    ANSWER = "answer"
    TRICKS = "tricks"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class Laid:
    """A player's meld, and whether aces were told; once shown, the cards laid down (none under the book's minimum)."""

    total: int
    cards: Cards = ()
    aces_told: bool = False


@dataclass(frozen=True, slots=True)
class Trick:
    """The leader, cards in order, winner (None: incomplete) and points, those of the last trick included."""

    leader: Seat
    cards: Cards = ()
    winner: Seat | None = None
    points: int = 0


@dataclass(frozen=True, slots=True)
class DealState:
    """A deal so far. Made by `begin` and `apply` alone.

    `passes` are in order; unseen ones move once both are made. `laid` are melds chosen, `shown` what the table sees of
    them once all have. A hand cut and laid is `laid_open`, and `laid_stands` once the others agree. `standing` are the
    totals before, `off_board` who wasn't on the board; `is_last`: no deal follows. Once a partner was `called`, by a
    card or by name, the book is that of the hand; while it `is_secret` only the partner knows.
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
    called: Card | Seat | None = None
    is_secret: bool = False
    passes: tuple[PassCards, ...] = ()
    buried: Cards = ()
    laid: Mapping[Seat, Laid] = field(default_factory=dict)
    shown: Mapping[Seat, Laid] = field(default_factory=dict)
    moon: bool = False
    thrown_in: bool = False
    laid_open: bool = False
    laid_stands: bool = False
    trick: Trick | None = None
    tricks: tuple[Trick, ...] = ()
    claimed: LayDownFinding | None = None
    redealt_by: Seat | None = None
    actions: tuple[Action, ...] = ()

    @property
    def bidder(self) -> Seat | None:
        """The auction's winner; None before its end."""
        return self.auction.bidder if self.auction.finished else None

    @property
    def partner(self) -> Seat | None:
        """The called partner, the bidder where nobody is; None before the call, and in most books."""
        return self.book.called_by(self.auction.bidder)

    @property
    def is_partner_known(self) -> bool:
        """Whether everybody knows the sides: the partner was named, has played the called card, or the hand is over."""
        return not self.is_secret or self.is_done

    def changed(self, **changes: Any) -> DealState:
        return replace(self, **changes)

    @property
    def is_done(self) -> bool:
        return self.phase is Phase.DONE

    @property
    def is_played(self) -> bool:
        return self.trick is not None


class OwnState(DealState):
    """A state without history, changed in place for speed."""

    __slots__ = ()

    @classmethod
    def of(cls, state: DealState) -> OwnState:
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
    assert state.auction.bidder is not None, state.phase
    return state.auction.bidder
