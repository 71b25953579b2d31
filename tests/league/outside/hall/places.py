"""Home and the hall as the test of days over a line has them: each a program on its own database (`lived.py`)."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tests.club_server import ROOT, ClubServer


class Place:
    """One of them, told line by line what to do; it answers what came of it."""

    def __init__(self, server: ClubServer, role: str) -> None:
        command = [sys.executable, "-m", "tests.league.outside.hall.lived", role]
        pipe = subprocess.PIPE
        self.log = server.state_dir / f"{role}.log"
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                command, cwd=ROOT, env=server.environment, stdin=pipe, stdout=pipe, stderr=log, text=True
            )

    def ask(self, what: str, *given: object) -> Any:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps([what, given]) + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        assert answer, self.log.read_text()[-4_000:]
        return json.loads(answer)


@contextmanager
def place(server: ClubServer, role: str) -> Iterator[Place]:
    there = Place(server, role)
    try:
        yield there
    finally:
        there.process.kill()
        there.process.communicate()
