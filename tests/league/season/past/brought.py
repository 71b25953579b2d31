"""Past seasons, brought in by their deed."""

from __future__ import annotations

from datetime import date
from typing import Any

from league.models import Club, Season
from league.season.past.deeds import bring_in
from league.season.past.planning import Asked, plan_past
from tests.league.makers import acting_as

TABLE = "Place,Name,Points,Nights\n1,Ruth Abernathy,900,12\n2,Gus Gone,700,10\n3,W. Abel,12a,3\n"
NIGHTS = "Date,Name,Points\n2019-01-08,Ruth Abernathy,30\n2019-01-08,Walt Abel,40\n2019-01-15,Ruth Abernathy,25\n"


def asked(text: str = TABLE, **more: Any) -> Asked:
    days = {"opens_on": date(2019, 1, 1), "closes_on": date(2019, 12, 31)}
    return Asked(**{"text": text, "name": "Season 2019", "file_name": "2019.xlsx", **days, **more})


def brought(club: Club, one: Asked | None = None, client_id: str = "") -> Season:
    one = one or asked()
    plan = plan_past(club, one)
    return bring_in(club=club, asked=one, fingerprint=plan.fingerprint, acting=acting_as(), client_id=client_id)
