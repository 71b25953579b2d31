"""Whether the club is open on this computer, and at which address, for what is typed beside it."""

import os
from contextlib import suppress
from pathlib import Path
from typing import Final

from django.conf import settings

from pinochle_club.ground.locks import FileLock

RUNNING: Final = "running"
"""The lock of all processes of a server from its start until the last has ended, or of who puts a copy back."""


def printed_address() -> Path:
    """Where the club was opened last, and QR codes on paper lead."""
    path: Path = settings.STATE_DIR / "printed_address"
    return path


def noted_address(state_dir: Path) -> Path:
    """Where the server that has the club open (`RUNNING`) is; not before it can be reached, nor while it closes."""
    return state_dir / "open_at"


def forget_address(state_dir: Path) -> None:
    """Where a server is going to be, or closes: who starts another one waits for it."""
    with suppress(OSError):  # a drive on which nothing can be written
        noted_address(state_dir).unlink(missing_ok=True)


def address_if_open(state_dir: Path) -> str:
    """Empty where no server has it open, one is about to or closes, or a copy of the database is being put back."""
    running = FileLock(RUNNING, state_dir)
    try:
        return "" if running.take() else noted_address(state_dir).read_text().strip()
    except FileNotFoundError:
        return ""
    finally:
        running.free()


def address_in_use() -> str:
    """Where it is open now, at another port than the settings say if that one was taken; else where it will be."""
    said = str(settings.PUBLIC_URL)
    return said if os.environ.get("PUBLIC_URL") else address_if_open(settings.STATE_DIR) or said
