"""The results of an evening, for its page, its file and the club's own site."""

from __future__ import annotations

from collections.abc import Sequence

from league.acting.event_pages import kept_while_quiet
from league.evening.cards.pages import ResultsContext, results_context
from league.evening.cards.pairs import pair_points
from league.evening.cards.reading import RoundReading, event_points, read_event
from league.models import Event, EventRound


def results_of(event: Event, *, runs_it: bool = False) -> list[ResultsContext]:
    """The standings, pairs first; none before a round is closed. Hidden places are for those who run it."""
    closed = [one for one in read_event(event) if one.event_round.state == EventRound.State.CLOSED]
    if not runs_it:
        closed = [one for one in closed if one.event_round.number <= event.shown_through]
    return results_by(event, closed)


def results_by(event: Event, closed: Sequence[RoundReading]) -> list[ResultsContext]:
    rounds, points = [one.event_round for one in closed], event_points(event, closed)
    if not event.is_for_pairs:
        return results_context(event, rounds, points)
    by_pair = results_context(event, rounds, pair_points(event, closed, points), "by pair")
    return [*by_pair, *results_context(event, rounds, points, "by player")]


kept_results = kept_while_quiet(results_of)
