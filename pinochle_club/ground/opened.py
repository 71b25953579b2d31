"""Whether the club is open on this computer, and at which address, for what is typed beside it."""

import os
from pathlib import Path

from django.conf import settings

from pinochle_club.ground.locks import FileLock


def printed_address() -> Path:
    """Where the club was opened last."""
    path: Path = settings.STATE_DIR / "printed_address"
    return path


def is_open() -> bool:
    """Whether a server has it open, or a copy of the database is being put back."""
    running = FileLock("running")
    try:
        return not running.take()
    finally:
        running.free()


def address_in_use() -> str:
    """Where it is open now, at another port than the settings say if that one was taken; else where it will be."""
    if not os.environ.get("PUBLIC_URL") and printed_address().exists() and is_open():
        return printed_address().read_text().strip()
    return str(settings.PUBLIC_URL)
