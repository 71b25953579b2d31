"""A computer that is the club, or stands by for it: for tests of two."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.club_server import ROOT, ClubServer

SECONDS = 120


class Computer(ClubServer):
    """With an address of its own, as in a hall; both listen on one port."""

    def __init__(self, state_dir: Path, address: str, port: int) -> None:
        how = {"BIND": address, "ALLOWED_HOSTS": address, "PORT": str(port)}
        super().__init__(state_dir, program="tests.quiet_server", STANDBY="1", **how)
        self.url = self.environment["PUBLIC_URL"] = f"http://{address}:{port}"
        del self.environment["SECRET_KEY"]  # each makes one, and hands it over
        self.standby_log = state_dir / "standby.log"

    def stand_by(self, *asked: str) -> None:
        with self.standby_log.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "pinochle_club.server.standby", *asked],
                cwd=ROOT,
                env=self.environment,
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        soon(lambda: "second behind the club" in self.standby_log.read_text(), self.standby_log)

    def take_over(self) -> float:
        """By one key; the seconds until it answers."""
        began = time.monotonic()
        self.process.stdin.write(b"t\n")
        self.process.stdin.close()
        soon(self._answers, self.standby_log)
        return time.monotonic() - began

    def refuses_to_open(self) -> str:
        """Its words."""
        command = [sys.executable, "-m", "pinochle_club.server.run"]
        done = subprocess.run(
            command, cwd=ROOT, env=self.environment, check=False, capture_output=True, text=True, timeout=SECONDS
        )
        assert done.returncode == 1
        return done.stderr


def soon(found: Callable[[], Any], log: Path | None = None) -> None:
    end = time.monotonic() + SECONDS
    while not found():
        assert time.monotonic() < end, log.read_text() if log else "it did not come"
        time.sleep(0.05)
