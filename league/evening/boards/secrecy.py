"""What may be seen of a board, and by whom. Whatever shows cards or travelers asks here; officials are no exception.
What officials may do with hands before (print them, type them) is for those who don't play: `are_kept_from_players`.

The cards of an evening are everybody's once it was closed: until then somebody may still have to play a board, late or
again. What others made of a board is seen before that only by those who have played it themselves.
"""

from __future__ import annotations

from collections.abc import Set

from django.db.models import Q

from league.acting.permissions import Acting
from league.evening.cards.boards import Boards
from league.models import Event, EventRound, RoundTable


def cards_are_open(event: Event) -> bool:
    """Whether everybody may see all hands: from the first closing on, also while it is open again to be put right."""
    return event.state == Event.State.CLOSED or event.is_reopened


def is_playing(event: Event, acting: Acting) -> bool:
    """Whether somebody is in the list of the evening (one query at most)."""
    member = acting.member_id
    return member is not None and event.entrants.filter(member=member).exists()


def are_kept_from_players(event: Event, *, are_folded: bool = False, is_begun: bool = True) -> bool:
    """Whether hands stay with those who don't play; those on slips that `are_folded` unread only once a round that
    plays boards `is_begun`, since few tables have nobody else to print them before."""
    return not cards_are_open(event) and (is_begun or not are_folded)


def hidden_cards(path: str = "") -> Q:
    """The same the other way around, for rows that lead to their event by the `path`: duplicates with hidden hands."""
    has_boards = ~Q(**{f"{path}compared": ""}) | Q(**{f"{path}dealt_boards__isnull": False})
    was_closed = Q(**{f"{path}state": Event.State.CLOSED}) | ~Q(**{f"{path}ledger_mark": ""})
    return ~was_closed & has_boards


def travelers_open_to(event: Event, boards: Boards, people: Set[int]) -> frozenset[int]:
    """The numbers of the boards whose travelers these entrants may see together: all once the cards are open, before
    that those that one of them has played, in a round that is over or, by the club's choice, at once."""
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
    """The sets of boards of whose results a member who plays tonight is shown nothing yet, though they run the evening:
    all but those they had in a round that is over. None for who does not play (one query, then two more)."""
    if member_id is None or cards_are_open(event) or not event.entrants.filter(member_id=member_id).exists():
        return frozenset()
    tables = RoundTable.objects.filter(event_round__event=event, board_set__gt=0)
    own = tables.filter(event_round__state=EventRound.State.CLOSED, seats__entrant__member_id=member_id)
    return frozenset(tables.values_list("board_set", flat=True)) - frozenset(own.values_list("board_set", flat=True))
