"""The program's fingerprint: what it worked out is kept for as long as it stays the same."""

import hashlib
from functools import cache
from pathlib import Path
from typing import Final

from django.conf import settings

from pinochle_club.ground import places

FOLDERS: Final = ("league", "scoring", "pinochle_club", "templates", "static/css")
KINDS: Final = frozenset({".py", ".html", ".css"})


@cache
def fingerprint() -> str:
    """Of everything in the program that decides how an answer or a sheet looks: after an update nothing of the old
    one counts."""
    digest = hashlib.sha256(settings.TIME_ZONE.encode())
    for folder in FOLDERS:
        files = sorted(path for path in (root_of(folder) / folder).rglob("*.*") if path.suffix in KINDS)
        assert files, f"{folder} isn’t where the program lies"  # a digest of nothing would stay the same for ever
        for path in files:
            digest.update(path.read_bytes())
    return digest.hexdigest()


def root_of(folder: str) -> Path:
    return places.PROGRAM if folder.startswith(("templates", "static")) else places.PACKAGES
