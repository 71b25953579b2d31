"""What the boards of an evening came to, as far as rounds are over, for everybody who looks. Writes nothing."""

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
class Compared:
    """All boards of the rounds that are closed and whose places are told, and everybody's place by them."""

    boards: Boards
    places: tuple[Standing[ScoredRound], ...]


@dataclass(frozen=True)
class Seen:
    """What somebody may see of it: the boards of these numbers. `own` are the entrants that look."""

    compared: Compared
    numbers: frozenset[int]
    own: frozenset[int]

    @property
    def boards(self) -> Boards:
        return self.compared.boards


@kept_while_quiet
def read_compared(event: Event) -> Compared:
    """What the boards came to (eight queries at most)."""
    closed = [one for one in read_event(event) if one.event_round.state == EventRound.State.CLOSED]
    shown = [one for one in closed if one.event_round.number <= event.shown_through]
    points = points_of(event, shown)
    return Compared(read_boards(event, shown), standings(event, points))


def seen_by(event: Event, member: int | None) -> Seen:
    """What a member may see, None for somebody else (one query more for a member); 404 at all events but
    duplicates."""
    _expect_boards(event)
    compared = read_compared(event)
    own = frozenset(event.entrants.filter(member=member).values_list("pk", flat=True)) if member else frozenset()
    return Seen(compared, travelers_open_to(event, compared.boards, own), own)


def played_by(event: Event, people: Set[int]) -> tuple[Boards, tuple[int, ...]]:
    """The boards that these entrants have played and whose travelers they may see together, the newest round first; of
    rounds that are closed, or with all that stands by now where the club shows them board by board. 404 as above."""
    _expect_boards(event)
    if event.travelers_after == Event.TravelersAfter.BOARD:
        boards = read_boards(event, (one for one in read_event(event) if one.event_round.number <= event.shown_through))
    else:
        boards = read_compared(event).boards
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
    """The cards of a board, once they are everybody's (one query); else None."""
    if not cards_are_open(event):
        return None
    return EventBoard.objects.filter(dealt__event=event, number=number).first()
