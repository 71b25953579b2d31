"""What one seat may know of a deal, and nothing else. Bots and screens get only this.

A seat knows its own cards, what was said and laid on the table, the tricks it has seen, the
cards it passed and was passed; of a hand that was cut and laid, all. It does not know the others'
hands, what passed between other players, what another player buried, nor who was asked whether to
deal again. A hand that the book makes its player show lies open to all. A dealer who sits out sees what lies on the
table and no hand.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Any, Final

from scoring.rules import exchange
from scoring.rules.auction import AuctionState
from scoring.rules.book import RuleBook
from scoring.rules.cards import Seat, Side, Suit
from scoring.rules.deal_score import DealRecord

from .state import Cards, Choices, DealState, Phase, Trick, choices, points_taken, record_of, tricks_won
from .state import ShownMeld as ShownMeld


@dataclass(frozen=True, slots=True)
class SeatView:
    """A deal as one seat sees it.

    `hand_sizes` are the cards each seat holds; `kitty` the cards everybody saw before the
    bidder took them; `given` and `received` this seat's pass; `buried` only this seat's own, or what the bidder laid
    open with the hand, and `told_of_buried` what the book has the bidder tell of them.
    `melds` are shown once every player has laid; `exposed` are whole hands that lie open to all: of a stuck dealer's
    side that cannot play, of the player who `claimed` the rest, or of a bidder who cut and laid (`laid_open`;
    `laid_stands` once the others let it). `taken` are the points in tricks so far by side, without those that another
    player buried. `choices` are None unless it is this seat's turn. `standing`, `off_board` and `is_last` as in
    `DealState`.
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
    kitty: Cards
    given: Cards
    received: Cards
    buried: Cards
    told_of_buried: str
    melds: Mapping[Seat, ShownMeld]
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
        """What this seat is asked, on its turn."""
        choices = self.choices
        assert choices is not None, self.phase
        return choices

    @property
    def sits_out(self) -> bool:
        """Whether this seat has no cards, since its player deals and sits out."""
        return self.seat not in self.book.seats

    @property
    def side(self) -> Side:
        """The side of this seat; of nobody who sits out."""
        return self.book.side_of(self.seat)

    @property
    def partner(self) -> Seat | None:
        return self.book.partner(self.seat)

    @property
    def is_bidding_side(self) -> bool:
        """Whether this seat's side has the bid; False before the auction is over."""
        return self.bidder is not None and self.book.side_of(self.bidder) == self.side


def seat_view(state: DealState, seat: Seat) -> SeatView:
    """The deal as `seat` sees it."""
    seen = {name: look(state, seat) for name, look in _SEEN.items()}
    return SeatView(**seen, **{name: getattr(state, name) for name in _AS_IT_IS})


class OpenView(SeatView):
    """The same, looked up when somebody asks: for a state that is changed where it stands."""

    __slots__ = ("_asked", "_state")

    def __init__(self, state: DealState, seat: Seat) -> None:
        keep = object.__setattr__
        keep(self, "_state", state)
        keep(self, "seat", seat)
        keep(self, "_asked", (None, None))


def side_melds(view: SeatView) -> dict[Side, int]:
    """What each side shows."""
    melds = dict.fromkeys(view.book.sides, 0)
    for seat, shown in view.melds.items():
        melds[view.book.side_of(seat)] += shown.total
    return melds


def record_seen(view: SeatView) -> DealRecord | None:
    """The deal as a line of the score card as far as this seat knows it, nothing taken yet; None before the auction is
    over."""
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
    )
    return laid_record(view, record, stands=view.laid_stands) if view.laid_open else record


def laid_record(view: SeatView, record: DealRecord, *, stands: bool) -> DealRecord:
    """The record of a hand that is cut and laid, and stands or is played, with what its worth rests on."""
    return replace(record, laid_stands=stands, laid_played=not stands, before=view.standing, off_board=view.off_board)


def _phase_seen(state: DealState, seat: Seat) -> Phase:
    """Only the player who may ask for new cards knows that there is such a question."""
    if state.phase is Phase.REDEAL and state.to_act != seat:
        return Phase.AUCTION
    return state.phase


def _turn_seen(state: DealState, seat: Seat) -> Seat | None:
    """While a player is asked about new cards the first bidder waits, and the others wait for that one."""
    if state.phase is Phase.REDEAL and state.to_act != seat:
        first = state.auction.to_call
        return first if first != seat else None
    return state.to_act


def _kitty_seen(state: DealState, seat: Seat) -> Cards:
    """The kitty once the auction is over: to all where it is shown, else to the bidder."""
    if state.book.kitty is None or state.bidder is None:
        return ()
    return state.dealt.kitty if state.book.kitty.shown or seat == state.bidder else ()


def _exposed(state: DealState) -> dict[Seat, Cards]:
    """Whole hands that must be shown, as soon as that is known: of a bidder who cut and laid, and of a player who lays
    down and claims the rest; of a stuck dealer's side without a marriage, or once all have laid."""
    laid = {state.bidder} if state.laid_open else set()
    claimed = {state.claimed.finding.player} if state.claimed else set()
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
    """What came from the partner, as soon as this seat holds it."""
    if not state.passes:
        return ()
    partner = state.book.partner(seat)
    if partner is None or (exchange.passes_unseen(state.book) and len(state.passes) < 2):
        return ()
    return _given(state, partner)


def _taken_seen(state: DealState, seat: Seat) -> dict[Side, int]:
    """Points in tricks; what lies face down in the kitty is counted at the end."""
    taken = points_taken(state)
    if state.buried and not state.is_done and seat != state.bidder and not state.laid_open:
        assert state.bidder is not None, state.phase
        hidden = sum(map(state.book.card_points, state.buried))
        if state.book.kitty is not None and state.book.kitty.buried_count:
            taken[state.book.side_of(state.bidder)] -= hidden
    return taken


# What is as the state has it, and what a seat sees of a deal, by the names of `SeatView`.
_AS_IT_IS: Final = (
    "book", "dealer", "auction", "bidder", "trump", "no_marriage", "moon", "thrown_in", "laid_open", "laid_stands",
    "tricks", "trick", "standing", "off_board", "is_last",
)  # fmt: skip
_SEEN: Final[Mapping[str, Callable[[DealState, Seat], Any]]] = {
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
    "claimed": lambda state, seat: state.claimed.finding.player if state.claimed else None,
    "taken": _taken_seen,
    "tricks_won": lambda state, seat: tricks_won(state),
    "choices": lambda state, seat: choices(state) if state.to_act == seat else None,
}


def _looked_up(seen: Callable[[DealState, Seat], Any]) -> property:
    return property(lambda view: seen(view._state, view.seat))


def _choices_now(view: Any) -> Choices | None:
    """Worked out once between two acts."""
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
