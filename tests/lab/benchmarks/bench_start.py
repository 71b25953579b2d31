"""How soon the club opens: from the command to the first page, beside a Django project of one page under gunicorn.

The two take turns, so that whatever else the machine does falls on both; what is told is the median. A first start
makes the database and collects the static files, any later one finds them there. The demo comes beside the server.
The first is to take 8 seconds, a later one 4, where the bare project takes 0.4; the demo is to be there within 5 of the
command where it takes 0.19. (Beside the first page, it would look later whenever that page comes sooner.)

Before it opens, the club looks at its computer, and reads a database of the size of some seasons through. That is to
take no more than 0.2 seconds beside a start without the look.
"""

import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from contextlib import closing, suppress
from pathlib import Path
from statistics import median

from tests.club_server import ROOT, ClubServer, free_port
from tests.lab.benchmarks import Row, sized

MOST_SECONDS = 180
MEGABYTES = sized(1, 15)
MOST_FOR_THE_LOOK = 0.2
# Everything that is new to a person who begins with Django: settings, an address, a page.
BARE = """
from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.http import HttpResponse
from django.urls import path

settings.configure(ALLOWED_HOSTS=["*"], ROOT_URLCONF=__name__)
urlpatterns = [path("", lambda request: HttpResponse("ok"))]
application = get_wsgi_application()
"""


def run() -> list[Row]:
    first, whole, later, bare = [], [], [], []
    for _ in range(sized(1, 3, 10)):
        with tempfile.TemporaryDirectory() as folder:
            club = ClubServer(Path(folder), DEMO="")
            page, demo = seconds_to_first_page(club)
            first.append(page)
            whole.append(demo)
            later.append(seconds_to_first_page(club)[0])
            bare.append(seconds_of_bare_django(Path(folder)))
    return [
        Row("a later start to the first page", median(later), "s", median(bare), "s, bare Django", at_most=10),
        Row("a first start to the first page", median(first), "s", median(bare), "s, bare Django", at_most=20),
        Row("a first start to the whole demo", median(whole), "s", median(bare), "s, bare Django", at_most=26),
        start_of_a_large_club(),
    ]


def start_of_a_large_club() -> Row:
    """With the look at the computer and without it, in turn."""
    examined, unexamined = [], []
    with tempfile.TemporaryDirectory() as folder:
        club, hasty = ClubServer(Path(folder)), ClubServer(Path(folder))
        hasty.program = "tests.lab.benchmarks.bare.unexamined"
        seconds_to_first_page(club)
        fill(Path(folder) / "club.sqlite3")
        for _ in range(sized(1, 10, 20)):
            unexamined.append(seconds_to_first_page(hasty)[0])
            examined.append(seconds_to_first_page(club)[0])
    baseline = median(unexamined)
    name, at_most = f"a later start with {MEGABYTES} MB", 1 + MOST_FOR_THE_LOOK / baseline
    return Row(name, median(examined), "s", baseline, "s, unexamined", at_most=round(at_most, 2))


def fill(database: Path) -> None:
    """So many pages as some seasons have, of short rows with an index."""
    with closing(sqlite3.connect(database)) as sqlite:
        sqlite.execute("CREATE TABLE ballast (number INTEGER PRIMARY KEY, word TEXT)")
        sqlite.execute("CREATE INDEX ballast_word ON ballast (word)")
        while database.stat().st_size < MEGABYTES * 10**6:
            sqlite.executemany("INSERT INTO ballast (word) VALUES (hex(randomblob(?)))", [(40,)] * 1000)
            sqlite.commit()
            sqlite.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def seconds_to_first_page(club: ClubServer) -> tuple[float, float]:
    """And until the demo is there too, where one is to come."""
    began = time.monotonic()
    try:
        club.start()
        urllib.request.urlopen(club.url).close()
        page = time.monotonic() - began
        while (club.state_dir / "demo_is_coming").exists():
            assert time.monotonic() - began < MOST_SECONDS, club.log.read_text()
            time.sleep(0.02)
        return page, time.monotonic() - began
    finally:
        club.kill()


def seconds_of_bare_django(folder: Path) -> float:
    (folder / "bare.py").write_text(BARE)
    port = free_port()
    began = time.monotonic()
    options = ["--bind", f"127.0.0.1:{port}", "--chdir", str(folder), "--no-control-socket", "--log-level", "error"]
    server = subprocess.Popen([sys.executable, "-m", "gunicorn", "bare", *options], cwd=ROOT)
    try:
        while time.monotonic() - began < MOST_SECONDS:
            with suppress(urllib.error.URLError, OSError), urllib.request.urlopen(f"http://127.0.0.1:{port}/"):
                return time.monotonic() - began
            time.sleep(0.02)
        raise AssertionError("the bare server does not answer")
    finally:
        server.terminate()
        server.wait()
