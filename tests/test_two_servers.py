"""Two servers of one club on one PostgreSQL, as an association with many clubs runs them behind a proxy. A soak.

Both start at once on an empty database. Then a hall full of tables plays, each request at the other server than the
one before, while servers are killed, PostgreSQL restarts, and the next version comes: nothing is lost or entered twice,
and nobody sees a page that says so.
"""

from __future__ import annotations

import json
import os
import random
import secrets
import shutil
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from pinochle_club.ground import __version__
from pinochle_club.ground.system import AWAITED
from scoring.models import Simulation
from scoring.play.jobs import MOST_DEALS
from tests.club_server import ROOT, ClubServer, processes_of
from tests.hall import Committee, Notes, Table, assert_cards_say_what_was_noted, hall
from tests.older import archived, release_before
from tests.own_postgres import OwnPostgres, own_postgres
from tests.sampling import SOAK
from tests.tablet import Answer, Page, Tablet

State = Simulation.State
pytestmark = [
    pytest.mark.needs_db,
    pytest.mark.skipif(not SOAK, reason="two servers and a database of their own take a minute to start"),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite is for one machine"),
]

TABLES = 20
HOMES = 6
ROUNDS = 5  # of each blow
SAVED_BEFORE_EACH_BLOW = 60
TRIES = 6  # wrong passwords of one account from one address
GUESSES = 12
SECONDS = 180
SIGN_IN = "/account/sign-in/"
MAKE_CAROL = "from django.contrib.auth.models import User; User.objects.create_user('carol', password='evening')"
NEWER = "99.0.0"
NEXT = """
from django.db import migrations, models

class Migration(migrations.Migration):
    dependencies = [("{app}", "{last}")]
    operations = [migrations.AddField("{model}", "motto", models.CharField(max_length=9, db_default="new"))]
"""
WORKER = b"django\0worker\0"
WRONG = {"name": "carol", "password": "wrong"}


@dataclass
class Association:
    """A club's two servers, and their database."""

    postgres: OwnPostgres
    servers: tuple[ClubServer, ClubServer]

    @property
    def urls(self) -> tuple[str, str]:
        return self.servers[0].url, self.servers[1].url


@contextmanager
def two_servers(folders: pytest.TempPathFactory, root: Path = ROOT) -> Iterator[Association]:
    """Both were started at once. (The threads that started them stay: a server ends with the thread it came from.)"""
    with own_postgres() as postgres, ThreadPoolExecutor(2) as starting:
        database = postgres.new_database()
        servers = tuple(ClubServer(folders.mktemp(f"server{number}"), database) for number in (1, 2))
        try:
            for server in servers:
                server.root = root
            list(starting.map(ClubServer.start, servers))
            yield Association(postgres, (servers[0], servers[1]))
        finally:
            for server in servers:
                server.kill()


@pytest.fixture(scope="module")
def association(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Association]:
    with two_servers(tmp_path_factory) as both:
        yield both


@dataclass
class ProxiedTablet(Tablet):
    """Behind a proxy that asks one server after the other, and the other one where nobody listens."""

    urls: tuple[str, ...] = ()
    _next: Iterator[str] = field(default_factory=lambda: iter(()))

    def _ask(self, method: str, path: str, body: str | None) -> Answer:
        for _ in self.urls[1:]:
            self.url = next(self._next)
            with suppress(ConnectionRefusedError):
                return super()._ask(method, path, body)
        self.url = next(self._next)
        return super()._ask(method, path, body)


def proxied(urls: tuple[str, ...]) -> Callable[[str], Tablet]:
    return lambda url: ProxiedTablet(url, urls=urls, _next=cycle(urls))


def test_both_come_up_at_once_on_an_empty_database(association: Association):
    logs = [server.log.read_text() for server in association.servers]

    assert [server.is_running for server in association.servers] == [True, True]
    assert sum("Another server is preparing the database" in log for log in logs) == 1
    assert [log for log in logs if "Traceback" in log] == []


def test_wrong_passwords_sent_to_both_at_one_moment_count_as_on_one(association: Association):
    association.servers[0].manage("shell", "-c", MAKE_CAROL)
    guessers = [Tablet(association.urls[number % 2], address="127.9.9.9") for number in range(GUESSES)]
    for guesser in guessers:
        guesser.get(SIGN_IN)

    with ThreadPoolExecutor(GUESSES) as pool:
        answers = Counter(answer.status for answer in pool.map(lambda guesser: guesser.post(SIGN_IN, WRONG), guessers))

    assert answers == {422: TRIES, 429: GUESSES - TRIES}


