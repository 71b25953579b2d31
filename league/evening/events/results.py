"""The results of an evening, for its page, its file and the club's own site."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from django.db.models import Prefetch, prefetch_related_objects

from league.acting.event_pages import kept_while_quiet
from league.evening.cards.pages import ResultsContext, results_context
from league.evening.cards.pairs import lists_of
from league.evening.cards.reading import RoundReading, event_points, read_event
from league.models import Event, EventRound, LedgerRow
from scoring.rules.notation import counted, listed

FIRST_ROWS: Final = Prefetch(
    "ledger",
    LedgerRow.objects.filter(place__lte=3).select_related("entrant", "partner").order_by("place", "entrant__number"),
    to_attr="first_rows",
)
MOST_NAMED: Final = 6


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


# -- of evenings in a list ---------------------------------------------------------------


def read_first_rows(events: Iterable[Event]) -> list[Event]:
    """The events, each with the rows of its first places (one query)."""
    events = list(events)
    prefetch_related_objects(events, FIRST_ROWS)
    return events


def first_places(event: Event) -> list[tuple[int, str]]:
    """The first three places of a closed evening (one query, unless read along)."""
    read_first_rows([event])
    found: dict[int | str, tuple[int, str]] = {}
    for row in event.first_rows:  # type: ignore[attr-defined]
        if row.is_pair == event.is_for_pairs:
            pair = f" & {row.partner.name}" if row.is_pair and row.partner else ""
            name = row.entrant.team if event.team_size else ""
            found.setdefault(name or row.entrant_id, (row.place, name or f"{row.entrant.name}{pair}"))
    return list(found.values())[:MOST_NAMED]


def winner_words(event: Event) -> str:
    """`Won by Ruth Abernathy`; empty where nobody has a place."""
    names = [name for place, name in first_places(event) if place == 1]
    if not names:
        return ""
    return f"Won by {listed(names)}" if len(names) <= 3 else f"{counted(len(names), 'player')} share the first place"
