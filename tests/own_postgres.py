"""A PostgreSQL server for one test alone, which may restart it: the one of the run serves other tests meanwhile."""

from __future__ import annotations

import json
import os
import secrets
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import quote

import psycopg

from tests.club_server import ROOT, free_port

# Says where it is, and lives until nobody listens any more.
HERE = "import json, os, sys; print('here', json.dumps(dict(os.environ)), flush=True); sys.stdin.read()"

TRIES = 20


@dataclass(frozen=True)
class OwnPostgres:
    environment: dict[str, str]

    def new_database(self) -> str:
        """Its address."""
        name = f"club_{secrets.token_hex(6)}"
        with psycopg.connect(self._address("postgres"), autocommit=True) as postgres:
            postgres.execute(f"CREATE DATABASE {name}")
        return self._address(name)

    def restart(self) -> None:
        """As an update of the system does: whoever is connected is cut off, and nobody comes in until it is back."""
        command = ["pg_ctlcluster", self.environment["PGVERSION"], "regress", "restart", "--mode", "fast"]
        for _ in range(TRIES):
            if subprocess.run(command, env=self.environment, check=False).returncode == 0:
                return
            time.sleep(0.5)  # in a crowd it does not see that the server runs, and tries to start another
        raise AssertionError("PostgreSQL was not restarted")

    def kill(self) -> None:
        """As a power cut would."""
        command = ["pg_ctlcluster", self.environment["PGVERSION"], "regress", "stop", "--mode", "immediate"]
        subprocess.run(command, env=self.environment, check=True)

    def _address(self, database: str) -> str:
        known = self.environment
        login = f"{known['PGUSER']}:{quote(known['PGPASSWORD'], safe='')}"
        return f"postgres://{login}@{known['PGHOST']}:{known['PGPORT']}/{database}"


@contextmanager
def own_postgres() -> Iterator[OwnPostgres]:
    command = ["bin/on-postgres", sys.executable, "-c", HERE]
    environment = {**os.environ, "POSTGRES_PORT": str(free_port())}  # others look for one at the same moment
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, text=True, env=environment, stdin=pipe, stdout=pipe) as server:
        assert server.stdout is not None
        told = next(line for line in server.stdout if line.startswith("here "))
        try:
            yield OwnPostgres(json.loads(told.removeprefix("here ")))
        finally:
            server.communicate()  # the end of its input ends it; it has something to say on the way


@dataclass(frozen=True)
class Replica:
    """A second PostgreSQL server that follows the first one's every write, as docs/server.md says how."""

    of: OwnPostgres
    folder: Path
    port: int

    def url(self, database_url: str) -> str:
        """The address of a database there."""
        return database_url.replace(f":{self.of.environment['PGPORT']}/", f":{self.port}/")

    def run(self, program: str, *arguments: str) -> None:
        """As the account of the servers: none of them runs for root."""
        path = f"/usr/lib/postgresql/{self.of.environment['PGVERSION']}/bin/{program}"
        password = f"PGPASSWORD={self.of.environment['PGPASSWORD']}"
        subprocess.run(["runuser", "-u", "postgres", "--", "env", password, path, *arguments], check=True, cwd="/")

    def control(self, *command: str) -> None:
        options = f"-p {self.port} -k {self.folder} -c listen_addresses=127.0.0.1"
        self.run("pg_ctl", "-D", f"{self.folder}/data", "-l", f"{self.folder}/log", "-w", "-o", options, *command)


@contextmanager
def replica_of(first: OwnPostgres) -> Iterator[Replica]:
    with TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder, known = Path(name), first.environment
        shutil.chown(folder, "postgres")
        replica = Replica(first, folder, free_port())
        login = ("-h", "127.0.0.1", "-p", known["PGPORT"], "-U", known["PGUSER"])
        replica.run("pg_basebackup", *login, "-D", f"{folder}/data", "-R", "-X", "stream", "-c", "fast")
        (folder / "data" / "postgresql.conf").touch()
        (folder / "data" / "pg_hba.conf").write_text("host all all 127.0.0.1/32 scram-sha-256\n")
        (folder / "data" / "pg_ident.conf").touch()
        replica.control("start")
        try:
            yield replica
        finally:
            replica.control("stop", "--mode", "immediate")
