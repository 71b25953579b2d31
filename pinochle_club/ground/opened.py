"""Whether the club is open on this computer, and at which address, for commands typed beside it."""

import os
from contextlib import suppress
from pathlib import Path
from typing import Final

from django.conf import settings

from pinochle_club.ground.locks import FileLock

RUNNING: Final = "running"
"""The lock of all processes of a server from its start until the last has ended, or of who puts a copy back."""


def printed_address() -> Path:
    """The address of the last opening, to which QR codes on paper lead."""
    path: Path = settings.STATE_DIR / "printed_address"
    return path


def noted_address(state_dir: Path) -> Path:
    """The file with the address of the server that has the club open (`RUNNING`); not there before it can be
    reached, nor while it closes."""
    return state_dir / "open_at"


def forget_address(state_dir: Path) -> None:
    with suppress(OSError):  # a drive on which nothing can be written
        noted_address(state_dir).unlink(missing_ok=True)


def address_if_open(state_dir: Path) -> str:
    """The address; empty where no server has the club open, one is about to or closes, or a copy is being put back."""
    running = FileLock(RUNNING, state_dir)
    try:
        return "" if running.take() else noted_address(state_dir).read_text().strip()
    except FileNotFoundError:
        return ""
    finally:
        running.free()


def address_in_use() -> str:
    """The address of now, at another port than in the settings if that one was taken; else the one it will have."""
    said = str(settings.PUBLIC_URL)
    return said if os.environ.get("PUBLIC_URL") else address_if_open(settings.STATE_DIR) or said
