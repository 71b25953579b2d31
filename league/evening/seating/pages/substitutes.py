"""Somebody else in a seat of one table: the page that asks who. No queries."""

from __future__ import annotations

from league.acting.answers import FormPage
from league.models import Event, EventRound, RoundTable


def substitutes_page(event: Event, table: RoundTable, event_round: EventRound, rotation: str) -> FormPage:
    """Who plays in whose seat; `rotation` is the address of the seating."""
    is_running = event_round.state == EventRound.State.RUNNING
    says = (
        "The seat still belongs to its player, who keeps the points. The table’s card shows the new name."
        if is_running
        else "Somebody from the event takes over the place. A helper from outside plays for the player."
    )
    title, place = f"Substitute at table {table.number}", f"{event.name} · {event_round}"
    return FormPage(title, "Seat them", ("Back", rotation), place, (says,))
