from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from datetime import date

from django.utils import timezone

from league.acting.permissions import Acting
from league.evening.check_in.debts import is_over
from league.evening.paper.pages.heads import sort_key
from league.models import Entrant, Season
from league.office.members.naming import shown_name

from .publishing import evenings_of


@dataclass(slots=True)
class Paid:
    """A player's evenings, the cents they paid and owe, and the ids and days of evenings they owe for."""

    name: str
    order: str
    evenings: int = 0
    paid: int = 0
    owes: int = 0
    owed_from: list[tuple[int, date]] = field(default_factory=list)


def season_fees(season: Season, acting: Acting) -> list[Paid]:
    """Fees of all who came to evenings that are over, or paid, the largest debt first (three queries)."""
    over = evenings_of(season).filter(is_over(timezone.localdate()))
    days = dict(over.values_list("pk", "played_on"))
    came = Entrant.objects.with_late_fees().filter(event__in=list(days), is_house_player=False)
    rows = list(came.select_related("member").order_by("event__played_on", "event", "number"))
    kept = {there.event_id for there in rows if there.paid or there.paid_late}  # where nobody paid, nobody owes
    people: dict[Hashable, Paid] = {}
    for there in rows:
        if there.state == Entrant.State.EXPECTED and not there.paid:
            continue
        name = shown_name(there.member, acting) if there.member else there.name
        one = people.setdefault(there.member_id or there.name, Paid(name, sort_key(name)))
        one.evenings += 1
        one.paid += there.paid + there.paid_late
        if there.fee_due and there.event_id in kept:
            one.owes += there.fee_due
            one.owed_from.append((there.event_id, days[there.event_id]))
    return sorted(people.values(), key=lambda one: (-one.owes, one.order))
