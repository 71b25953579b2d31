"""Secrecy of a board's cards and travelers. Whatever shows them asks here, for officials too. Cards open once the
evening was closed: until then a board may still be played. Travelers open earlier to those who played the board."""

from __future__ import annotations

from collections.abc import Set

from django.db.models import Q

from league.acting.permissions import Acting
from league.evening.cards.boards import Boards
from league.models import Event, EventRound, RoundTable


def cards_are_open(event: Event) -> bool:
    """Whether all may see all hands: from the first closing on, even while reopened."""
    return event.state == Event.State.CLOSED or event.is_reopened


def is_playing(event: Event, acting: Acting) -> bool:
    """Whether the reader is an entrant (one query at most)."""
    member = acting.member_id
    return member is not None and event.entrants.filter(member=member).exists()


def are_kept_from_players(event: Event, *, are_folded: bool = False, is_begun: bool = True) -> bool:
    """Whether players may not see hands, or even print slips that `are_folded` once a round `is_begun`."""
    return not cards_are_open(event) and (is_begun or not are_folded)


def hidden_cards(path: str = "") -> Q:
    """A filter for duplicates with hidden hands, on rows that lead to their event by `path`."""
    has_boards = ~Q(**{f"{path}compared": ""}) | Q(**{f"{path}dealt_boards__isnull": False})
    was_closed = Q(**{f"{path}state": Event.State.CLOSED}) | ~Q(**{f"{path}ledger_mark": ""})
    return ~was_closed & has_boards


def travelers_open_to(event: Event, boards: Boards, people: Set[int]) -> frozenset[int]:
    """Boards whose travelers these entrants may see: until cards are open, those that one of them played."""
    if cards_are_open(event):
        return frozenset(boards.travelers)
    at_once = event.travelers_after == Event.TravelersAfter.BOARD
    return frozenset(
        number
        for number, rows in boards.travelers.items()
        for row in rows
        if row.line is not None
        and (at_once or row.table.table.event_round.state == EventRound.State.CLOSED)
        and not people.isdisjoint(seat.entrant_id for seat in row.table.seats.values())
    )


def sealed_board_sets(event: Event, member_id: int | None) -> frozenset[int]:
    """Sets still to be played by an official who plays tonight, with hidden results (three queries at most)."""
    if member_id is None or cards_are_open(event) or not event.entrants.filter(member_id=member_id).exists():
        return frozenset()
    tables = RoundTable.objects.filter(event_round__event=event, board_set__gt=0)
    own = tables.filter(event_round__state=EventRound.State.CLOSED, seats__entrant__member_id=member_id)
    return frozenset(tables.values_list("board_set", flat=True)) - frozenset(own.values_list("board_set", flat=True))
