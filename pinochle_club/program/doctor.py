"""`pinochle-club doctor`: what this computer has and lacks for a club, with what to type for each. It changes nothing
and needs no club, so it helps before the first start; `examining` tells of a club that is there."""

import argparse
import shutil
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stdout, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from typing import Final

from pinochle_club.ground import addresses, places
from pinochle_club.ground.commands import command
from pinochle_club.ground.environment import whole_number

PANGO: Final = "sudo apt install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"
FONTS: Final = "sudo apt install fonts-dejavu-core"
NAMED: Final = "sudo apt install avahi-daemon   (then tablets find {name}.local)"
CLOCK: Final = "sudo timedatectl set-ntp true   (or set it by hand: sudo timedatectl set-time '2026-11-24 19:00')"
SPACE: Final = 500e6
WRITTEN: Final = datetime(2026, 11, 1, tzinfo=UTC)
"""This program was, so it is later by now."""


@dataclass(frozen=True)
class Line:
    """What was looked at and found, and what to type where it isn't as it should be."""

    title: str
    says: str
    cure: str = ""
    stops: bool = True  # the club can't do without


def main(arguments: Sequence[str] | None = None) -> None:
    parser().parse_args(arguments)
    found = [line for check in CHECKS for line in check()]
    for line in found:
        mark = "ok " if not line.cure else "NO " if line.stops else "!  "
        print(f"{mark} {line.title:<10} {line.says}" + (f"\n               {line.cure}" if line.cure else ""))
    if any(line.cure and line.stops for line in found):
        sys.exit("\nThis computer isn’t ready for a club yet. What to type stands below each NO.")
    print(f"\nThis computer is ready for a club: {command('serve')}")


def parser() -> argparse.ArgumentParser:
    return argparse.ArgumentParser(prog=command("doctor"), description="Says what this computer has and lacks.")


def _python() -> Iterator[Line]:
    enough = sys.version_info >= (3, 11)
    yield Line("Python", sys.version.split()[0], "" if enough else "Install Python 3.11 or newer")


def _sqlite() -> Iterator[Line]:
    enough = sqlite3.sqlite_version_info >= (3, 31)
    yield Line("SQLite", sqlite3.sqlite_version, "" if enough else "Install a Python that brings SQLite 3.31 or newer")


def _pango() -> Iterator[Line]:
    try:
        with redirect_stdout(None):  # where the library is missing, it prints addresses for developers
            import_module("weasyprint")
    except OSError:
        yield Line("Paper", "The library that sets type on paper is missing: nothing can be printed.", PANGO)
    else:
        yield Line("Paper", "Cards, seatings and books can be printed.")


def _fonts() -> Iterator[Line]:
    """Ours come with the program; the machine's own draw names in scripts that they lack."""
    has = bool(list((places.PROGRAM / "static" / "fonts").glob("*.woff2")))
    yield Line(
        "Fonts",
        "They come with the program." if has else "The program’s are missing.",
        "" if has else "Install the program again",
    )
    with suppress(OSError):
        listed = subprocess.run(["fc-list", ":charset=2660"], capture_output=True, text=True, check=False).stdout
        if not listed.strip():
            yield Line("Suits", "No font of this computer has ♠ ♥ ♦ ♣.", FONTS, stops=False)


def _space() -> Iterator[Line]:
    free = shutil.disk_usage(_nearest(places.state_dir())).free
    cure = "" if free > SPACE else "Delete files that aren’t the club’s"
    yield Line("Space", f"{free / 1e9:,.1f} GB are free.", cure)


def _may_write() -> Iterator[Line]:
    folder = _nearest(places.state_dir())
    try:
        probe = folder / ".pinochle-club-probe"
        probe.touch()
        probe.unlink()
    except OSError as problem:
        yield Line(
            "Files",
            f"Nothing can be written in {folder}: {problem.strerror}.",
            f"Name another folder: {command('serve', before='STATE_DIR=…')}",
        )
    else:
        there = "" if places.has_club() else " No club is there yet."
        yield Line("Files", f"The club’s are in {places.state_dir()}.{there}")


def _clock() -> Iterator[Line]:
    now = datetime.now().astimezone()
    yield Line("Clock", f"{now:%B} {now.day}, {now.year}, {now:%I:%M %p}", "" if now > WRITTEN else CLOCK)


def _port() -> Iterator[Line]:
    port = whole_number("PORT", 8000, most=65_535)
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("", port))
        except PermissionError:
            if places.sources.get("PORT") == str(places.SYSTEM_SETTINGS):
                yield Line("Port", f"{port} is open to the service alone.")
            else:
                cure = f"Choose another: {command('serve', before='PORT=8000')}"
                yield Line("Port", f"{port} is not for everybody.", cure)
        except OSError:
            yield Line(
                "Port",
                f"{port} is in use, by the club itself or by another program.",
                f"If it isn’t the club: {command('serve', before='PORT=9000')}",
                stops=False,
            )
        else:
            yield Line("Port", f"{port} is free.")


def _address() -> Iterator[Line]:
    address = addresses.main_lan_address()
    alone = address.startswith("127.")
    cure = "Connect it to the hall’s Wi-Fi or router: tablets can’t reach it" if alone else ""
    yield Line(
        "Address", "This computer is in no network." if alone else f"Tablets reach it at {address}.", cure, stops=False
    )


def _name() -> Iterator[Line]:
    name = socket.gethostname().split(".")[0]
    has = Path("/run/avahi-daemon/socket").exists()
    says = f"{name}.local" if has else "It has none that tablets can find, only its number."
    yield Line("Name", says, "" if has else NAMED.format(name=name), stops=False)


def _nearest(folder: Path) -> Path:
    """The folder, or the nearest one above it that exists."""
    return next(one for one in (folder, *folder.parents) if one.is_dir())


CHECKS: Final[list[Callable[[], Iterator[Line]]]] = [
    _python, _sqlite, _pango, _fonts, _space, _may_write, _clock, _port, _address, _name,
]  # fmt: skip
