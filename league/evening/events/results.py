"""The results of an evening, for its page, its file and the club's own site."""

from __future__ import annotations

from collections.abc import Sequence

from league.acting.event_pages import kept_while_quiet
from league.evening.cards.pages import ResultsContext, results_context
from league.evening.cards.pairs import lists_of
from league.evening.cards.reading import RoundReading, event_points, read_event
from league.models import Event, EventRound


def results_of(event: Event, *, runs_it: bool = False) -> list[ResultsContext]:
    """The standings, teams or pairs first; none before a round is closed. Hidden places are for those who run it."""
    closed = [one for one in read_event(event) if one.event_round.state == EventRound.State.CLOSED]
    if not runs_it:
        closed = [one for one in closed if one.event_round.number <= event.shown_through]
    return results_by(event, closed)


def results_by(event: Event, closed: Sequence[RoundReading]) -> list[ResultsContext]:
    rounds, points = [one.event_round for one in closed], event_points(event, closed)
    lists = lists_of(event, closed, points)
    return [
        one
        for who, own in lists.items()
        for one in results_context(event, rounds, own, f"by {who}" if len(lists) > 1 else "")
    ]


kept_results = kept_while_quiet(results_of)
