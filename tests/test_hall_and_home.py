"""The hall's computer and home, two servers: an evening is fetched by its code, played, shown at home, cut off, and
comes back by itself."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from tests.club_server import ROOT, ClubServer, served_club
from tests.poor_line import PoorLine, poor_line
from tests.second_computer import soon
from tests.tablet import Tablet

pytestmark = pytest.mark.needs_db

LEND = """
from datetime import timedelta
from django.utils import timezone
from league.outside.hall.codes import code_of
from league.outside.hall.deeds import lend
from tests.league.makers import *
club = make_club(name="Oak Park", slug="oak-park-in-the-hall")
event = make_event(club, name="Thursday cards")
make_entrants(event, 8)
print("code", code_of(lend(event=event, acting=acting_as("admin"), client_id="lend"), timezone.now()))
"""
PLAY_AND_CLOSE = """
from league.evening.events.deeds import close_event
from league.evening.rounds.deeds import close_round
from league.models import Event
from tests.league.makers import *
event = Event.objects.get()
started = start_now(make_round(event, list(event.entrants.order_by("number"))))
play_round(started, seed=3)
print("played", flush=True)
input()
close_round(event_round=started, acting=acting_as("admin"), client_id="round")
close_event(event=fresh(event), acting=acting_as("admin"), client_id="event", reason="late")
"""
AT_HOME = """
SELECT COUNT(*) FROM scoring_entry JOIN league_roundtable t ON t.card_id = scoring_entry.card_id
JOIN league_eventround r ON r.id = t.event_round_id JOIN league_event e ON e.id = r.event_id
JOIN league_club c ON c.id = e.club_id WHERE c.slug = 'oak-park-in-the-hall'
"""
STATE = """
SELECT e.state, e.lent FROM league_event e JOIN league_club c ON c.id = e.club_id WHERE c.slug = 'oak-park-in-the-hall'
"""


@pytest.fixture
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ClubServer]:
    folder = tmp_path_factory.mktemp("hall")
    with served_club(folder, program="tests.quiet_server", WORKERS="0", WITH_WORKER="1") as server:
        yield server


@pytest.fixture
def line(club_server: ClubServer) -> Iterator[PoorLine]:
    with poor_line(club_server.url) as line:
        yield line


def entries(server: ClubServer) -> int:
    return int(server.rows("SELECT COUNT(*) FROM scoring_entry")[0][0])


def shell(server: ClubServer, script: str) -> subprocess.Popen[str]:
    command = [sys.executable, "manage.py", "shell", "--no-imports", "-c", script]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, cwd=ROOT, env=server.environment, stdin=pipe, stdout=pipe, text=True)


def told(server: ClubServer) -> tuple[Any, ...]:
    return server.rows("SELECT told = version, trouble FROM league_fetched")[0]


def test_an_evening_goes_to_the_hall_and_comes_back(club_server: ClubServer, hall: ClubServer, line: PoorLine) -> None:
    with shell(club_server, LEND) as lending:
        code = re.findall(r"code (\w+ \w+)", lending.communicate()[0])[0]
    computer = Tablet(hall.url)
    computer.get("/hall/fetch/")
    wrong = computer.post("/hall/fetch/", {"address": line.address, "code": "222 222", "client_id": "a"})
    assert (wrong.status, "No evening waits under this code" in wrong.text) == (409, True)
    fetched = computer.post("/hall/fetch/", {"address": line.address, "code": code.lower(), "client_id": "b"})
    assert fetched.location == "/account/sign-in/?next=%2Fclubs%2Foak-park%2Fevents%2F1%2F"

    with shell(hall, PLAY_AND_CLOSE) as playing:
        assert playing.stdout.readline() == "played\n"
        soon(lambda: club_server.rows(AT_HOME)[0][0] == entries(hall))
        assert club_server.rows(STATE)[0][0] == "running"
        line.is_cut = True
        playing.communicate("close\n")
    soon(lambda: told(hall) == (0, "no line"))
    assert club_server.rows(STATE)[0][0] == "running"

    line.is_cut = False
    soon(lambda: tuple(club_server.rows(STATE)[0]) == ("closed", 0))
    soon(lambda: told(hall) == (1, ""))
    assert hall.rows("SELECT lent FROM league_event") == [(1,)]
