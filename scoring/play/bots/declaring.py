"""Before the first lead: play, shoot the moon, or throw in, by what each is expected to score."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from scoring.play.actions import Declare
from scoring.play.seat_view import SeatView
from scoring.play.table import Decision
from scoring.rules.deal_score import DealRecord

from .appraisal import take_of
from .card_play import takes_rest
from .known import Known
from .stakes import Stakes, record_of_view, spread

_SPREAD: Final = 0.13  # of all points in tricks: how far a take is off what was expected


def declare(view: SeatView, known: Known) -> Decision:
    """What scores best; the moon only with a hand that nothing can beat."""
    assert view.choices is not None, view
    said = view.choices.declarations
    if "moon" in said and takes_rest(view, known):
        return Decision(Declare(view.seat, "moon"), "Nothing can beat your hand. Shoot the moon.")
    if "throw_in" not in said:
        return Decision(Declare(view.seat, "play"), "Play it out.")
    record = record_of_view(view)
    played = expected_of_playing(view, record)
    thrown = Stakes(view.book, replace(record, thrown_in=True)).unplayed(view.side)
    return weigh(view, played, thrown)


def weigh(view: SeatView, played: float, thrown: float) -> Decision:
    """Playing against throwing in, by what each is expected to score."""
    much = f"about {round(abs(played - thrown))}" if abs(played - thrown) >= 1 else "a little"
    if thrown > played:
        return Decision(
            Declare(view.seat, "throw_in"), f"Playing it out would score {much} less on average than throwing it in."
        )
    return Decision(
        Declare(view.seat, "play"), f"Playing it out scores {much} more on average than throwing it in would."
    )


def expected_of_playing(view: SeatView, record: DealRecord) -> float:
    """The expected score less that of the others, by the take that such a hand has on average."""
    assert view.trump is not None, view
    mean = take_of(view.book, view.hand, view.trump)
    chances = spread(view.book, mean, _SPREAD * view.book.total_points)
    return Stakes(view.book, record).expected(view.side, chances)
