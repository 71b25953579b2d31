"""Results of boards in finished rounds, for all readers."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass

from django.http import Http404

from league.acting.event_pages import kept_while_quiet
from league.evening.boards.secrecy import cards_are_open, travelers_open_to
from league.evening.cards.boards import Boards, read_boards
from league.evening.cards.pairs import points_of
from league.evening.cards.reading import ScoredRound, read_event
from league.evening.cards.standings import Standing, standings
from league.models import Event, EventBoard, EventRound


@dataclass(frozen=True)
class Seen:
    """Boards of closed rounds whose places are published, with these places. A reader may see the boards of these
    `numbers`, and `own` are the reader's entrants."""

    boards: Boards
    places: tuple[Standing[ScoredRound], ...]
    numbers: frozenset[int]
    own: frozenset[int]


@kept_while_quiet
def read_compared(event: Event) -> tuple[Boards, tuple[Standing[ScoredRound], ...]]:
    closed = [one for one in read_event(event) if one.event_round.state == EventRound.State.CLOSED]
    shown = [one for one in closed if one.event_round.number <= event.shown_through]
    points = points_of(event, shown)
    return read_boards(event, shown), standings(event, points)


def seen_by(event: Event, member: int | None) -> Seen:
    """A member's view, or a stranger's for None (one query more for a member); 404 except at duplicates."""
    _expect_boards(event)
    boards, places = read_compared(event)
    own = frozenset(event.entrants.filter(member=member).values_list("pk", flat=True)) if member else frozenset()
    return Seen(boards, places, travelers_open_to(event, boards, own), own)


def played_by(event: Event, people: Set[int]) -> tuple[Boards, tuple[int, ...]]:
    """Boards that these entrants played and may see, newest round first; of closed rounds, or as they stand where the
    club shows them board by board. 404 except at duplicates."""
    _expect_boards(event)
    if event.travelers_after == Event.TravelersAfter.BOARD:
        boards = read_boards(event, (one for one in read_event(event) if one.event_round.number <= event.shown_through))
    else:
        boards, _ = read_compared(event)
    played = {
        number: row.round_number
        for number in travelers_open_to(event, boards, people)
        for row in boards.travelers[number]
        if row.line is not None and not people.isdisjoint(seat.entrant_id for seat in row.table.seats.values())
    }
    return boards, tuple(sorted(played, key=lambda number: (-played[number], number)))


def _expect_boards(event: Event) -> None:
    if not event.is_duplicate:
        raise Http404("This event was played without boards.")


def board_of(event: Event, number: int) -> EventBoard | None:
    """A board's cards, once open (one query)."""
    if not cards_are_open(event):
        return None
    return EventBoard.objects.filter(dealt__event=event, number=number).first()
