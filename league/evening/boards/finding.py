"""Decisions and boards found for an address, or a 404."""

from __future__ import annotations

from league.acting.finding import found_as
from league.evening.cards.deeds import boards_of
from league.models import BoardDecision, Event, RoundTable
from pinochle_club.ground.http import or_404


@found_as("decision")
def get_decision(event: Event, decision_id: int) -> BoardDecision:
    """A decision of this event, even one taken back (one query)."""
    decisions = BoardDecision.objects.select_related("table__event_round")
    found = decisions.filter(event=event, pk=decision_id).first() if event.is_duplicate else None
    found = or_404(found, "Nothing was decided like this.")
    found.event = event
    if found.table is not None:
        found.table.event_round.event = event
    return found


def guard_board_of(event: Event, board: int) -> None:
    or_404(event.is_duplicate or None, "This event has no boards.")
    board_sets = event.rounds.values_list("tables__board_set", flat=True).filter(tables__board_set__gt=0).distinct()
    found = any(board in boards_of(board_set, event.hands) for board_set in board_sets)
    or_404(found or None, "This event has no such board.")


def guard_board_at(table: RoundTable, board: int) -> None:
    event = table.event_round.event
    there = event.is_duplicate and table.board_set and board in boards_of(table.board_set, event.hands)
    or_404(there or None, "This table has no such board.")
