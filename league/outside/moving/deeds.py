"""Marking a club as moved to another address, and keeping it here after all."""

from __future__ import annotations

from typing import Final

from django.db.models import F, Q

from league.acting.deed import deed
from league.acting.log import Refused
from league.acting.permissions import Acting
from league.evening.boards.secrecy import hidden_cards
from league.models import Club, Event, Lending
from league.outside.archive.here import STAYED, settle
from scoring.rules.notation import listed

MOVED: Final = "moved the club"
UNDER_WAY: Final = "{events} first: an evening that is under way stays where it is played."
IN_THE_HALL: Final = "{events} first: what is in a hall comes back to this address."
IN_BAGS: Final = "{events} first: nobody sees its boards before, and so an archive doesn’t have them."


def move_away(*, club: Club, address: str, acting: Acting, client_id: str = "") -> Club:
    """From now on the club is read here, and changed at `address`. Raises `Refused` where an evening would be torn
    apart."""
    with deed(club, acting, client_id) as doing:
        if not doing.was_done:
            _guard_evenings(club)
            Club.objects.filter(pk=club.pk).update(moved_to=address, moves=F("moves") + 1)
            doing.tell(MOVED, club.name, after=address)
    return club


def stay(*, club: Club, acting: Acting, client_id: str = "") -> Club:
    """The club lives here after all, also one that came with an evening whose home is gone. Files that were made for
    its move no longer bring it anywhere."""
    with deed(club, acting, client_id, while_moved=True) as doing:
        club.refresh_from_db()
        if not club.lives_here and not doing.was_done:
            settle(club, club.moves + 1)
            doing.tell(STAYED, club.name, before=club.moved_to)
    return club


def _guard_evenings(club: Club) -> None:
    for why, verb, found in (
        (IN_THE_HALL, "Bring back", Q(lendings__state=Lending.State.OUT)),
        (UNDER_WAY, "Close", Q(state=Event.State.RUNNING)),
        (IN_BAGS, "Play", hidden_cards() & Q(dealt_boards__isnull=False)),
    ):
        names = list(club.events.filter(found).order_by("starts_at", "pk").values_list("name", flat=True)[:3])
        if names:
            raise Refused(why.format(events=f"{verb} {listed(names)}"))
