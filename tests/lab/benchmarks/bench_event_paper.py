"""The memory of a real server and its printer for a hundred sheets at once, above what they need when idle."""

from __future__ import annotations

import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

from tests.club_server import ClubServer, served_club
from tests.lab.benchmarks import Row, sized

TABLES = sized(2, 100)
MOST_MEGABYTES = 150
# An evening of so many tables whose cards have all their lines, and a director who is signed in.
EVENING = f"""
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.db import transaction
from tests.league.makers import make_club, make_entrants, make_event, make_round, make_user
with transaction.atomic():
    club = make_club(slug="paper")
    event = make_event(club, book="st-hilary", round_end="game", seating_version=1)
    make_round(event, make_entrants(event, {4 * TABLES}))
    user, session = make_user(club, "director"), SessionStore()
    session.update({{
        SESSION_KEY: str(user.pk), HASH_SESSION_KEY: user.get_session_auth_hash(),
        BACKEND_SESSION_KEY: "django.contrib.auth.backends.ModelBackend",
    }})
    session.create()
print(event.pk, session.session_key)
"""
PAPERS = {
    "100 score cards with names, one to a page": "score-cards.pdf?per_page=1",
    "100 table cards, one to a page": "table-cards.pdf?per_page=1",
    "slips of 400 players": "slips.pdf",
    "seating of 400 players for the wall": "seating.pdf",
    "master sheet of 100 tables": "rotation.pdf",
}


def run() -> list[Row]:
    return [row for name, address in PAPERS.items() for row in printed(name, address)]


def printed(name: str, address: str) -> list[Row]:
    """One paper from a server that was started for it: the most memory it had, and how long it took."""
    with tempfile.TemporaryDirectory() as place, served_club(Path(place), WORKERS="1") as server:
        number, session = server.manage("shell", "-v", "0", "-c", EVENING).split()[-2:]
        base = f"{server.url}/clubs/paper/events/{number}/papers/"
        for _ in range(3):
            fetch(base, session)
        fetch(f"{server.url}/blank/st-hilary.pdf?paper=a4&per_page=4", session)  # starts the printer
        idle = megabytes(server, "VmRSS")
        start = time.perf_counter()
        content = fetch(base + address, session)
        seconds = time.perf_counter() - start
        assert content.startswith(b"%PDF"), content[:200]
        above = megabytes(server, "VmHWM") - idle
    return [
        Row(f"{name}: above idle", above, "MB", MOST_MEGABYTES, "MB allowed", at_most=1.0),
        Row(f"{name}: taken", seconds, "s"),
    ]


def fetch(address: str, session: str) -> bytes:
    """Asks again while it is being made, as the page that says so does."""
    request = urllib.request.Request(address, headers={"Cookie": f"sessionid={session}"})
    while True:
        try:
            with urllib.request.urlopen(request, timeout=600) as answer:
                content: bytes = answer.read()
                return content
        except urllib.error.HTTPError as later:
            if "Retry-After" not in later.headers:
                raise
        time.sleep(0.1)


def megabytes(server: ClubServer, what: str) -> float:
    """Of the server's one worker and its printer: `VmRSS` in memory now, `VmHWM` the most there ever was."""
    assert server.process is not None
    (worker,) = children(server.process.pid, "pinochle_club.server.run")
    return sum(
        int(Path(f"/proc/{process}/status").read_text().split(f"{what}:")[1].split()[0]) / 1024
        for process in (worker, *children(worker, "spawn_main"))
    )


def children(parent: int, command: str) -> list[int]:
    """A process is listed by the thread that started it."""
    threads = Path(f"/proc/{parent}/task").iterdir()
    found = [int(child) for thread in threads for child in (thread / "children").read_text().split()]
    return [process for process in found if command in Path(f"/proc/{process}/cmdline").read_text()]
