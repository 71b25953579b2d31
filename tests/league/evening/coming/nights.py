"""A night that is still ahead, and who is asked about it."""

from datetime import datetime, time, timedelta
from typing import Any

from django.utils import timezone

from league.acting.permissions import Acting
from league.models import Club, Event, Member
from tests.league.makers import make_event


def next_week(club: Club | None = None, **fields: Any) -> Event:
    day = timezone.localdate() + timedelta(days=7)
    starts_at = timezone.make_aware(datetime.combine(day, time(19, 0)))
    return make_event(club, **{"played_on": day, "starts_at": starts_at, **fields})


def as_member(member: Member) -> Acting:
    return Acting(user=None, kind=None, name=member.name, member_id=member.pk)
