"""Which program this is: what it worked out is kept only for as long as it stays the same."""

import hashlib
from functools import cache
from pathlib import Path
from typing import Final

from django.conf import settings

from pinochle_club.ground import places

FOLDERS: Final = ("ground", "scoring", "league", "server", "pinochle_club", "templates", "static/css")
KINDS: Final = frozenset({".py", ".html", ".css"})


@cache
def fingerprint() -> str:
    """Of everything that decides how an answer or a sheet looks, but for what the club has: after an update none of the
    old program is taken for a new one."""
    digest = hashlib.sha256(settings.TIME_ZONE.encode())
    for folder in FOLDERS:
        files = sorted(path for path in (root_of(folder) / folder).rglob("*.*") if path.suffix in KINDS)
        assert files, f"{folder} isn’t where the program lies"  # a digest of nothing would stay the same for ever
        for path in files:
            digest.update(path.read_bytes())
    return digest.hexdigest()


def root_of(folder: str) -> Path:
    return places.PROGRAM if folder.startswith(("templates", "static")) else places.PACKAGES
