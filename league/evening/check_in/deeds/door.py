"""The tablet at the door: the one that may check people in, and how many at once. Its pairing address is signed with
the server's key and holds the event's `door_key`: good for one event, and dead once check-in closes. The tablet's
cookie is signed for another use, so the address is no cookie."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.core import signing
from django.db.models import Q
from django.http import Http404
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from league.acting.log import Refused
from league.acting.permissions import Acting
from league.models import Entrant, Event, EventRound, Member, RoundSeat
from pinochle_club.ground.clock import lately
from pinochle_club.ground.write_queue import queued_write

from .roll import add_walk_in, check_in, check_in_pair

WHO: Final = "At the door"
ADDRESS_SALT: Final = "league.door"
TABLET_SALT: Final = "league.door.tablet"
CHECK_INS_A_MINUTE: Final = 40
GUESTS_IN_TEN_MINUTES: Final = 20
MOST_FOUND: Final = 8


def door_token(event: Event) -> str:
    return _signed(event, ADDRESS_SALT)


def tablet_secret(event: Event) -> str:
    return _signed(event, TABLET_SALT)


def check_door_token(event: Event, token: str) -> None:
    """404 unless the address is good for this event's door now."""
    if not _fits(event, token, ADDRESS_SALT):
        raise Http404("This address doesn’t open check-in at the door.")


def is_door_tablet(event: Event, secret: str) -> bool:
    """Whether a cookie is that of a tablet paired since check-in last opened."""
    return _fits(event, secret, TABLET_SALT)


def _signed(event: Event, salt: str) -> str:
    return signing.Signer(salt=salt).signature(f"{event.pk}:{event.door_key}")


def _fits(event: Event, signed: str, salt: str) -> bool:
    is_open = event.check_in_open and bool(event.door_key)
    return is_open and constant_time_compare(signed, _signed(event, salt))


def at_the_door(device: str) -> Acting:
    """The name in the log for people at the door."""
    return Acting(user=None, kind=None, name=WHO, device=device)


def check_in_at_door(
    *, event: Event, member: Member, acting: Acting, client_id: str, with_partner: bool = False
) -> Entrant:
    """Check a member in, or a pair. Raises `Refused` above the pace of a real door."""
    with queued_write(_counted(event)):
        _guard_door(event)
        if with_partner:
            return check_in_pair(event=event, member=member, acting=acting, client_id=client_id)[0]
        return check_in(event=event, member=member, acting=acting, client_id=client_id)


def walk_in_at_door(*, event: Event, name: str, acting: Acting, client_id: str) -> Entrant:
    """Check a guest in. Raises `Refused` as above, and for more guests than a club ever has."""
    with queued_write(_counted(event)):
        _guard_door(event, is_guest=True)
        return add_walk_in(event=event, name=name, acting=acting, client_id=client_id)


def _counted(event: Event) -> str:
    return f"the door of event {event.pk}"


def _guard_door(event: Event, *, is_guest: bool = False) -> None:
    now = timezone.now()
    lines = event.log.filter(who=WHO, user=None)
    if lines.filter(at__range=lately(timedelta(minutes=1), now)).count() >= CHECK_INS_A_MINUTE:
        raise Refused("That’s too many at once. Wait a minute, or see the director.")
    guests = lines.filter(at__range=lately(timedelta(minutes=10), now), action="added the guest")
    if is_guest and guests.count() >= GUESTS_IN_TEN_MINUTES:
        raise Refused("Too many guests at once. Please see the director.")


def people_at_door(event: Event) -> list[Member]:
    """Active members and known guests, all of whom can check in at the door (one query)."""
    on_list = event.entrants.order_by().values("member_id")
    return list(Member.objects.filter(Q(is_active=True) | Q(pk__in=on_list), club=event.club_id))


def seat_of(event: Event, entrant_id: int) -> RoundSeat | None:
    """An entrant's seat in the running or next published round (one query)."""
    shown = (EventRound.State.RUNNING, EventRound.State.PUBLISHED)
    seats = RoundSeat.objects.filter(table__event_round__event=event, table__event_round__state__in=shown)
    return (
        seats.filter(entrant=entrant_id)
        .select_related("table__event_round")
        .order_by("table__event_round__number")
        .first()
    )
