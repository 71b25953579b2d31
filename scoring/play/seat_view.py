"""A seat's knowledge of a deal, all that bots and screens get: its own cards, what was said and laid, the tricks,
its own passes; not other hands, other players' passes and buried cards, or who was asked about a redeal. Who plays with
the bidder it sees once all may know, and before that if it is the one. A dealer who sits out sees the table and no
hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Any, Final

from scoring.rules import exchange
from scoring.rules.auction import AuctionState
from scoring.rules.book import RuleBook
from scoring.rules.cards import Card, Seat, Side, Suit
from scoring.rules.deal_score import DealRecord

from .state import Cards, Choices, DealState, Laid, Phase, Trick, choices, points_taken, record_of, tricks_won


@dataclass(frozen=True, slots=True)
class SeatView:
    """A deal as one seat sees it.

    `book` has the sides of the hand as far as they are known here (`RuleBook.team`): with a called partner each is
    alone until then.
    `given` and `received` are this seat's pass; `buried` this seat's own, or laid open; `told_of_buried` what must be
    told. `melds` show once all have laid. `exposed` hands lie open: of a stuck dealer's side that can't play, of a
    player who `claimed` the rest, of a bidder who cut and laid (`laid_open`). `taken` are points in tricks, without
    another's buried ones. `choices` are None off turn.
    """

    book: RuleBook
    seat: Seat
    dealer: Seat
    phase: Phase
    to_act: Seat | None
    hand: Cards
    hand_sizes: Mapping[Seat, int]
    auction: AuctionState
    bidder: Seat | None
    bid: int | None
    stuck: bool
    trump: Suit | None
    no_marriage: bool
    called: Card | Seat | None
    kitty: Cards
    given: Cards
    received: Cards
    buried: Cards
    told_of_buried: str
    melds: Mapping[Seat, Laid]
    exposed: Mapping[Seat, Cards]
    claimed: Seat | None
    moon: bool
    thrown_in: bool
    laid_open: bool
    laid_stands: bool
    tricks: tuple[Trick, ...]
    trick: Trick | None
    taken: Mapping[Side, int]
    tricks_won: Mapping[Seat, int]
    standing: Mapping[Side, int]
    off_board: tuple[Side, ...]
    is_last: bool
    choices: Choices | None

    @property
    def asked(self) -> Choices:
        choices = self.choices
        assert choices is not None, self.phase
        return choices

    @property
    def sits_out(self) -> bool:
        """Whether this seat deals and sits out."""
        return self.seat not in self.book.seats

    @property
    def side(self) -> Side:
        """The seat's side; empty for a dealer who sits out."""
        return self.book.side_of(self.seat)

    @property
    def partner(self) -> Seat | None:
        return self.book.partner(self.seat)

    @property
    def partners(self) -> tuple[Seat, ...]:
        return self.book.partners(self.seat)

    @property
    def is_bidding_side(self) -> bool:
        """Whether the seat's side won the auction; False before its end."""
        return self.bidder is not None and self.book.side_of(self.bidder) == self.side


def seat_view(state: DealState, seat: Seat) -> SeatView:
    seen = {name: look(state, seat) for name, look in _SEEN.items()}
    return SeatView(**seen, **{name: getattr(state, name) for name in _AS_IT_IS})


class OpenView(SeatView):
    """The same, read lazily from a state that changes in place."""

    __slots__ = ("_asked", "_state")

    def __init__(self, state: DealState, seat: Seat) -> None:
        keep = object.__setattr__
        keep(self, "_state", state)
        keep(self, "seat", seat)
        keep(self, "_asked", (None, None))


def side_melds(view: SeatView) -> dict[Side, int]:
    melds = dict.fromkeys(view.book.sides, 0)
    for seat, shown in view.melds.items():
        melds[view.book.side_of(seat)] += shown.total
    return melds


def record_seen(view: SeatView) -> DealRecord | None:
    """The deal as a line of the card, as known to this seat, nothing taken; None before the auction's end."""
    if view.bidder is None or view.bid is None:
        return None
    record = DealRecord(
        bidder=view.bidder,
        bid=view.bid,
        trump=view.trump,
        stuck=view.stuck,
        meld=side_melds(view),
        no_marriage=view.no_marriage,
        thrown_in=view.thrown_in,
        moon=view.moon,
        player_meld={seat: shown.total for seat, shown in view.melds.items()},
        partner=view.book.called_by(view.bidder),
    )
    return laid_record(view, record, stands=view.laid_stands) if view.laid_open else record


def laid_record(view: SeatView, record: DealRecord, *, stands: bool) -> DealRecord:
    return replace(record, laid_stands=stands, laid_played=not stands, before=view.standing, off_board=view.off_board)


