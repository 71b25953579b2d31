"""Before the first lead: play, moon, throw in, cut and lay, or its answer, by expected score."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from scoring.play.actions import Answer, Declare
from scoring.play.seat_view import SeatView, laid_record
from scoring.play.table import Decision
from scoring.rules.cards import Card
from scoring.rules.deal_score import DealRecord

from .appraisal import take_of
from .card_play import takes_rest
from .known import Known, Memory
from .stakes import Stakes, record_of_view, spread, stakes_of

_SPREAD: Final = 0.13  # of all points in tricks: how far a take is off what was expected
SHOWING_COSTS: Final = 4.0
"""What it costs to be played against by people who know the hand."""


def declare(view: SeatView, memory: Memory) -> Decision:
    """The best-scoring declaration; the moon only with an unbeatable hand."""
    allowed = view.asked.declarations
    if "moon" in allowed and _may_take_all(view) and takes_rest(Known(view, memory)):
        return Decision(Declare(view.seat, "moon"), "Nothing can beat your hand. Shoot the moon.")
    record = record_of_view(view)
    if "lay" in allowed and (best := _worth_laying(view, record)) is not None:
        return best
    if "throw_in" not in allowed:
        moon, laid = "The moon is for cards that nothing can beat.", "Cut and laid, the hand would hardly score more."
        return Decision(Declare(view.seat, "play"), moon if "moon" in allowed else laid)
    played = Stakes(view.book, record).expected(view.side, _takes(view, view.hand))
    thrown = Stakes(view.book, replace(record, thrown_in=True)).unplayed(view.side).value
    return weigh(view, played, thrown)


def _may_take_all(view: SeatView) -> bool:
    """Quick check for a hand that takes all: enough trumps, and an ace of each suit held or known with the partner."""
    trumps = sum(card.suit == view.trump for card in view.hand)
    if 2 * trumps + len(view.buried) < view.book.deck.copies * len(view.book.deck.ranks):
        return False
    shown = [card for seat in view.partners for card in view.melds[seat].cards]
    with_ace = {card.suit for card in (*view.hand, *view.buried, *view.given, *shown) if card.rank == "A"}
    return with_ace.issuperset(card.suit for card in view.hand)


def weigh(view: SeatView, played: float, thrown: float) -> Decision:
    much = f"about {round(abs(played - thrown))}" if abs(played - thrown) >= 1 else "a little"
    if thrown > played:
        return Decision(
            Declare(view.seat, "throw_in"), f"Playing it out would score {much} less on average than throwing it in."
        )
    return Decision(
        Declare(view.seat, "play"), f"Playing it out scores {much} more on average than throwing it in would."
    )


def _takes(view: SeatView, hand: Sequence[Card]) -> tuple[float, ...]:
    assert view.trump is not None, view
    return spread(view.book, take_of(view.book, hand, view.trump), _SPREAD * view.book.total_points)


# -- cut and lay -------------------------------------------------------------------------


def _worth_laying(view: SeatView, record: DealRecord) -> Decision | None:
    """The decision to cut and lay, where it scores a point more than all else and the others answer as costs the
    bidder most."""
    chances = _takes(view, view.hand)

    def worth(of: DealRecord) -> float:
        return stakes_of(view, of).expected(view.side, chances)

    laid, otherwise = worth(laid_record(view, record, stands=True)), worth(replace(record, thrown_in=True))
    if laid - otherwise >= 1:  # else that settles it, and what is played takes longer to weigh
        otherwise = max(otherwise, worth(record))
    if laid - otherwise >= 1:
        laid = min(laid, worth(laid_record(view, record, stands=False)) - SHOWING_COSTS)
    gain = laid - otherwise
    if gain < 1:
        return None
    return Decision(
        Declare(view.seat, "lay"), f"Cut and laid, the hand scores about {round(gain)} more on average than otherwise."
    )


def answer(view: SeatView) -> Decision:
    """Whether to let the open hand stand: where playing gains this seat nothing."""
    assert view.bidder is not None, view
    record = record_of_view(view)
    chances = _takes(view, view.exposed[view.bidder])
    stands, played = (
        stakes_of(view, laid_record(view, record, stands=so)).expected(view.side, chances) for so in (True, False)
    )
    much = f"about {round(abs(played - stands))}" if abs(played - stands) >= 1 else "a little"
    if played > stands:
        return Decision(Answer(view.seat, False), f"Played, the hand leaves you {much} better off on average.")
    return Decision(Answer(view.seat, True), f"Letting it stand leaves you {much} better off on average.")