def test_one_worker_plays_and_the_other_takes_over_when_its_server_is_killed(association: Association):
    tablet = Tablet(association.urls[0])
    tablet.get("/")
    asked = {"start": "a" * 32, "deals": str(MOST_DEALS), "bots": "club"}
    where = tablet.post("/play/simulations/new/gwinnett/", asked).location
    assert where, "the simulation was not taken"
    (playing,) = soon(lambda: [server for server in association.servers if players(server)])
    (other,) = (server for server in association.servers if server is not playing)
    soon(lambda: deals_done(other) > 0)
    assert players(other) == []

    playing.kill()
    done = deals_done(other)
    assert state(other) == State.RUNNING, "it was over before there was anything to take over"
    soon(lambda: players(other))
    playing.start()
    soon(lambda: deals_done(other) > done)

    assert players(playing) == []
    assert state(other) in (State.RUNNING, State.DONE)
    there = Tablet(other.url, cookies=tablet.cookies)
    there.get(where)
    there.post(f"{where}cancel/", {})
    assert state(other) != State.RUNNING


def start_again(server: ClubServer) -> None:
    server.kill()
    server.start()


def test_evening_goes_on_while_servers_are_killed_and_the_database_restarts(
    association: Association, record_property: Callable[[str, object], None]
):
    one, other = association.servers
    blows: dict[str, Callable[[], object]] = {
        "killed and started again": partial(start_again, one),
        "restart of PostgreSQL": association.postgres.restart,
        "the other killed and started again": partial(start_again, other),
        "all connections cut": one.cut_connections,
        "one that serves killed": other.kill_worker,
    }
    evening, dealt = threading.Event(), Counter[str]()
    with hall(one, TABLES, 3, proxied(association.urls)) as tables, ThreadPoolExecutor(TABLES) as pool:
        playing = [pool.submit(table.play, evening) for table in tables]
        try:
            for name, blow in list(blows.items()) * ROUNDS:
                play_on(tables, lambda: [each.result() for each in playing if each.done()])
                blow()
                dealt[name] += 1
            play_on(tables, lambda: None)
        finally:
            evening.set()
        for each in playing:
            each.result()
        totals = assert_cards_say_what_was_noted(tables)

    told = Counter(client_id for table in tables for client_id in table.acknowledged)
    written = Counter(client_id for (client_id,) in one.rows("SELECT client_id FROM scoring_entry"))
    answers = sum((table.answers for table in tables), Counter[int]())
    figures = {
        **dealt,
        **sum((table.did for table in tables), Counter[str]()),
        "acknowledged": told.total(),
        "lost": (told - written).total(),
        "doubled": (written - told).total(),
        "totals as noted": totals,
        **{f"answers of {status}": number for status, number in sorted(answers.items())},
    }
    record_property("figures", ", ".join(f"{name}: {figure}" for name, figure in figures.items()))
    assert written == told
    assert {status for status in answers if status >= 500} == set()
    assert [server.log.read_text().count("Traceback") for server in association.servers] == [0, 0]


def test_both_go_on_to_a_newer_version_one_after_the_other_while_people_play(
    association: Association, tmp_path: Path, record_property: Callable[[str, object], None]
):
    """The last test of these two: nobody goes back. The older server serves beside the newer one and on its tables."""
    seen, figures = go_on(association, next_version(tmp_path / "newer"))

    record_property("figures", str(figures))
    new = association.servers[0].rows("SELECT count(*) FROM scoring_entry WHERE motto <> 'new'")
    assert (seen, new) == ([(NEWER, __version__), (NEWER, NEWER)], [(0,)])


def test_both_come_from_the_release_before_one_after_the_other_while_people_play(
    tmp_path_factory: pytest.TempPathFactory, record_property: Callable[[str, object], None]
):
    """Any revision, by FROM=…: the program as it was, with its own tables, and its own server beside today's."""
    revision = os.environ.get("FROM") or release_before()
    if not revision:
        pytest.skip("the history of this copy doesn’t go back to the release before")
    older = archived(revision, tmp_path_factory.mktemp("older"))
    with two_servers(tmp_path_factory, older) as association:
        before = version_of(association.servers[0])
        seen, figures = go_on(association, ROOT)

    record_property("figures", f"from {before} ({revision[:8]}): {figures}")
    assert seen == [(__version__, before), (__version__, __version__)]


