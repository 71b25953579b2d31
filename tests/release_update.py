"""Of `make release-check` the part about updates: on to a newer version, back, and back by itself from one that is
broken. The club is what `tests.release_check` has installed; two wheels are all there is on the stick."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final, Protocol

BIN: Final = Path(sys.executable).parent
BROKEN: Final = "99.9.9"


class Club(Protocol):
    @property
    def program(self) -> Path: ...

    @property
    def environment(self) -> Mapping[str, str]: ...


def go_on_and_back(club: Club, newer: Path, scratch: Path, assert_card_stands: Callable[[], None]) -> str:
    """`assert_card_stands` opens the club and closes it."""
    before, version = _said(club, "--version"), newer.name.split("-")[1]
    stick = scratch / "stick"
    stick.mkdir()
    shutil.copy(newer, stick)

    assert f"The club is on version {version} now." in _said(club, "update", "--from", stick)
    assert _said(club, "--version") == f"pinochle-club {version}"

    told = _said(club, "update", "--back", "--yes")
    assert "What was entered since" in told, told
    assert _said(club, "--version") == before
    assert_card_stands()

    _break(newer, version, stick)
    told = _said(club, "update", "--from", stick, fails=True)
    assert f"Version {BROKEN} didn’t open the club. The club is on version {before.split()[1]} again." in told, told
    assert _said(club, "--version") == before
    assert_card_stands()
    return f"on to {version} and back; from {BROKEN}, which doesn’t open, back by itself"


def _said(club: Club, *words: str | Path, fails: bool = False) -> str:
    """With this computer's own package index, and uv, so that it is quick."""
    environment = {**os.environ, **club.environment, "PATH": f"{BIN}:{os.environ['PATH']}"}
    done = subprocess.run([club.program, *words], env=environment, capture_output=True, text=True, check=False)
    assert bool(done.returncode) == fails, done.stdout + done.stderr
    return (done.stdout + done.stderr).strip()


def _break(wheel: Path, version: str, folder: Path) -> None:
    """A version that installs and is well by all that can be told, until it is to answer."""
    with (
        zipfile.ZipFile(wheel) as good,
        zipfile.ZipFile(folder / wheel.name.replace(version, BROKEN), "w") as bad,
    ):
        for name in good.namelist():
            content = good.read(name)
            if name.endswith("METADATA") or name == "pinochle_club/ground/__init__.py":
                content = content.replace(version.encode(), BROKEN.encode())
            elif name == "pinochle_club/urls.py":
                content += b"\nraise RuntimeError\n"
            bad.writestr(name.replace(version, BROKEN), content)
