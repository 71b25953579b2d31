"""Who has paid the fees of a season's evenings, and who owes what from which."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from datetime import date

from league.models import Entrant, Member, Season

from .publishing import evenings_of


@dataclass(slots=True)
class Paid:
    """What somebody paid at how many evenings, in cents; what they owe stands by the evening's id. `member` is None for
    who is not in the club's list."""

    name: str
    member: Member | None
    evenings: int = 0
    paid: int = 0
    owes: dict[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Fees:
    """A season's fees: everybody who came or paid, and the days of its evenings by their ids."""

    people: list[Paid]
    days: Mapping[int, date]


def season_fees(season: Season) -> Fees:
    """As they stand now (three queries)."""
    days = dict(evenings_of(season).values_list("pk", "played_on"))
    came = Entrant.objects.with_late_fees().filter(event__in=list(days), is_house_player=False)
    people: dict[Hashable, Paid] = {}
    for there in came.select_related("member").order_by("event__played_on", "event", "number"):
        if there.state == Entrant.State.EXPECTED and not there.paid:
            continue
        one = people.setdefault(there.member_id or there.name, Paid(there.name, there.member))
        one.evenings += 1
        one.paid += there.paid + there.paid_late
        if there.fee_due:
            one.owes[there.event_id] = there.fee_due
    return Fees(list(people.values()), days)
