"""What `doctor` says of a computer that lacks something, each lack made up, and of one that lacks nothing."""

import shutil
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from pinochle_club.ground import addresses, places
from pinochle_club.ground.health import Line
from pinochle_club.program import doctor


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("STATE_DIR", str(tmp_path / "club"))
    monkeypatch.delenv("DATABASE_URL", raising=False)
    return tmp_path / "club"


def fail(problem: Exception) -> Callable[..., Any]:
    def failing(*arguments: object) -> None:
        raise problem

    return failing


class Yesterday(datetime):
    """A clock whose battery is empty."""

    @classmethod
    def now(cls, tz: Any = None) -> Any:
        return datetime(2020, 1, 1, tzinfo=UTC)


class Taken(socket.socket):
    def bind(self, address: Any) -> None:
        raise OSError("in use")


class ForRoot(socket.socket):
    def bind(self, address: Any) -> None:
        raise PermissionError


@pytest.mark.parametrize(
    ("check", "place", "name", "lack", "said", "cure", "stops"),
    [
        (doctor._python, sys, "version_info", (3, 10), "", "Install Python 3.11 or newer", True),
        (doctor._sqlite, sqlite3, "sqlite_version_info", (3, 30), "", "SQLite 3.31 or newer", True),
        (doctor._pango, doctor, "import_module", fail(OSError("no Pango")), "nothing can be printed", "libpango", True),
        (doctor._fonts, places, "PROGRAM", Path("/nowhere"), "The program’s are missing", "Install the program", True),
        (
            doctor._fonts, subprocess, "run", lambda *given, **named: SimpleNamespace(stdout="\n"),
            "No font of this computer has ♠ ♥ ♦ ♣", "fonts-dejavu-core", False,
        ),
        (doctor._space, shutil, "disk_usage", lambda path: SimpleNamespace(free=4e8), "0.4 GB", "Delete files", True),
        (
            doctor._may_write, Path, "touch", fail(PermissionError(13, "Permission denied")),
            "Permission denied", "Name another folder: STATE_DIR=…", True,
        ),
        (doctor._clock, doctor, "datetime", Yesterday, "2020", "sudo timedatectl", True),
        (doctor._port, socket, "socket", Taken, "8123 is in use", "PORT=9000", False),
        (doctor._port, socket, "socket", ForRoot, "8123 is not for everybody", "PORT=8000", True),
        (doctor._address, addresses, "main_lan_address", lambda: "127.0.0.1", "in no network", "Wi-Fi", False),
        (doctor._name, Path, "exists", lambda path: False, "only its number", "avahi-daemon", False),
    ],
)  # fmt: skip
def test_each_lack_is_told_with_what_to_type(
    monkeypatch: pytest.MonkeyPatch, check: Any, place: Any, name: str, lack: Any, said: str, cure: str, stops: bool
):
    monkeypatch.setenv("PORT", "8123")
    monkeypatch.setattr(place, name, lack)

    (line,) = (line for line in check() if line.cure)

    assert said in line.told
    assert cure in line.cure
    assert line.stops is stops


def test_port_of_the_service_lacks_nothing_where_nobody_else_may_listen(monkeypatch: pytest.MonkeyPatch):
    """An update asks as the club's owner, who may not listen on port 80; the service may."""
    monkeypatch.setenv("PORT", "80")
    monkeypatch.setitem(places.sources, "PORT", str(places.SYSTEM_SETTINGS))
    monkeypatch.setattr(socket, "socket", ForRoot)

    (line,) = doctor._port()

    assert (line.told, line.cure) == ("80 is open to the service alone.", "")


def test_computer_that_lacks_what_a_club_needs_is_not_called_ready(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    fine, wish = Line("Clock", "It is right."), Line("Name", "None.", "Give it one")
    need = Line("Space", "None.", "Delete something", stops=True)
    monkeypatch.setattr(doctor, "CHECKS", [lambda: iter([fine, wish])])
    doctor.main([])
    told = capsys.readouterr().out
    assert "ok  Clock      It is right.\n!   Name       None.\n               Give it one\n" in told
    assert "This computer is ready for a club: " in told

    monkeypatch.setattr(doctor, "CHECKS", [lambda: iter([need, wish])])
    with pytest.raises(SystemExit, match="isn’t ready for a club yet"):
        doctor.main([])

    assert capsys.readouterr().out.startswith("NO  Space      None.\n               Delete something\n")
    assert not folder.exists()
