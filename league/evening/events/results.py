"""Where everybody stood at an evening, as its page, its file and the club's own site show it."""

from __future__ import annotations

from collections.abc import Sequence

from league.acting.event_pages import kept_while_quiet
from league.evening.cards.pages import ResultsContext, results_context
from league.evening.cards.pairs import pair_points
from league.evening.cards.reading import RoundReading, event_points, read_event
from league.evening.cards.seats import everybody_at
from league.models import Event, EventRound
from league.office.members.naming import in_full


def results_of(event: Event, *, runs_it: bool = False) -> list[ResultsContext]:
    """Where everybody stands, at an evening of pairs the pairs first; nothing before a round is closed. Rounds whose
    places are hidden, and full names, are for who runs it."""
    closed = [one for one in read_event(event) if one.event_round.state == EventRound.State.CLOSED]
    if runs_it:
        in_full(entrant for one in closed for entrant in (*one.sit_outs, *everybody_at(one.tables)))
    else:
        closed = [one for one in closed if one.event_round.number <= event.shown_through]
    return results_by(event, closed)


def results_by(event: Event, closed: Sequence[RoundReading]) -> list[ResultsContext]:
    """Where everybody stands by these rounds."""
    rounds, points = [one.event_round for one in closed], event_points(event, closed)
    if not event.is_for_pairs:
        return results_context(event, rounds, points)
    by_pair = results_context(event, rounds, pair_points(event, closed), "by pair")
    return [*by_pair, *results_context(event, rounds, points, "by player")]


kept_results = kept_while_quiet(results_of)