def go_on(association: Association, newer: Path) -> tuple[list[tuple[str, ...]], dict[str, object]]:
    """Stop one server and start the newer program in its place, then the other, while a hall plays and cards are kept
    at home; the versions that answered after each step, and what it came to. Asserts that nothing was lost or doubled,
    that nobody was refused, and that no page was older than what it answers."""
    evening, seen, one = threading.Event(), list[tuple[str, ...]](), association.servers[0]
    with hall(one, TABLES, 3, proxied(association.urls)) as tables, ThreadPoolExecutor(TABLES + HOMES) as pool:
        homes = [home(association, tables[0].committee) for _ in range(HOMES)]
        playing = [pool.submit(table.play, evening) for table in tables]
        playing += [pool.submit(keep_score, each, evening) for each in homes]
        there = tables + homes
        try:
            for server in association.servers:
                play_on(there, lambda: [each.result() for each in playing if each.done()])
                assert server.stop() == 0
                play_on(there, lambda: [each.result() for each in playing if each.done()])
                server.root = newer
                server.start()
                seen.append(tuple(version_of(each) for each in association.servers))
            play_on(there, lambda: None)
        finally:
            evening.set()
        for each in playing:
            each.result()
        totals = assert_cards_say_what_was_noted(there)

    told = Counter(client_id for table in there for client_id in table.acknowledged)
    written = Counter(client_id for (client_id,) in one.rows("SELECT client_id FROM scoring_entry"))
    answers = sum((table.answers for table in there), Counter[int]())
    lost, doubled = (told - written).total(), sum(written[client_id] > 1 for client_id in told)
    did = sum((table.did for table in there), Counter[str]())
    assert (lost, doubled) == (0, 0)
    assert {status for status in answers if status >= 400} == set()
    assert [server.log.read_text().count("Traceback") for server in association.servers] == [0, 0]
    return seen, {"acknowledged": told.total(), "lost": lost, "totals as noted": totals, **did, "answers": {**answers}}


def home(association: Association, committee: Committee) -> Table:
    """A phone at a kitchen table, which asks both servers in turn."""
    phone = proxied(association.urls)("")
    phone.get("/")
    table = Table(phone, phone, committee, [], [], random.Random(phone.address), Page(""))
    begin_card(table)
    return table


def begin_card(table: Table) -> None:
    asked = {"book": "npa", "start": secrets.token_urlsafe(24)}
    while (answer := table.ask(table.tablet, "/cards/", asked)) is None:
        pass
    table.cards.append(answer.location)
    table.notes[len(table.cards) - 1 :] = [Notes()]
    table.page = Page(table.read(table.card).text)


def keep_score(table: Table, evening: threading.Event) -> None:
    """One game after the other; after each step the card is read again, from the other server."""
    while not evening.is_set():
        table.step()
        assert Page(table.read(table.card).text).running == table.notes[-1].running, "an older page came"
        if table.page.step is None and table.notes[-1].hands:
            begin_card(table)


def next_version(folder: Path) -> Path:
    """This program as the one after it, which adds a column to evenings and to what is entered."""
    left_out = shutil.ignore_patterns(".*", "var", "tests", "__pycache__")
    shutil.copytree(ROOT, folder, ignore=left_out)
    (folder / "pyproject.toml").touch()
    version = folder / "pinochle_club/ground/__init__.py"
    version.write_text(version.read_text().replace(f'"{__version__}"', f'"{NEWER}"'))
    graph = MigrationLoader(None).graph
    for app, model in (("league", "event"), ("scoring", "entry")):
        ((_, last),) = graph.leaf_nodes(app)
        (folder / app / "migrations/9999_next.py").write_text(NEXT.format(app=app, last=last, model=model))
    return folder


def version_of(server: ClubServer) -> str:
    return str(json.loads(Tablet(server.url).get("/health").text)["version"])


def play_on(tables: list[Table], look: Callable[[], object]) -> None:
    """Wait until some more entries are acknowledged; `look` raises what went wrong meanwhile."""
    enough = sum(len(table.acknowledged) for table in tables) + SAVED_BEFORE_EACH_BLOW
    soon(lambda: (look() and False) or sum(len(table.acknowledged) for table in tables) >= enough)


def players(server: ClubServer) -> list[int]:
    """The processes that play what was asked for: those of its worker that have their share of a processor."""
    if server.process is None:
        return []
    found = []
    for pid in processes_of(server.process.pid):
        with suppress(OSError):
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            if fields[16] == str(AWAITED) and WORKER in Path(f"/proc/{fields[1]}/cmdline").read_bytes():
                found.append(pid)
    return found


def deals_done(server: ClubServer) -> int:
    return int(server.rows("SELECT coalesce(sum(deals_done), 0) FROM scoring_simulation")[0][0])


def state(server: ClubServer) -> str:
    return str(server.rows("SELECT state FROM scoring_simulation")[0][0])


def soon(found: Callable[[], Any]) -> Any:
    """What is found once it is there."""
    end = time.monotonic() + SECONDS
    while not (answer := found()):
        assert time.monotonic() < end, "it did not come"
        time.sleep(0.1)
    return answer
