"""A night of duplicate for tests: tables with sets, seated by hand."""

from typing import Any

from league.models import Event, EventRound, RoundTable
from tests.league.makers import make_entrants, make_event, make_round


def duplicate(book: str = "st-hilary", **overrides: Any) -> Event:
    """A night whose boards are not made yet."""
    return make_event(book=book, **{"compared": "matchpoints", "hands": 4, "rounds_planned": 3, **overrides})


def seat_sets(event: Event, *, tables: int = 2, number: int = 1, state: str = "published") -> EventRound:
    """A round in which table t has set t, seated."""
    people = list(event.entrants.all()) or make_entrants(event, 4 * tables)
    event_round = make_round(event, people, number=number, state=state)
    for table in event_round.tables.all():
        RoundTable.objects.filter(pk=table.pk).update(board_set=table.number)
    return event_round
