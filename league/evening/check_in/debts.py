"""Fees due from earlier evenings: read here for the check-in, the member's own page and the treasurer's list."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date, timedelta
from typing import Any, Final

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery

from league.models import Club, Entrant, Event
from league.words import money
from pinochle_club.ground.dates import brief_day
from pinochle_club.ground.prepared import Prepared
from scoring.rules.notation import counted

# Older debts are in the list of their season, and not asked for at the door.
ASKED_FOR: Final = timedelta(days=365)
CAME: Final = (Entrant.State.HERE, Entrant.State.LEFT)


def debts_before(event: Event, only: Collection[int] | None = None) -> Mapping[int, Sequence[Entrant]]:
    """Unpaid places at earlier evenings by member id, oldest first, unless nobody paid there (one query)."""
    since = (event.played_on - ASKED_FOR).isoformat()
    asked: dict[str, Any] = {"club_id": event.club_id, "event_id": event.pk, "since": since}
    came = _unpaid(**asked) if only is None else _unpaid_before(**asked).filter(member__in=only)
    return _by_member(event.club, came)


def debts_now(club: Club, today: date, only: Collection[int] | None = None) -> Mapping[int, Sequence[Entrant]]:
    """What the next check-in will ask for: the same of all evenings that are over (one query)."""
    came = _unpaid_since(club.pk, (today - ASKED_FOR).isoformat()).filter(event__in=club.events.filter(is_over(today)))
    return _by_member(club, came if only is None else came.filter(member__in=only))


def is_over(today: date) -> Q:
    """Evenings at which nobody pays at the door any more."""
    return Q(played_on__lt=today) | Q(state=Event.State.CLOSED)


def _by_member(club: Club, came: Iterable[Entrant]) -> Mapping[int, Sequence[Entrant]]:
    found = defaultdict(list)
    for there in came:
        there.event.club = club
        if there.fee_due:
            found[there.member_id or 0].append(there)
    return found


def _unpaid_before(club_id: int, event_id: int, since: str) -> QuerySet[Entrant]:
    starts_at = Subquery(Event.objects.filter(pk=event_id).values("starts_at"))
    return _unpaid_since(club_id, since).filter(event__starts_at__lt=starts_at)


def _unpaid_since(club_id: int, since: str) -> QuerySet[Entrant]:
    there = Entrant.objects.with_late_fees().filter(event=OuterRef("event"))
    somebody_paid = there.filter(Q(paid__gt=0) | Q(paid_late__gt=0))
    came = Entrant.objects.with_late_fees().filter(
        event__club=club_id,
        event__played_on__gte=since,
        member__isnull=False,
        is_house_player=False,
        state__in=CAME,
        fee__gt=F("paid"),
    )
    return came.filter(Exists(somebody_paid)).select_related("event").order_by("event__starts_at", "event")


_unpaid = Prepared(_unpaid_before)


def debt_words(debts: Sequence[Entrant], club: Club) -> str:
    since = evening_words(debts[0].event) if len(debts) == 1 else counted(len(debts), "evening")
    return f"{money(owed(debts), club)} from {since}"


def evening_words(event: Event) -> str:
    """`Nov 17`."""
    return brief_day(event.played_on, event.club.date_style)


def owed(debts: Sequence[Entrant]) -> int:
    return sum(one.fee_due for one in debts)
