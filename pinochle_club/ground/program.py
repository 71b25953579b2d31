"""Which program this is: what it worked out is kept only for as long as it stays the same."""

import hashlib
from functools import cache
from typing import Final

from django.conf import settings

FOLDERS: Final = ("league", "scoring", "pinochle_club", "templates", "static/css")
KINDS: Final = frozenset({".py", ".html", ".css"})


@cache
def fingerprint() -> str:
    """Of everything that decides how an answer or a sheet looks, but for what the club has: after an update none of the
    old program is taken for a new one."""
    digest = hashlib.sha256(settings.TIME_ZONE.encode())
    for folder in FOLDERS:
        for path in sorted((settings.BASE_DIR / folder).rglob("*.*")):
            if path.suffix in KINDS:
                digest.update(path.read_bytes())
    return digest.hexdigest()
