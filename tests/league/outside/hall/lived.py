"""Home or the hall on the club's own database, which a test tells what to do (`places.py`).

python -m tests.league.outside.hall.lived home    or hall

It is told line by line, as JSON: what to do and with what. It answers what came of it.
"""

from __future__ import annotations

import base64
import io
import json
import sys
from datetime import timedelta
from typing import Any

import django

django.setup()

from django.db import connection, transaction  # noqa: E402
from django.utils import timezone  # noqa: E402

from league.acting.log import Refused  # noqa: E402
from league.acting.seals import first_fault  # noqa: E402
from league.models import Fetched  # noqa: E402
from league.outside.archive.format import AT_THE_SERVER  # noqa: E402
from league.outside.hall import deeds  # noqa: E402
from league.outside.hall.codes import code_of  # noqa: E402
from league.outside.hall.fetching import fetch_from_home  # noqa: E402
from league.outside.hall.telling import tell, untold  # noqa: E402
from pinochle_club.server.new_database import make_tables  # noqa: E402
from tests.league.makers import fresh  # noqa: E402
from tests.league.outside.hall.days import CameTo, Day, Evening, do_all, few_deals, new_club  # noqa: E402
from tests.league.outside.hall.evenings import ADMIN  # noqa: E402


class Home:
    """Where the club lives."""

    day: Day
    expected: CameTo

    def __init__(self) -> None:
        self.club = new_club()

    def new_club(self) -> None:
        self.club = new_club()

    def morning(self, seed: int) -> dict[str, Any]:
        """A new day, which is lived at home to see what it comes to."""
        self.day = Day(seed, self.club)
        with transaction.atomic():
            self.day.live_at_home()
            self.expected = CameTo.of(self.day.event)
            transaction.set_rollback(True)
        self.ahead = list(self.day.first)
        return {"steps": self.day.steps, "meanwhile": len(self.ahead)}

    def lend(self) -> tuple[str, str]:
        """The code, and the file."""
        lending, out = deeds.lend(event=self.day.event, **self.day.by()), io.BytesIO()
        deeds.write_lent(lending, out)
        return code_of(lending, timezone.now()), base64.b64encode(out.getvalue()).decode()

    def go_about(self, times: int) -> None:
        """So much of what is done at home meanwhile."""
        do_all(self.ahead[:times])
        self.ahead = self.ahead[times:]

    def is_over(self) -> None:
        do_all(self.day.last)

    def bring(self, file: str) -> str:
        """What is said of a file from the hall."""
        given = io.BytesIO(base64.b64decode(file))
        try:
            return deeds.bring_back(file=given, limits=AT_THE_SERVER, acting=ADMIN).says
        except Refused as refused:
            return f"Refused: {refused}"

    def take_back(self) -> int:
        """Without the hall; the version that home had by then."""
        deeds.take_back(event=self.day.event, name="Tuesdays", **self.day.by())
        return self.day.event.lendings.get().taken

    def go_on(self, after: int) -> None:
        self.day.go_on(after)

    def take_theirs(self) -> None:
        kept = deeds.kept_of(self.day.event)
        assert kept is not None, "nothing is kept beside it"
        deeds.take_theirs(event=self.day.event, version=kept.version, name="Tuesdays", **self.day.by())

    def came_to(self) -> dict[str, Any]:
        event = fresh(self.day.event)
        got = CameTo.of(event)
        return {
            "differs": {name: [*map(sorted, both)] for name, both in self.expected.differs(got).items()},
            "lines": [self.expected.lines, got.lines] if self.expected.lines != got.lines else [],
            "fault": first_fault(event),
            "lent": event.lent,
        }


class Hall:
    """Where the evening is played. Its clock may be wrong."""

    def __init__(self) -> None:

        if "django_migrations" not in connection.introspection.table_names():
            make_tables()
        self.right = timezone.now

    def clock(self, hours: int) -> None:
        timezone.now = lambda: self.right() + timedelta(hours=hours)

    def fetch(self, address: str, code: str) -> str:
        """Over the line, or why not."""
        try:
            self.fetched = fetch_from_home(address=address, code=code.replace(" ", "").lower(), acting=ADMIN)
        except Refused as refused:
            return str(refused)
        return ""

    def fetch_file(self, file: str, address: str) -> None:
        given = io.BytesIO(base64.b64decode(file))
        self.fetched = deeds.fetch(file=given, limits=AT_THE_SERVER, acting=ADMIN)
        Fetched.objects.filter(pk=self.fetched.pk).update(home=address)

    def sit_down(self, seed: int) -> None:
        event = self.fetched.event
        self.evening = Evening(event, seed, lambda number: event.club.members.get(number=number), "hall-")

    def do(self, name: str, number: int) -> None:
        self.evening.do((name, number))

    def tell(self) -> tuple[int, int, str]:
        """Once over the line, if the worker would; the version that is there and that home has, and the trouble."""
        for one in untold():
            if one.pk == self.fetched.pk:
                tell(one)
        now = Fetched.objects.get(pk=self.fetched.pk)
        return now.version, now.told, now.trouble

    def waits(self) -> bool:
        """Whether there is more to be told."""
        return any(one.pk == self.fetched.pk for one in untold())

    def save(self) -> str:
        """The file for home."""
        out, there = io.BytesIO(), Fetched.objects.select_related("event__club").get(pk=self.fetched.pk)
        deeds.give_back(fetched=there, out=out, acting=ADMIN)
        return base64.b64encode(out.getvalue()).decode()


if __name__ == "__main__":
    with few_deals():
        there: Any = Home() if sys.argv[1] == "home" else Hall()
        for line in sys.stdin:
            what, given = json.loads(line)
            sys.stdout.write(json.dumps(getattr(there, what)(*given)) + "\n")
            sys.stdout.flush()
