"""The security log for admins: sign-ins, wrong passwords, refusals, used links. Lines stay for half a year, the newest
few hundred of each account, of nobody's, and at a club's pages."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.contrib.auth.models import User
from django.db.models import F
from django.utils import timezone

from league.models import Club, SecurityLine
from pinochle_club.ground.write_queue import queued_write

What = SecurityLine.What
STAYS: Final = timedelta(days=180)
MOST_LINES: Final = 500
COUNTED_FOR: Final = timedelta(hours=1)


def note(what: What, *, user: User | None, club: Club | None = None, about: str = "", device: str = "") -> None:
    """Write a line, or count one of the last hour that says the same."""
    now = timezone.now()
    same = {"user": user, "club": club, "what": what, "about": about[:160], "device": device}
    with queued_write():
        last = SecurityLine.objects.filter(**same, at__range=(now - COUNTED_FOR, now)).first()
        if last is not None:
            SecurityLine.objects.filter(pk=last.pk).update(times=F("times") + 1, at=now)
            return
        SecurityLine.objects.create(**same, at=now)
        SecurityLine.objects.filter(at__lt=now - STAYS).delete()
        alike = SecurityLine.objects.filter(user=user, club=club)
        too_many = alike.values_list("pk", flat=True)[MOST_LINES:][:MOST_LINES]
        SecurityLine.objects.filter(pk__in=list(too_many)).delete()