def _book_seen(state: DealState, seat: Seat) -> RuleBook:
    book = state.book
    return book.before_the_call if book.team and not (state.is_partner_known or seat == state.partner) else book


def _phase_seen(state: DealState, seat: Seat) -> Phase:
    """The phase, with the redeal question hidden from those it isn't for."""
    if state.phase is Phase.REDEAL and state.to_act != seat:
        return Phase.AUCTION
    return state.phase


def _turn_seen(state: DealState, seat: Seat) -> Seat | None:
    """Whose turn it seems: during a redeal question the first bidder's."""
    if state.phase is Phase.REDEAL and state.to_act != seat:
        first = state.auction.to_call
        return first if first != seat else None
    return state.to_act


def _kitty_seen(state: DealState, seat: Seat) -> Cards:
    """The kitty once it is taken: for all where shown, else for the bidder."""
    if state.book.kitty is None or state.bidder is None or state.kitty:
        return ()
    return state.dealt.kitty if state.book.kitty.shown or seat == state.bidder else ()


def _exposed(state: DealState) -> dict[Seat, Cards]:
    """Hands that lie open, as soon as the duty is known."""
    laid = {state.bidder} if state.laid_open else set()
    claimed = {state.claimed.player} if state.claimed else set()
    if laid or claimed:
        return {seat: state.hands[seat] for seat in state.book.seats if seat in laid | claimed}
    if not state.auction.stuck or not (state.no_marriage or state.shown):
        return {}
    return {seat: state.hands[seat] for seat in exchange.exposed_seats(state.book, record_of(state))}


def _given(state: DealState, seat: Seat) -> Cards:
    for passed in state.passes:
        if passed.seat == seat:
            return passed.cards
    return ()


def _received(state: DealState, seat: Seat) -> Cards:
    """The partner's cards, once this seat holds them."""
    if not state.passes:
        return ()
    partner = state.book.partner(seat)
    if partner is None or (exchange.passes_unseen(state.book) and len(state.passes) < 2):
        return ()
    return _given(state, partner)


def _taken_seen(state: DealState, seat: Seat) -> dict[Side, int]:
    """Points in tricks; face-down cards count at the end."""
    book = _book_seen(state, seat)
    taken = points_taken(state, book)
    if state.buried and not state.is_done and seat != state.bidder and not state.laid_open:
        assert state.bidder is not None, state.phase
        hidden = sum(map(state.book.card_points, state.buried))
        if book.kitty is not None and book.kitty.buried_count:
            taken[book.take_side_of(state.bidder)] -= hidden
    return taken


# What is as the state has it, and what a seat sees of a deal, by the names of `SeatView`.
_AS_IT_IS: Final = (
    "dealer", "auction", "bidder", "trump", "no_marriage", "called", "moon", "thrown_in", "laid_open", "laid_stands",
    "tricks", "trick", "standing", "off_board", "is_last",
)  # fmt: skip
_SEEN: Final[Mapping[str, Callable[[DealState, Seat], Any]]] = {
    "book": _book_seen,
    "seat": lambda state, seat: seat,
    "phase": _phase_seen,
    "to_act": _turn_seen,
    "hand": lambda state, seat: state.hands.get(seat, ()),
    "hand_sizes": lambda state, seat: {each: len(hand) for each, hand in state.hands.items()},
    "bid": lambda state, seat: state.auction.high if state.auction.finished else None,
    "stuck": lambda state, seat: state.auction.stuck,
    "kitty": _kitty_seen,
    "given": _given,
    "received": _received,
    "buried": lambda state, seat: state.buried if seat == state.bidder or state.laid_open else (),
    "told_of_buried": lambda state, seat: exchange.told_of_buried(state.book, state.buried, state.trump),
    "melds": lambda state, seat: state.shown,
    "exposed": lambda state, seat: _exposed(state),
    "claimed": lambda state, seat: state.claimed.player if state.claimed else None,
    "taken": _taken_seen,
    "tricks_won": lambda state, seat: tricks_won(state),
    "choices": lambda state, seat: choices(state) if state.to_act == seat else None,
}


def _looked_up(seen: Callable[[DealState, Seat], Any]) -> property:
    return property(lambda view: seen(view._state, view.seat))


def _choices_now(view: Any) -> Choices | None:
    since, found = view._asked
    if since is not view._state.actions:
        found = _SEEN["choices"](view._state, view.seat)
        object.__setattr__(view, "_asked", (view._state.actions, found))
    return found  # type: ignore[no-any-return]


for _name, _seen in _SEEN.items():
    if _name != "seat":
        setattr(OpenView, _name, property(_choices_now) if _name == "choices" else _looked_up(_seen))
for _name in _AS_IT_IS:
    setattr(OpenView, _name, property(attrgetter(f"_state.{_name}")))
