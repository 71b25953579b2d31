"""Two servers go on from an older program to today’s, one after the other, while many clubs play."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

from tests.club_server import ROOT, ClubServer
from tests.lab.benchmarks import Row, percentile
from tests.lab.thousand.load import playing
from tests.lab.thousand.making import TABLES, Playing, read_playing
from tests.lab.thousand.measuring import SEAT, SECRET
from tests.older import archived
from tests.tablet import Tablet

STEADY: Final = 20.0  # seconds before, between and after
PACE: Final = 20.0  # seconds in which each tablet enters something
APPS: Final = ("league", "scoring", "server")


def update(folder: Path, many_url: str, revision: str, clubs: int) -> Iterator[Row]:
    """The database is today’s, and is taken back to the tables of that revision first."""
    older, file = archived(revision, folder / f"program-{revision[:12]}"), folder / "playing.json"
    servers = [ClubServer(folder / f"server-{number}", many_url, SECRET_KEY=SECRET) for number in (1, 2)]
    for server in servers:
        server.state_dir.mkdir(exist_ok=True)
    servers[0].manage("shell", "-v", "0", "-c", SEAT.format(str(file), clubs))
    for app in APPS:
        servers[0].manage("migrate", "-v", "0", app, newest(older, app))
    servers[0].rows("DELETE FROM server_fact WHERE name = 'version' RETURNING name")  # an older program opens no newer's
    try:
        with ThreadPoolExecutor(2) as starting:  # which stays: a server ends with the thread it came from
            for server in servers:
                server.root = older
            list(starting.map(ClubServer.start, servers))
            yield from _go_on(servers, read_playing(file))
    finally:
        for server in servers:
            server.kill()


def _go_on(servers: list[ClubServer], clubs: list[Playing]) -> Iterator[Row]:
    had, took, versions = entries(servers[0]), [], [versions_of(servers)]
    with playing(" ".join(server.url for server in servers), clubs) as load:
        load.hurry(PACE)
        time.sleep(STEADY)
        for server in servers:
            assert server.stop() == 0
            server.root, began = ROOT, time.monotonic()
            server.start(600)
            took.append(time.monotonic() - began)
            versions.append(versions_of(servers))
            time.sleep(STEADY)
    saved = load.answers["save 200"]
    refused = sum(number for what, number in load.answers.items() if what.split()[-1] not in ("200", "204", "304"))
    yield Row(f"versions: {', then '.join(versions)}", len(clubs), "clubs")
    yield Row("start of the newer program, which changes the database", took[0], "s", took[1], "s, the other’s")
    yield Row(f"saves of {len(clubs) * TABLES} tablets that were answered", saved, "")
    amiss = abs(entries(servers[0]) - had - saved)
    yield Row("  rows more or fewer than those", amiss, "")
    yield Row(f"answers otherwise, of {dict(sorted(load.answers.items()))}", refused, "")
    yield Row("slowest save of 1,000", percentile(load.saves, 0.999), "s", percentile(load.saves, 0.5), "s, the middle")
    yield Row("  of all", max(load.saves), "s")
    told = sum(server.log.read_text().count("Traceback") for server in servers)
    yield Row("faults in the logs", told, "")
    assert (amiss, refused, told) == (0, 0, 0)


def newest(program: Path, app: str) -> str:
    folder = program / ("pinochle_club/server" if app == "server" else app) / "migrations"
    return max(file.stem for file in folder.glob("0*.py"))


def entries(server: ClubServer) -> int:
    return int(server.rows("SELECT count(*) FROM scoring_entry")[0][0])


def versions_of(servers: list[ClubServer]) -> str:
    return " and ".join(str(json.loads(Tablet(server.url).get("/health").text)["version"]) for server in servers)
