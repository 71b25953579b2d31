"""Fees due from earlier evenings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from datetime import timedelta
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
    found = defaultdict(list)
    for there in came:
        there.event.club = event.club
        if there.fee_due:
            found[there.member_id or 0].append(there)
    return found


def _unpaid_before(club_id: int, event_id: int, since: str) -> QuerySet[Entrant]:
    there = Entrant.objects.with_late_fees().filter(event=OuterRef("event"))
    somebody_paid = there.filter(Q(paid__gt=0) | Q(paid_late__gt=0))
    came = Entrant.objects.with_late_fees().filter(
        event__club=club_id,
        event__starts_at__lt=Subquery(Event.objects.filter(pk=event_id).values("starts_at")),
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
